// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/profile/bytile.h"
#include "core/profile/reading/sqltable.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

/// The tables and columns of Poplar's profile.pop (major version 3 of the schema) that Tileline reads. The
/// tables that the memory estimate does not need are optional.
namespace tileline::poplar {

// The encodings of BLOBs in Poplar's profile.pop.
//
// - Number: groups of seven bits, the most significant one first. The last byte of a number has bit 7 set.
// - Numbers: one number after the other, to the end of the BLOB.
// - Runs: runs up to the end of the BLOB. Each run begins with a number h and has n = floor(h / 2) entries.
//   If h is even, one number follows and is the value of all n entries; if h is odd, n numbers follow.
// - Differences: numbers encoded as Runs. Entry i of the list is the sum of the first i + 1 numbers.
//
// The functions below return errors with `expected` and `actual`, but without a place: BlobLength if the BLOB
// ends within a number or a run, or has a wrong number of entries; OutOfRange if a number is too large.

using Blob = std::span<const std::byte>;

/// Decodes a BLOB with the encoding Numbers. Error: OutOfRange for a number above `maximum`.
Result<std::vector<uint64_t>> decodeNumbers(Blob blob, uint64_t maximum = UINT64_MAX);

/// The number of complete numbers in the BLOB, not counting one that is cut off at the end.
size_t countNumbers(Blob blob);

enum class Encoding : uint8_t { Numbers, Runs };

/// Appends the entries of an array to `out`. Runs are not expanded, because a few bytes can encode any number
/// of entries. Returns the number of entries. Errors: BlobLength if the array has more than `maximumEntries`
/// entries; OutOfRange if an entry does not fit in 32 bits.
Result<size_t> decodeArray(Blob blob, Encoding encoding, size_t maximumEntries, ByTileEncoder& out);

/// Adds each entry of an array to the entry of `sums` at the same position. The array may have at most as
/// many entries as `sums`. The result and the errors are those of decodeArray().
Result<size_t> addArray(Blob blob, Encoding encoding, std::span<uint64_t> sums);

/// Decodes a list of at most `maximumEntries` ids with the encoding Differences, and appends it to `out`.
Result<Done> decodeDifferences(Blob blob, size_t maximumEntries, std::vector<uint32_t>& out);

/// The number of ids in a list with the encoding Differences; 0 if the BLOB is damaged.
size_t countDifferences(Blob blob);

/// The version of the schema that Tileline knows. Other major versions are refused. Profiles with a newer
/// minor version are read, and a note tells the user about the version.
inline constexpr uint32_t Major = 3;
inline constexpr uint32_t NewestMinor = 8;

/// Decodes the BLOBs of rows. An error in a BLOB makes its row fail.
class BlobReader {
public:
    BlobReader(ProfileBuilder& builder, LoadMeter& meter)
        : m_builder(builder)
        , m_meter(meter) {}

    /// Reads an array with an entry for each tile. runsOfIpu() also accepts an array with an entry for each
    /// tile of one IPU. A NULL or empty BLOB gives an empty array.
    ByTile runs(TableCursor& cursor, int column) { return store(cursor, column, Encoding::Runs, {tiles()}); }
    ByTile runsOfIpu(TableCursor& cursor, int column) {
        return store(cursor, column, Encoding::Runs, {m_builder.profile().target.tilesPerIpu, tiles()});
    }
    /// Reads an array with an entry for each IPU. A NULL or empty BLOB gives an empty list.
    std::vector<uint64_t> runsByIpu(TableCursor& cursor, int column);
    ByTile array(TableCursor& cursor, int column) {
        return store(cursor, column, Encoding::Numbers, {tiles()});
    }
    /// Adds each entry of a by-tile array to the entry of `sums` for the same tile.
    static void add(TableCursor& cursor, int column, Encoding encoding, std::vector<uint64_t>& sums);
    std::vector<uint64_t> numbers(TableCursor& cursor, int column) {
        return numbersUpTo(cursor, column, UINT64_MAX);
    }
    std::vector<uint64_t> ids(TableCursor& cursor, int column) {
        return numbersUpTo(cursor, column, NoId - 1);
    }

    /// Passes the size of decoded BLOBs to LoadMeter::spend(). `entries` is this size in units of 32 bits.
    Result<Done> spend(uint64_t entries) { return m_meter.spend(entries * sizeof(uint32_t)); }

private:
    size_t tiles() const { return m_builder.profile().target.numTiles; }
    ByTile store(TableCursor& cursor, int column, Encoding encoding, std::initializer_list<size_t> lengths);
    std::vector<uint64_t> numbersUpTo(TableCursor& cursor, int column, uint64_t maximum);

    ProfileBuilder& m_builder;
    LoadMeter& m_meter;
    ByTileEncoder m_encoder;
    std::unordered_map<std::string, ByTile> m_shortBlobs; ///< by BLOB and encoding: the stored array
};

using U32 = format::ColumnOf<&TableCursor::u32>;
using U64 = format::ColumnOf<&TableCursor::u64>;
using Signed = format::ColumnOf<&TableCursor::signedInteger>;
using RowNumber = format::ColumnOf<&TableCursor::rowNumber>;
using OptionalU32 = format::ColumnOf<&TableCursor::optionalU32>;
using OptionalU64 = format::ColumnOf<&TableCursor::optionalU64>;
using OptionalReal = format::ColumnOf<&TableCursor::optionalReal>;
using Text = format::ColumnOf<&TableCursor::text>;
using OptionalText = format::ColumnOf<&TableCursor::optionalText>;
using Bytes = format::ColumnOf<&TableCursor::blob>;
using Runs = format::ColumnOf<&BlobReader::runs>;
using RunsOfIpu = format::ColumnOf<&BlobReader::runsOfIpu>;
using RunsByIpu = format::ColumnOf<&BlobReader::runsByIpu>;
using Array = format::ColumnOf<&BlobReader::array>;
using Numbers = format::ColumnOf<&BlobReader::numbers>;
using Ids = format::ColumnOf<&BlobReader::ids>;

/// Marks a column that may be absent.
inline constexpr bool Optional = true;
/// The column with the number of the compilation step, in tables that have rows for each compilation step.
inline constexpr std::string_view CompilationStep = "compilation_step_id";

/// In the tables with the details of programs: the columns with the bytes that each IPU receives and sends.
inline constexpr std::string_view BytesIn = "bytes_received_by_ipu_rle";
inline constexpr std::string_view BytesOut = "bytes_sent_by_ipu_rle";

using format::Table;
using format::TableOf;

/// Makes a table whose columns have names, but no types.
inline Table tableWith(Table table, std::initializer_list<std::string_view> required,
                       std::initializer_list<std::string_view> optional) {
    for (const std::string_view name : required) {
        table.columns.push_back({name});
    }
    for (const std::string_view name : optional) {
        table.columns.push_back({name, {}, Optional});
    }
    return table;
}

inline const TableOf VersionInfo({.name = "version_info", .keyed = false}, U32("major"), U32("minor"));
inline const TableOf PoplarVersion({.name = "poplar_version", .keyed = false, .optional = true},
                                   OptionalText("string"));
inline const TableOf DateTime({.name = "date_time", .keyed = false, .optional = true},
                              OptionalText("string"));
inline const TableOf CompilationInfo({.name = "compilation_info", .keyed = false, .optional = true},
                                     OptionalText("compilation_id"));
inline const TableOf GraphInfo({.name = "graph_info", .keyed = false, .optional = true},
                               OptionalU64("num_edges", Optional));
inline const TableOf Instrumentation({.name = "instrumentation_settings", .keyed = false, .optional = true},
                                     OptionalText("compute_level", Optional),
                                     OptionalU32("external_exchange", Optional));
inline const TableOf
    CompilationParameters({.name = "compilation_parameters", .keyed = false, .optional = true}, Text("name"),
                          OptionalText("value"), OptionalU32("is_default"));
inline const TableOf CompilationTrace({.name = "compilation_trace", .keyed = false, .optional = true},
                                      OptionalText("name"), U64("ts"), U64("dur"));
inline const TableOf TargetInfo({.name = "target_info", .keyed = false}, Text("architecture"),
                                U32("num_ipus"), U32("tiles_per_ipu"), U32("num_tiles"),
                                U64("bytes_per_tile"), U64("clock_frequency"),
                                OptionalU32("num_replicas", Optional), OptionalText("type_", Optional),
                                OptionalU64("interleavedMemoryStart", Optional));
inline const TableOf VertexTypes({.name = "vertex_types"}, U32("id"), Text("name"), U32("size"));
inline const TableOf MemoryByVertexType({.name = "memory_by_vertex_type"}, U32("vertex_type"),
                                        Array("code_bytes"));
inline const TableOf ComputeSets({.name = "compute_sets", .rowCost = 140}, U32("compute_set"),
                                 OptionalText("name"), Bytes("var_ids_diff_rle"),
                                 Bytes("estimated_flops_by_tile", Optional),
                                 Numbers("cycles_by_tile_ids", Optional));
inline const TableOf VertexInstances({.name = "vertex_instances", .rowCost = 140}, U32("compute_set"),
                                     U32("vertex_type"), Runs("instances_by_tile"));
inline const TableOf DepthFirstSteps({.name = "depth_first_steps"}, RowNumber("id"), U32("program_id"));
inline const TableOf NotAlwaysLive({.name = "memory_not_always_live_by_step_and_ipu"}, U64("step_id"),
                                   OptionalU32("ipu"), Signed("delta_bytes"));
inline const TableOf EqClasses({.name = "eq_classes"}, U32("id"));
inline const TableOf EqClassStep({.name = "eq_class_step"}, U32("eq_class_id"), U32("step_id_from"),
                                 U32("step_id_to"));
inline const TableOf UnloweredVars({.name = "unlowered_vars", .optional = true}, U32("id"),
                                   OptionalText("name"));
inline const TableOf DebugIds({.name = "debug_ids", .optional = true}, U32("variable_id"), Numbers("ids"));
inline const TableOf VarCategories({.name = "var_categories", .optional = true}, U32("id"), Text("name"));
inline const TableOf VarsStringTable({.name = "vars_string_table", .optional = true}, U32("id"),
                                     OptionalText("string"));
/// The tables VarsInfo and ExchangeRegions are read with a ColumnScan, so their columns need no types.
inline const Table VarsInfo =
    tableWith({.name = "vars_info", .rowCost = 4}, {"var_id", "tile", "size_bytes", "equivalence_class"},
              {"unlowered_var_id", "category", "offset", "bitset", "name_base_id",
               "name_prefix__vertex_field_", "name_suffix"});
inline const Table ExchangeRegions = tableWith({.name = "exchange_regions"}, {"id", "var_id"}, {});
inline const TableOf ProgramTypes({.name = "program_types"}, U32("id"), Text("name"));
inline const TableOf OnTileExecute({.name = "program_type_on_tile_execute"}, U32("id"), U32("compute_set"));
inline const TableOf DoExchange({.name = "program_type_do_exchange", .rowCost = 160}, U32("id"),
                                Runs("code_bytes_by_tile_rle"), OptionalU32("source_regions_id"),
                                OptionalU32("destination_regions_id"),
                                Numbers("cycles_by_tile_ids", Optional));
inline const TableOf GlobalExchange({.name = "program_type_global_exchange", .optional = true}, U32("id"),
                                    OptionalU32("source_regions_id", Optional),
                                    OptionalU32("destination_regions_id", Optional),
                                    RunsByIpu(BytesIn, Optional), RunsByIpu(BytesOut, Optional),
                                    Numbers("estimated_cycles_by_tile_ids", Optional));
inline const TableOf CodeCopy({.name = "program_type_code_copy", .optional = true}, U32("id"),
                              OptionalU32("destination_regions_id", Optional),
                              Numbers("cycles_by_tile_ids", Optional));
inline const TableOf StreamCopyMid({.name = "program_type_stream_copy_mid", .optional = true}, U32("id"),
                                   RunsByIpu(BytesIn, Optional), RunsByIpu(BytesOut, Optional),
                                   Numbers("estimated_cycles_by_tile_ids", Optional));
inline const TableOf Sync({.name = "program_type_sync", .optional = true}, U32("id"),
                          OptionalText("sync_type", Optional));
inline const TableOf FromHost({.name = "host_exchange_from_host", .optional = true},
                              OptionalU32("stream_copy_mid_id"), OptionalU32("regions_id", Optional));
inline const TableOf ToHost({.name = "host_exchange_to_host", .optional = true},
                            OptionalU32("stream_copy_mid_id"), OptionalU32("regions_id", Optional));
inline const TableOf Repeat({.name = "program_type_repeat", .optional = true}, U32("id"),
                            OptionalU64("repeat_count"));
inline const TableOf Call({.name = "program_type_call", .last = CompilationStep, .optional = true}, U32("id"),
                          OptionalU32("function_id"));
inline const TableOf
    FunctionPrograms({.name = "function_programs", .last = CompilationStep, .optional = true}, U32("id"),
                     U32("program"));
inline const TableOf ControlPrograms({.name = "control_programs", .last = CompilationStep}, U32("id"),
                                     U32("program"));
inline const TableOf Programs({.name = "programs", .last = CompilationStep, .rowCost = 800}, U32("id"),
                              U32("variant"), OptionalU32("variant_index"), Ids("children"),
                              OptionalText("name"), OptionalU64("debug_id", Optional),
                              Runs("control_code_bytes_by_tile"));
// MemoryByTile has a row for each tile. Each row of MemoryByCategory and MemoryByComputeSet has arrays with
// an entry for each tile.
inline const Table MemoryByTile =
    tableWith({.name = "memory_by_tile", .optional = true}, {"tile", "total"},
              {"total_including_gaps", "always_live_bytes", "not_always_live_max_bytes", "interleaved",
               "non_interleaved", "overflowed"});
inline const Table MemoryByCategory =
    tableWith({.name = "memory_by_category", .keyed = false, .optional = true}, {"category_id"},
              {"interleaved_non_overlapped", "interleaved_overlapped", "non_interleaved_non_overlapped",
               "non_interleaved_overlapped", "overflowed_non_overlapped", "overflowed_overlapped"});
inline const Table MemoryByComputeSet =
    tableWith({.name = "memory_by_compute_set", .optional = true, .rowCost = 160}, {"compute_set"},
              {"copy_ptr_bytes", "descriptor_bytes", "edge_ptr_bytes", "padding_bytes", "vertex_data_bytes"});
inline const TableOf
    EstimatedCyclesByTile({.name = "compilation_cycles_by_tile", .optional = true, .rowCost = 160}, U32("id"),
                          RunsOfIpu("cycles_by_tile_rle"));
inline const TableOf MeasuredCyclesByTile({.name = "cycles_by_tile", .optional = true, .rowCost = 120},
                                          U32("id"), RunsOfIpu("cycles_by_tile_rle"));
inline const TableOf ExecutionRuns({.name = "runs", .optional = true}, U32("id"), OptionalText("name"),
                                   U64("num_steps"), OptionalU64("start_epoch_time_microseconds", Optional),
                                   OptionalU64("elapsed_microseconds", Optional),
                                   Bytes("estimated_freq_by_ipu", Optional),
                                   Bytes("start_cycles_by_ipu", Optional),
                                   Bytes("end_cycles_by_ipu", Optional));
inline const TableOf Steps({.name = "steps", .optional = true}, U32("id"), OptionalU32("program"),
                           OptionalText("sync_type", Optional));
inline const TableOf StepsByIpu({.name = "steps_by_ipu", .optional = true}, U32("step_id"), U32("ipu"),
                                U64("cycles_base"), U64("active_cycles_from_min"), U64("cycles"),
                                OptionalU32("active_tiles", Optional), OptionalReal("tile_balance", Optional),
                                OptionalU32("tile_cycles_id", Optional),
                                OptionalU64("active_cycles_to_max", Optional));
inline const TableOf Blocks({.name = "blocks", .keyed = false, .optional = true}, U32("tile"),
                            U64("cycles_from"), U64("cycles_to"), OptionalU32("block_id", Optional),
                            U32("type"));

std::span<const Table* const> tables();

/// The name of the table that contains the details of all programs of one type: "program_type_do_exchange"
/// for "DoExchange".
std::string detailTable(std::string_view programType);

} // namespace tileline::poplar
