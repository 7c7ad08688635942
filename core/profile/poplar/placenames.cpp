// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/poplar/poplartables.h"

#include <algorithm>

namespace tileline::poplar {

namespace {

constexpr std::string_view Separator = ", ";
constexpr std::string_view ColumnWord = "column ";
constexpr std::string_view EntryWord = ", entry ";

/// The two names of a table or of one of its columns: `ours` in a Tileline profile, `poplar` in profile.pop.
struct Name {
    std::string_view table;
    std::string_view ours; ///< equals `table` if the names are those of the table itself
    std::string_view poplar;
};
constexpr Name Names[] = {
    {"target", "target", "target_info"},
    {"target", "clock_hz", "clock_frequency"},
    {"vertex_code", "vertex_code", "memory_by_vertex_type"},
    {"vertex_code", "bytes_by_tile", "code_bytes"},
    {"vertex_type", "vertex_type", "vertex_types"},
    {"compute_set", "compute_set", "compute_sets"},
    {"compute_set", "id", "compute_set"},
    {"compute_set_vertex", "compute_set_vertex", "vertex_instances"},
    {"compute_set_vertex", "count_by_tile", "instances_by_tile"},
    {"liveness_step", "liveness_step", "depth_first_steps"},
    {"liveness_step", "step", "id"},
    {"liveness_step", "program", "program_id"},
    {"equivalence_class", "equivalence_class", "eq_class_step"},
    {"equivalence_class", "id", "eq_class_id"},
    {"equivalence_class", "intervals", "step_id_from"},
    {"variable", "variable", "unlowered_vars"},
    {"variable_category", "variable_category", "var_categories"},
    {"lowered_variable", "lowered_variable", "vars_info"},
    {"lowered_variable", "id", "var_id"},
    {"lowered_variable", "bytes", "size_bytes"},
    {"lowered_variable", "address", "offset"},
    {"lowered_variable", "flags", "bitset"},
    {"lowered_variable", "variable", "unlowered_var_id"},
    {"program", "program", "programs"},
    {"program", "compute_set", "variant_index"},
    {"program", "control_code", "control_code_bytes_by_tile"},
    {"root_program", "root_program", "control_programs"},
    {"function_program", "function_program", "function_programs"},
    {"tile_memory", "tile_memory", "memory_by_category"},
    {"execution_run", "execution_run", "runs"},
    {"execution_step", "execution_step", "steps_by_ipu"},
    {"execution_step", "step", "step_id"},
    {"execution_step", "cycles_to", "cycles"},
    {"block", "block", "blocks"},
    {"estimated_cycles", "estimated_cycles", "compilation_cycles_by_tile"},
    {"measured_cycles", "measured_cycles", "cycles_by_tile"},
};

} // namespace

Error inPoplarNames(Error error) {
    std::string item;
    std::string_view table;
    for (std::string_view rest = error.item; !rest.empty();) {
        std::string_view part = rest.substr(0, rest.find(Separator));
        rest.remove_prefix(std::min(part.size() + Separator.size(), rest.size()));
        if (table.empty()) {
            table = part;
        } else {
            item.append(Separator);
        }
        if (part.starts_with(ColumnWord)) {
            item.append(ColumnWord);
            part.remove_prefix(ColumnWord.size());
        }
        const std::string_view ours = part.substr(0, part.find(' '));
        const auto* const name = std::find_if(std::begin(Names), std::end(Names), [&](const Name& each) {
            return each.table == table && each.ours == ours;
        });
        item.append(name == std::end(Names) ? ours : name->poplar).append(part.substr(ours.size()));
    }
    error.item = std::move(item);
    return error;
}

std::optional<uint64_t> entryOf(const Error& error) {
    const size_t at = error.item.rfind(EntryWord);
    return at == std::string::npos ? std::nullopt
                                   : std::optional(std::stoull(error.item.substr(at + EntryWord.size())));
}

} // namespace tileline::poplar
