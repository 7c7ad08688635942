// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/tileline/tilelineformat.h"

#include <array>

namespace tileline::format {

const Table Meta{
    .name = "meta", .columns = {{"key", "TEXT PRIMARY KEY"}, {"value", "TEXT NOT NULL"}}, .keyed = false};

const Table Target{.name = "target",
                   .columns = {{"architecture", "TEXT NOT NULL"},
                               {"num_ipus", "INTEGER NOT NULL"},
                               {"tiles_per_ipu", "INTEGER NOT NULL"},
                               {"num_tiles", "INTEGER NOT NULL"},
                               {"bytes_per_tile", "INTEGER NOT NULL"},
                               {"clock_hz", "INTEGER NOT NULL"},
                               {"num_replicas", "INTEGER NOT NULL"}},
                   .keyed = false};

const Table Program{.name = "program",
                    .columns = {{"id", "INTEGER PRIMARY KEY"},
                                {"type", "TEXT NOT NULL"},
                                {"name", "TEXT NOT NULL"},
                                {"debug_context", "INTEGER"},
                                {"compute_set", "INTEGER"},
                                {"children", "BLOB"},
                                {"control_code", "BLOB"},
                                {"code_bytes", "BLOB"},
                                {"variables", "BLOB"},
                                {"repeat_count", "INTEGER", true},
                                {"function", "INTEGER", true}}};

const Table RootProgram{.name = "root_program",
                        .columns = {{"position", "INTEGER PRIMARY KEY"}, {"program", "INTEGER NOT NULL"}},
                        .order = "position"};

const Table ComputeSet{.name = "compute_set",
                       .columns = {{"id", "INTEGER PRIMARY KEY"}, {"name", "TEXT NOT NULL"}}};

const Table ComputeSetVertex{.name = "compute_set_vertex",
                             .columns = {{"compute_set", "INTEGER NOT NULL"},
                                         {"vertex_type", "INTEGER NOT NULL"},
                                         {"count_by_tile", "BLOB NOT NULL"}},
                             .constraint = "PRIMARY KEY(compute_set, vertex_type)",
                             .withoutRowid = true};

const Table VertexType{
    .name = "vertex_type",
    .columns = {{"id", "INTEGER PRIMARY KEY"}, {"name", "TEXT NOT NULL"}, {"size", "INTEGER NOT NULL"}}};

const Table VertexCode{.name = "vertex_code",
                       .columns = {{"name", "TEXT PRIMARY KEY"}, {"bytes_by_tile", "BLOB NOT NULL"}},
                       .keyed = false};

const Table LivenessStep{.name = "liveness_step",
                         .columns = {{"step", "INTEGER PRIMARY KEY"},
                                     {"program", "INTEGER NOT NULL"},
                                     {"not_always_live_bytes", "INTEGER NOT NULL"}},
                         .order = "step"};

const Table EquivalenceClass{.name = "equivalence_class",
                             .columns = {{"id", "INTEGER PRIMARY KEY"}, {"intervals", "BLOB NOT NULL"}}};

const Table Variable{.name = "variable",
                     .columns = {{"id", "INTEGER PRIMARY KEY"},
                                 {"name", "TEXT NOT NULL"},
                                 {"debug_context", "INTEGER"},
                                 {"always_live", "INTEGER NOT NULL"},
                                 {"element_type", "TEXT"},
                                 {"shape", "TEXT"}}};

const Table LoweredVariable{.name = "lowered_variable",
                            .columns = {{"tile", "INTEGER PRIMARY KEY"},
                                        {"id", "BLOB NOT NULL"},
                                        {"bytes", "BLOB NOT NULL"},
                                        {"equivalence_class", "BLOB NOT NULL"},
                                        {"variable", "BLOB NOT NULL"},
                                        {"address", "BLOB"},
                                        {"category", "BLOB", true},
                                        {"flags", "BLOB", true},
                                        {"name_base", "BLOB", true},
                                        {"name_vertex_field", "BLOB", true},
                                        {"name_suffix", "BLOB", true}},
                            .order = "tile"};

const Table TileMemory{.name = "tile_memory",
                       .columns = {{"category", "TEXT PRIMARY KEY"}, {"bytes_by_tile", "BLOB NOT NULL"}},
                       .keyed = false};

const Table Operation{
    .name = "operation",
    .columns = {{"position", "INTEGER PRIMARY KEY"}, {"uid", "INTEGER NOT NULL"}, {"name", "TEXT NOT NULL"}},
    .order = "position",
    .optional = true};

const Table OperationDetail{.name = "operation_detail",
                            .columns = {{"uid", "INTEGER PRIMARY KEY"},
                                        {"first_step", "INTEGER"},
                                        {"last_step", "INTEGER"},
                                        {"debug_json", "TEXT NOT NULL"},
                                        {"programs", "BLOB NOT NULL"},
                                        {"variables", "BLOB NOT NULL"}},
                            .optional = true};

const Table ExecutionRun{.name = "execution_run",
                         .columns = {{"id", "INTEGER PRIMARY KEY"}, {"name", "TEXT NOT NULL"}}};

const Table ExecutionStep{.name = "execution_step",
                          .columns = {{"run", "INTEGER NOT NULL"},
                                      {"step", "INTEGER NOT NULL"},
                                      {"program", "INTEGER"},
                                      {"ipu", "INTEGER NOT NULL"},
                                      {"cycles_from", "INTEGER NOT NULL"},
                                      {"cycles_to", "INTEGER NOT NULL"},
                                      {"active_tiles", "INTEGER"},
                                      {"tile_balance", "REAL"},
                                      {"data_in", "INTEGER"},
                                      {"data_out", "INTEGER"}},
                          .keyed = false};

const Table EngineOption{
    .name = "engine_option",
    .columns = {{"name", "TEXT NOT NULL"}, {"value", "TEXT NOT NULL"}, {"is_default", "INTEGER NOT NULL"}},
    .keyed = false,
    .optional = true};

const Table CompilePhase{
    .name = "compile_phase",
    .columns = {{"name", "TEXT NOT NULL"}, {"start", "INTEGER NOT NULL"}, {"duration", "INTEGER NOT NULL"}},
    .keyed = false,
    .optional = true};

const Table FunctionProgram{.name = "function_program",
                            .columns = {{"function", "INTEGER NOT NULL"},
                                        {"position", "INTEGER NOT NULL"},
                                        {"program", "INTEGER NOT NULL"}},
                            .keyed = false,
                            .order = "function, position",
                            .optional = true};

const Table VariableContext{.name = "variable_context",
                            .columns = {{"variable", "INTEGER NOT NULL"}, {"context", "INTEGER NOT NULL"}},
                            .keyed = false,
                            .optional = true};

const Table VariableCategory{.name = "variable_category",
                             .columns = {{"id", "INTEGER NOT NULL"}, {"name", "TEXT NOT NULL"}},
                             .optional = true};

const Table LoweredString{.name = "lowered_string",
                          .columns = {{"position", "INTEGER PRIMARY KEY"}, {"text", "TEXT NOT NULL"}},
                          .order = "position",
                          .optional = true};

const Table EstimatedCycles{.name = "estimated_cycles",
                            .columns = {{"program", "INTEGER NOT NULL"},
                                        {"ipu", "INTEGER NOT NULL"},
                                        {"cycles_by_tile", "BLOB NOT NULL"}},
                            .keyed = false,
                            .optional = true};

const Table MeasuredCycles{.name = "measured_cycles",
                           .columns = {{"step", "INTEGER NOT NULL"},
                                       {"ipu", "INTEGER NOT NULL"},
                                       {"cycles_by_tile", "BLOB NOT NULL"}},
                           .keyed = false,
                           .optional = true};

std::span<const Table* const> tables() {
    static constexpr std::array<const Table*, 17> all{
        &Meta,       &Target,     &Program,         &RootProgram,      &ComputeSet,   &ComputeSetVertex,
        &VertexType, &VertexCode, &LivenessStep,    &EquivalenceClass, &Variable,     &LoweredVariable,
        &TileMemory, &Operation,  &OperationDetail, &ExecutionRun,     &ExecutionStep};
    return all;
}

std::span<const Table* const> addedTables() {
    static constexpr std::array<const Table*, 8> all{&EngineOption,    &CompilePhase,     &FunctionProgram,
                                                     &VariableContext, &VariableCategory, &LoweredString,
                                                     &EstimatedCycles, &MeasuredCycles};
    return all;
}

} // namespace tileline::format
