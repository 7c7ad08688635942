// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/memory/liveness.h"

#include <cmath>
#include <cstdint>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace tileline {

/// The bytes of each tile by category, as columns. The tile memory views show these columns for a profile or
/// a stage.
struct TileMemory {
    struct Category {
        std::string name;            ///< "category.vertexCode", "gaps", ...
        std::vector<uint32_t> bytes; ///< bytes by tile
    };
    std::vector<Category> categories; ///< in stacking order; on each tile, the categories add up to `totals`
    std::vector<uint64_t> totals;     ///< bytes by tile

    size_t tileCount() const { return totals.size(); }
    /// The first tile with the maximum total; tile 0 if there are no tiles.
    TileId peakTile() const;
};

/// How the bytes of each tile are divided into parts.
enum class TileBreakdown { Category, Region, Liveness };

/// The memory of all tiles as Poplar counted it, before any split. Empty if the profile has no tile memory.
///
/// `by` decides what the parts are:
/// - Category: the file's categories, `category.NAME`
/// - Region: the kinds of memory, `region.NAME`
/// - Liveness, or if the file has none of the parts above: always-live and not-always-live bytes
///
/// Categories and regions are sorted by their sum over all tiles, largest first; those that are 0 on all
/// tiles are left out. Variables that are live at different times can share addresses. If the file states a
/// category's bytes at shared addresses (`category.NAME.REGION.overlapped`), these bytes are subtracted from
/// the category, and each shared address is counted once, in the part "overlapping". Otherwise, the part
/// "other" has the bytes of `total.excludingGaps` that are in no category. The part "gaps" has the rest of
/// `total.includingGaps`. Therefore, the parts add up to the total that Poplar compares with the tile's
/// memory.
TileMemory tileMemoryOf(const Profile& profile, TileBreakdown by = TileBreakdown::Category);

/// How many bytes the memory layout of a tile takes beyond the live bytes. This slack can make Poplar run out
/// of addresses on a tile although the live bytes would fit. The estimate cannot predict such a failure.
struct LayoutSlack {
    TileId tile;
    uint64_t bytes = 0; ///< total with gaps, minus always-live bytes, minus peak of not-always-live bytes
    double share = 0;   ///< `bytes` as a share of the tile's total with gaps

    /// The percentage of each tile's memory that a plan must leave free as room for the slack.
    uint32_t keepFree() const { return static_cast<uint32_t>(std::ceil(share * 100)); }
};

/// Finds the tile with the largest LayoutSlack::share (on a tie, the first) among the tiles whose total is at
/// least 95 % of the largest total. Empty if the profile lacks a necessary figure, or if its fullest tile is
/// less than half full, because large gaps mean little if a lot of memory is free.
std::optional<LayoutSlack> layoutSlackOf(const Profile& profile);

/// The number of values in each bin; all bins have the same width. Bin i begins at `from` + i × `binWidth`
/// and ends where the next bin begins.
struct Histogram {
    uint64_t from = 0;
    uint64_t binWidth = 1;
    std::vector<uint32_t> counts;
};

/// The histogram of `values` with at most `bins` bins, from the minimum to the maximum value.
Histogram histogramOf(std::span<const uint64_t> values, size_t bins);

/// All vertices with the same name on some tiles.
struct TileVertex {
    std::string name{};
    uint64_t instances = 0;  ///< number of vertices in all compute sets
    uint64_t stateBytes = 0; ///< instances × size
    uint64_t codeBytes = 0;
    /// For each compute set with such vertices: their state bytes, and its position in Profile::computeSets.
    std::vector<std::pair<uint64_t, uint32_t>> computeSets{};

    bool operator==(const TileVertex&) const = default;
};

/// A compute set with vertices on some tiles.
struct TileComputeSet {
    ComputeSetIndex set;
    uint64_t vertexTypes = 0; ///< number of vertex types with instances on the tiles
    uint64_t instances = 0;
    uint64_t stateBytes = 0;

    bool operator==(const TileComputeSet&) const = default;
};

/// An exchange program on some tiles.
struct TileExchange {
    ProgramIndex program;
    uint64_t codeBytes = 0;
    uint64_t variableBytes = 0; ///< size, on these tiles, of the variables that the program exchanges

    bool operator==(const TileExchange&) const = default;
};

/// A lowered variable during one interval in which it is live: a rectangle of addresses × steps.
struct MapEntry {
    LoweredIndex row;
    uint32_t offset = NoId; ///< bytes from the beginning of the tile's memory; NoId if unknown
    StepInterval live;
    bool alwaysLive = false;
};

/// The locations of all allocated variables of a tile, sorted by offset and then by step. A variable that is
/// live in several intervals has a MapEntry for each interval. Variables without an offset come last.
Outcome<std::vector<MapEntry>> memoryMap(const Profile& profile, TileId tile,
                                         const std::stop_token& stop = {});

/// The name to show for a lowered variable: its own name or, if that is empty, the name of its unlowered
/// variable.
std::string loweredName(const Profile& profile, LoweredIndex row);

/// The contents of some tiles; each list has the largest element first.
struct TileContents {
    std::vector<LiveVariable> variables; ///< by variable: all its parts on the tiles, live or not
    std::vector<TileVertex> vertices;
    std::vector<TileComputeSet> computeSets;
    std::vector<TileExchange> exchanges;

    bool operator==(const TileContents&) const = default;
};

/// The contents of some tiles in all steps together: all compute sets, all programs, and all variables that
/// contain data (DataVariables), even if they are never live at the same time.
Outcome<TileContents> tileContents(const Profile& profile, const TileSet& tiles,
                                   const std::stop_token& stop = {});
/// The vertices and compute sets on `tiles`. If `some` is not empty, only the compute sets i with `some[i]`
/// are included.
TileContents tileVertices(const Profile& profile, const TileSet& tiles, const std::vector<bool>& some = {});
/// The exchange programs that have code on the tiles; `variableBytes` stays 0.
std::vector<TileExchange> tileExchanges(const Profile& profile, const TileSet& tiles);
/// The bytes of the variables that an exchange program sends or receives, counted on `tiles`.
uint64_t exchangedBytes(const Profile& profile, const TileSet& tiles, ProgramIndex program);

/// By variable, and then by tile of `tiles`: the bytes of the variable on the tile.
Outcome<std::vector<std::vector<uint64_t>>> variablesByTile(const Profile& profile,
                                                            const std::vector<VariableIndex>& variables,
                                                            TileRange tiles,
                                                            const std::stop_token& stop = {});

} // namespace tileline
