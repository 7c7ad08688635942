// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/poplar/poplartables.h"

#include <algorithm>
#include <charconv>
#include <vector>

namespace tileline::poplar {

namespace {

constexpr std::string_view Separator = ", ";
constexpr std::string_view ColumnWord = "column ";
constexpr std::string_view EntryWord = "entry ";

/// What a table of a Tileline profile is called in profile.pop.
struct TableName {
    std::string_view ours;
    std::string_view poplar;
    std::string_view key; ///< the column that identifies a row, if it has another name
};
constexpr TableName TableNames[] = {
    {"target", "target_info", {}},
    {"vertex_code", "memory_by_vertex_type", {}},
    {"vertex_type", "vertex_types", {}},
    {"compute_set", "compute_sets", "compute_set"},
    {"compute_set_vertex", "vertex_instances", {}},
    {"liveness_step", "depth_first_steps", "id"},
    {"equivalence_class", "eq_class_step", "eq_class_id"},
    {"variable", "unlowered_vars", {}},
    {"variable_category", "var_categories", {}},
    {"lowered_variable", "vars_info", {}},
    {"program", "programs", {}},
    {"root_program", "control_programs", {}},
    {"function_program", "function_programs", {}},
    {"tile_memory", "memory_by_category", {}},
    {"execution_run", "runs", {}},
    {"execution_step", "steps_by_ipu", "step_id"},
    {"estimated_cycles", "compilation_cycles_by_tile", {}},
    {"measured_cycles", "cycles_by_tile", {}},
};

/// The same for a column; `table` is our name for its table.
struct ColumnName {
    std::string_view table;
    std::string_view ours;
    std::string_view poplar;
};
constexpr ColumnName ColumnNames[] = {
    {"target", "clock_hz", "clock_frequency"},
    {"compute_set_vertex", "count_by_tile", "instances_by_tile"},
    {"vertex_code", "bytes_by_tile", "code_bytes"},
    {"liveness_step", "program", "program_id"},
    {"equivalence_class", "intervals", "step_id_from"},
    {"lowered_variable", "id", "var_id"},
    {"lowered_variable", "bytes", "size_bytes"},
    {"lowered_variable", "address", "offset"},
    {"lowered_variable", "flags", "bitset"},
    {"lowered_variable", "variable", "unlowered_var_id"},
    {"program", "compute_set", "variant_index"},
    {"program", "control_code", "control_code_bytes_by_tile"},
    {"execution_step", "cycles_to", "cycles"},
};

std::vector<std::string_view> split(std::string_view item) {
    std::vector<std::string_view> parts;
    for (size_t begin = 0; begin <= item.size();) {
        const size_t end = std::min(item.find(Separator, begin), item.size());
        parts.push_back(item.substr(begin, end - begin));
        begin = end + Separator.size();
    }
    return parts;
}

std::string renamedPart(std::string_view part, const TableName& table) {
    if (part.starts_with(EntryWord)) {
        return std::string(part);
    }
    if (part.starts_with(ColumnWord)) {
        const std::string_view column = part.substr(ColumnWord.size());
        const auto* const name =
            std::find_if(std::begin(ColumnNames), std::end(ColumnNames),
                         [&](const auto& n) { return n.table == table.ours && n.ours == column; });
        return std::string(ColumnWord).append(name == std::end(ColumnNames) ? column : name->poplar);
    }
    const size_t value = part.find(' ');
    if (table.key.empty() || value == std::string_view::npos) {
        return std::string(part);
    }
    return std::string(table.key).append(part.substr(value));
}

} // namespace

Error inPoplarNames(Error error) {
    const auto parts = split(error.item);
    const auto* const table = std::find_if(std::begin(TableNames), std::end(TableNames),
                                           [&](const TableName& name) { return name.ours == parts.front(); });
    if (table == std::end(TableNames)) {
        return error;
    }
    std::string item(table->poplar);
    for (size_t i = 1; i < parts.size(); ++i) {
        item.append(Separator).append(renamedPart(parts[i], *table));
    }
    error.item = std::move(item);
    return error;
}

std::optional<uint64_t> entryOf(const Error& error) {
    const auto parts = split(error.item);
    if (!parts.back().starts_with(EntryWord)) {
        return std::nullopt;
    }
    const std::string_view digits = parts.back().substr(EntryWord.size());
    uint64_t entry = 0;
    const auto result = std::from_chars(digits.data(), digits.data() + digits.size(), entry);
    return result.ec == std::errc() ? std::optional(entry) : std::nullopt;
}

} // namespace tileline::poplar
