// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/profile/reading/sqltable.h"

#include <cstdint>
#include <span>

/// The tables of a Tileline profile. Tileline uses these definitions to create, write and read the tables.
namespace tileline::format {

/// `PRAGMA application_id` of a Tileline profile: 'TLPR'.
inline constexpr uint32_t ApplicationId = 0x544C5052;
/// The value of `PRAGMA user_version` that this program reads and writes.
inline constexpr uint32_t Version = 1;
/// In the table meta, each key with this prefix names a part of the profile that the exporter could not get.
inline constexpr std::string_view MissingPrefix = "missing: ";

using Id = ColumnOf<&TableCursor::u32, "INTEGER PRIMARY KEY">;
using Position = ColumnOf<&TableCursor::position, "INTEGER PRIMARY KEY">;
using RowNumber = ColumnOf<&TableCursor::rowNumber, "INTEGER PRIMARY KEY">;
using U32 = ColumnOf<&TableCursor::u32, "INTEGER NOT NULL">;
using U64 = ColumnOf<&TableCursor::u64, "INTEGER NOT NULL">;
using Flag = ColumnOf<&TableCursor::flag, "INTEGER NOT NULL">;
using OptionalU32 = ColumnOf<&TableCursor::optionalU32, "INTEGER">;
using OptionalU64 = ColumnOf<&TableCursor::optionalU64, "INTEGER">;
using OptionalReal = ColumnOf<&TableCursor::optionalReal, "REAL">;
using Key = ColumnOf<&TableCursor::text, "TEXT PRIMARY KEY">;
using Text = ColumnOf<&TableCursor::text, "TEXT NOT NULL">;
using OptionalText = ColumnOf<&TableCursor::optionalText, "TEXT">;
using List = ColumnOf<&TableCursor::list, "BLOB NOT NULL">;
using OptionalList = ColumnOf<&TableCursor::optionalList, "BLOB">;
using Array = ColumnOf<&TableCursor::byTile, "BLOB NOT NULL">;
using OptionalArray = ColumnOf<&TableCursor::optionalByTile, "BLOB">;

/// Marks a column that was added to version 1 later and may be absent.
inline constexpr bool Added = true;

inline const TableOf Meta({.name = "meta", .keyed = false}, Key("key"), Text("value"));
inline const TableOf Target({.name = "target", .keyed = false}, Text("architecture"), U32("num_ipus"),
                            U32("tiles_per_ipu"), U32("num_tiles"), U64("bytes_per_tile"), U64("clock_hz"),
                            U32("num_replicas"));
inline const TableOf Program({.name = "program"}, Id("id"), Text("type"), Text("name"),
                             OptionalU64("debug_context"), OptionalU32("compute_set"),
                             OptionalList("children"), OptionalArray("control_code"),
                             OptionalArray("code_bytes"), OptionalList("variables"),
                             OptionalU64("repeat_count", Added), OptionalU32("function", Added));
inline const TableOf RootProgram({.name = "root_program"}, Position("position"), U32("program"));
inline const TableOf ComputeSet({.name = "compute_set"}, Id("id"), Text("name"), OptionalU64("flops", Added));
inline const TableOf ComputeSetVertex({.name = "compute_set_vertex",
                                       .constraint = "PRIMARY KEY(compute_set, vertex_type)",
                                       .withoutRowid = true},
                                      U32("compute_set"), U32("vertex_type"), Array("count_by_tile"));
inline const TableOf VertexType({.name = "vertex_type"}, Id("id"), Text("name"), U32("size"));
inline const TableOf VertexCode({.name = "vertex_code", .keyed = false}, Key("name"), Array("bytes_by_tile"));
inline const TableOf LivenessStep({.name = "liveness_step"}, RowNumber("step"), U32("program"),
                                  U64("not_always_live_bytes"));
inline const TableOf EquivalenceClass({.name = "equivalence_class"}, Id("id"), List("intervals"));
inline const TableOf Variable({.name = "variable"}, Id("id"), Text("name"), OptionalU64("debug_context"),
                              Flag("always_live"), OptionalText("element_type"), OptionalText("shape"));
inline const TableOf LoweredVariable({.name = "lowered_variable"}, Id("tile"), List("id"), List("bytes"),
                                     List("equivalence_class"), List("variable"), OptionalList("address"),
                                     OptionalList("category", Added), OptionalList("flags", Added),
                                     OptionalList("name_base", Added),
                                     OptionalList("name_vertex_field", Added),
                                     OptionalList("name_suffix", Added));
inline const TableOf TileMemory({.name = "tile_memory", .keyed = false}, Key("category"),
                                Array("bytes_by_tile"));
inline const TableOf Operation({.name = "operation", .optional = true}, Position("position"), U32("uid"),
                               Text("name"));
inline const TableOf OperationDetail({.name = "operation_detail", .optional = true}, Id("uid"),
                                     OptionalU32("first_step"), OptionalU32("last_step"), Text("debug_json"),
                                     List("programs"), List("variables"));
inline const TableOf ExecutionRun({.name = "execution_run"}, Id("id"), Text("name"));
inline const TableOf ExecutionStep({.name = "execution_step", .keyed = false}, U32("run"), U32("step"),
                                   OptionalU32("program"), U32("ipu"), U64("cycles_from"), U64("cycles_to"),
                                   OptionalU32("active_tiles"), OptionalReal("tile_balance"),
                                   OptionalU64("data_in"), OptionalU64("data_out"),
                                   OptionalU64("cycles", Added));

// Tables that were added to version 1 later. Readers that do not know these tables still get everything they
// need.
inline const TableOf EngineOption({.name = "engine_option", .keyed = false, .optional = true}, Text("name"),
                                  Text("value"), Flag("is_default"));
inline const TableOf CompilePhase({.name = "compile_phase", .keyed = false, .optional = true}, Text("name"),
                                  U64("start"), U64("duration"));
inline const TableOf FunctionProgram({.name = "function_program", .keyed = false, .optional = true},
                                     U32("function"), U32("position"), U32("program"));
inline const TableOf VariableContext({.name = "variable_context", .keyed = false, .optional = true},
                                     U32("variable"), U64("context"));
inline const TableOf VariableCategory({.name = "variable_category", .optional = true}, U32("id"),
                                      Text("name"));
inline const TableOf LoweredString({.name = "lowered_string", .optional = true}, RowNumber("position"),
                                   Text("text"));
inline const TableOf EstimatedCycles({.name = "estimated_cycles", .keyed = false, .optional = true},
                                     U32("program"), U32("ipu"), Array("cycles_by_tile"));
inline const TableOf MeasuredCycles({.name = "measured_cycles", .keyed = false, .optional = true},
                                    U32("step"), U32("ipu"), Array("cycles_by_tile"));
inline const TableOf StepSync({.name = "step_sync", .optional = true}, Id("step"), Text("sync_type"));
inline const TableOf RunTime({.name = "run_time", .optional = true}, Id("run"), OptionalU64("start_us"),
                             OptionalU64("elapsed_us"));
inline const TableOf RunIpu({.name = "run_ipu", .keyed = false, .optional = true}, U32("run"), U32("ipu"),
                            OptionalU64("clock_hz"), OptionalU64("cycles_from"), OptionalU64("cycles_to"));
inline const TableOf Block({.name = "block", .keyed = false, .optional = true}, U32("tile"),
                           U64("cycles_from"), U64("cycles_to"), OptionalU32("block"), U32("type"));
inline const TableOf ProgramBytes({.name = "program_bytes", .keyed = false, .optional = true}, U32("program"),
                                  U32("ipu"), U64("bytes_in"), U64("bytes_out"));
inline const TableOf LivenessIpu({.name = "liveness_ipu", .keyed = false, .optional = true}, U32("ipu"),
                                 U32("step"), U64("not_always_live_bytes"));

/// The original tables of version 1, and the tables that were added to version 1 later.
std::span<const Table* const> tables();
std::span<const Table* const> addedTables();

} // namespace tileline::format
