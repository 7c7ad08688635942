// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/poplar/poplarformat.h"

#include <array>

namespace tileline::poplar {

using format::Table;

namespace {

format::Column optional(std::string_view name) {
    return {.name = name, .optional = true};
}

} // namespace

const Table VersionInfo{.name = "version_info", .columns = {{"major"}, {"minor"}}, .keyed = false};
const Table PoplarVersion{
    .name = "poplar_version", .columns = {{"string"}}, .keyed = false, .optional = true};
const Table DateTime{.name = "date_time", .columns = {{"string"}}, .keyed = false, .optional = true};
const Table CompilationInfo{
    .name = "compilation_info", .columns = {{"compilation_id"}}, .keyed = false, .optional = true};
const Table CompilationParameters{.name = "compilation_parameters",
                                  .columns = {{"name"}, {"value"}, {"is_default"}},
                                  .keyed = false,
                                  .optional = true};
const Table CompilationTrace{
    .name = "compilation_trace", .columns = {{"name"}, {"ts"}, {"dur"}}, .keyed = false, .optional = true};
const Table TargetInfo{.name = "target_info",
                       .columns = {{"architecture"},
                                   {"num_ipus"},
                                   {"tiles_per_ipu"},
                                   {"num_tiles"},
                                   {"bytes_per_tile"},
                                   {"clock_frequency"},
                                   optional("num_replicas")},
                       .keyed = false};
const Table VertexTypes{.name = "vertex_types", .columns = {{"id"}, {"name"}, {"size"}}};
const Table MemoryByVertexType{.name = "memory_by_vertex_type", .columns = {{"vertex_type"}, {"code_bytes"}}};
const Table ComputeSets{
    .name = "compute_sets",
    .columns = {{"compute_set"}, {"name"}, {"var_ids_diff_rle"}, optional("cycles_by_tile_ids")},
    .rowCost = 20};
const Table VertexInstances{.name = "vertex_instances",
                            .columns = {{"compute_set"}, {"vertex_type"}, {"instances_by_tile"}},
                            .rowCost = 20};
const Table DepthFirstSteps{.name = "depth_first_steps", .columns = {{"id"}, {"program_id"}}};
const Table NotAlwaysLive{.name = "memory_not_always_live_by_step_and_ipu",
                          .columns = {{"step_id"}, {"ipu"}, {"delta_bytes"}}};
const Table EqClasses{.name = "eq_classes", .columns = {{"id"}}};
const Table EqClassStep{.name = "eq_class_step",
                        .columns = {{"eq_class_id"}, {"step_id_from"}, {"step_id_to"}}};
const Table UnloweredVars{.name = "unlowered_vars", .columns = {{"id"}, {"name"}}, .optional = true};
const Table DebugIds{.name = "debug_ids", .columns = {{"variable_id"}, {"ids"}}, .optional = true};
const Table VarCategories{.name = "var_categories", .columns = {{"id"}, {"name"}}, .optional = true};
const Table VarsStringTable{.name = "vars_string_table", .columns = {{"id"}, {"string"}}, .optional = true};
const Table VarsInfo{.name = "vars_info",
                     .columns = {{"var_id"},
                                 {"tile"},
                                 {"size_bytes"},
                                 {"equivalence_class"},
                                 optional("unlowered_var_id"),
                                 optional("category"),
                                 optional("offset"),
                                 optional("bitset"),
                                 optional("name_base_id"),
                                 optional("name_prefix__vertex_field_"),
                                 optional("name_suffix")},
                     .rowCost = 5};
const Table ExchangeRegions{.name = "exchange_regions", .columns = {{"id"}, {"var_id"}}};
const Table ProgramTypes{.name = "program_types", .columns = {{"id"}, {"name"}}};
const Table OnTileExecute{.name = "program_type_on_tile_execute", .columns = {{"id"}, {"compute_set"}}};
const Table DoExchange{.name = "program_type_do_exchange",
                       .columns = {{"id"},
                                   {"code_bytes_by_tile_rle"},
                                   {"source_regions_id"},
                                   {"destination_regions_id"},
                                   optional("cycles_by_tile_ids")},
                       .rowCost = 20};
const Table GlobalExchange{.name = "program_type_global_exchange",
                           .columns = {{"id"},
                                       optional("source_regions_id"),
                                       optional("destination_regions_id"),
                                       optional("estimated_cycles_by_tile_ids")},
                           .optional = true};
const Table CodeCopy{.name = "program_type_code_copy",
                     .columns = {{"id"}, optional("destination_regions_id"), optional("cycles_by_tile_ids")},
                     .optional = true};
const Table StreamCopyMid{.name = "program_type_stream_copy_mid",
                          .columns = {{"id"}, optional("estimated_cycles_by_tile_ids")},
                          .optional = true};
const Table FromHost{.name = "host_exchange_from_host",
                     .columns = {{"stream_copy_mid_id"}, optional("regions_id")},
                     .optional = true};
const Table ToHost{.name = "host_exchange_to_host",
                   .columns = {{"stream_copy_mid_id"}, optional("regions_id")},
                   .optional = true};
const Table Repeat{.name = "program_type_repeat", .columns = {{"id"}, {"repeat_count"}}, .optional = true};
const Table Call{.name = "program_type_call",
                 .columns = {{"id"}, {"function_id"}, optional("compilation_step_id")},
                 .optional = true};
const Table FunctionPrograms{.name = "function_programs",
                             .columns = {{"id"}, {"program"}, optional("compilation_step_id")},
                             .optional = true};
const Table ControlPrograms{.name = "control_programs",
                            .columns = {{"id"}, {"program"}, optional("compilation_step_id")}};
const Table Programs{.name = "programs",
                     .columns = {{"id"},
                                 {"variant"},
                                 {"variant_index"},
                                 {"children"},
                                 {"name"},
                                 optional("debug_id"),
                                 {"control_code_bytes_by_tile"},
                                 optional("compilation_step_id")},
                     .rowCost = 80};
const Table MemoryByTile{.name = "memory_by_tile",
                         .columns = {{"tile"},
                                     {"total"},
                                     optional("total_including_gaps"),
                                     optional("always_live_bytes"),
                                     optional("not_always_live_max_bytes"),
                                     optional("interleaved"),
                                     optional("non_interleaved"),
                                     optional("overflowed")},
                         .optional = true};
const Table MemoryByCategory{.name = "memory_by_category",
                             .columns = {{"category_id"},
                                         optional("interleaved_non_overlapped"),
                                         optional("interleaved_overlapped"),
                                         optional("non_interleaved_non_overlapped"),
                                         optional("non_interleaved_overlapped"),
                                         optional("overflowed_non_overlapped"),
                                         optional("overflowed_overlapped")},
                             .keyed = false,
                             .optional = true};
const Table MemoryByComputeSet{.name = "memory_by_compute_set",
                               .columns = {{"compute_set"},
                                           optional("copy_ptr_bytes"),
                                           optional("descriptor_bytes"),
                                           optional("edge_ptr_bytes"),
                                           optional("padding_bytes"),
                                           optional("vertex_data_bytes")},
                               .optional = true};
const Table EstimatedCyclesByTile{.name = "compilation_cycles_by_tile",
                                  .columns = {{"id"}, {"cycles_by_tile_rle"}},
                                  .optional = true,
                                  .rowCost = 20};
const Table MeasuredCyclesByTile{
    .name = "cycles_by_tile", .columns = {{"id"}, {"cycles_by_tile_rle"}}, .optional = true, .rowCost = 20};
const Table ExecutionRuns{.name = "runs", .columns = {{"id"}, {"name"}, {"num_steps"}}, .optional = true};
const Table Steps{.name = "steps", .columns = {{"id"}, {"program"}}, .optional = true};
const Table StepsByIpu{.name = "steps_by_ipu",
                       .columns = {{"step_id"},
                                   {"ipu"},
                                   {"cycles_base"},
                                   {"active_cycles_from_min"},
                                   {"cycles"},
                                   optional("active_tiles"),
                                   optional("tile_balance"),
                                   optional("tile_cycles_id")},
                       .optional = true};

std::span<const Table* const> tables() {
    static constexpr std::array<const Table*, 42> all{&VersionInfo,
                                                      &PoplarVersion,
                                                      &DateTime,
                                                      &CompilationInfo,
                                                      &CompilationParameters,
                                                      &CompilationTrace,
                                                      &TargetInfo,
                                                      &VertexTypes,
                                                      &MemoryByVertexType,
                                                      &ComputeSets,
                                                      &VertexInstances,
                                                      &DepthFirstSteps,
                                                      &NotAlwaysLive,
                                                      &EqClasses,
                                                      &EqClassStep,
                                                      &UnloweredVars,
                                                      &DebugIds,
                                                      &VarCategories,
                                                      &VarsStringTable,
                                                      &VarsInfo,
                                                      &ExchangeRegions,
                                                      &ProgramTypes,
                                                      &OnTileExecute,
                                                      &DoExchange,
                                                      &GlobalExchange,
                                                      &CodeCopy,
                                                      &StreamCopyMid,
                                                      &FromHost,
                                                      &ToHost,
                                                      &Repeat,
                                                      &Call,
                                                      &FunctionPrograms,
                                                      &ControlPrograms,
                                                      &Programs,
                                                      &MemoryByTile,
                                                      &MemoryByCategory,
                                                      &MemoryByComputeSet,
                                                      &EstimatedCyclesByTile,
                                                      &MeasuredCyclesByTile,
                                                      &ExecutionRuns,
                                                      &Steps,
                                                      &StepsByIpu};
    return all;
}

std::string detailTable(std::string_view programType) {
    std::string table = "program_type";
    for (const char c : programType) {
        if (c >= 'A' && c <= 'Z') {
            table += {'_', static_cast<char>(c - 'A' + 'a')};
        } else {
            table += c;
        }
    }
    return table;
}

} // namespace tileline::poplar
