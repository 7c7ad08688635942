// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/profile/profile.h"

#include <cstdint>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace tileline {

/// The bytes of each tile by category, as columns. The tile memory views show them for a profile or a stage.
struct TileMemory {
    struct Category {
        std::string name;            ///< "category.vertexCode", "gaps", ...
        std::vector<uint32_t> bytes; ///< bytes by tile
    };
    std::vector<Category> categories; ///< categories in stacking order, which add up to `totals`
    std::vector<uint64_t> totals;     ///< bytes by tile

    size_t tileCount() const { return totals.size(); }
    /// The first tile with the maximum total; tile 0 if there are no tiles.
    TileId peakTile() const;
};

/// The memory of all tiles as Poplar counted it, before any split.
///
/// The categories are those named `category.NAME` in the file, largest sum first, without those that are 0 on
/// all tiles. Variables that are live at different times can share addresses. If the file states how many
/// bytes of a category share addresses (`category.NAME.REGION.overlapped`), these are subtracted from the
/// category, and the shared addresses are added once, as "overlapping". Otherwise, bytes in
/// `total.excludingGaps` beyond the categories are added as "other". Further bytes in `total.includingGaps`
/// are added as "gaps", so that the sum is what Poplar compares with the tile's memory. If the file has no
/// `category.*`, the categories are always-live and not-always-live bytes. Empty if the profile has no tile
/// memory.
TileMemory tileMemoryOf(const Profile& profile);

/// The bytes that the memory layout of a tile of the profile needs in addition to its live bytes. Poplar
/// fails if addresses run out, which an estimate of live bytes cannot predict.
struct LayoutSlack {
    TileId tile;
    uint64_t bytes = 0; ///< total with gaps, minus always-live bytes, minus peak of the other bytes
    double share = 0;   ///< `bytes` as a share of the tile's total with gaps
};

/// The slack of the tile with the largest share (on a tie, the first) among tiles with at least 95 % of the
/// largest total. Empty if the profile does not state it, or if its fullest tile is less than half full,
/// because the gaps on a tile with much free memory need not be so large.
std::optional<LayoutSlack> layoutSlackOf(const Profile& profile);

/// The percentage of every tile's memory to keep free, so that a plan has room for as much slack.
uint32_t keepFreeOf(const LayoutSlack& slack);

/// The number of values in each bin; all bins have the same width. Bin i begins at `from` + i × `binWidth`
/// and ends where the next bin begins.
struct Histogram {
    uint64_t from = 0;
    uint64_t binWidth = 1;
    std::vector<uint32_t> counts;
};

/// The histogram of `values` with at most `bins` bins, from the minimum to the maximum value.
Histogram histogramOf(std::span<const uint64_t> values, size_t bins);

/// A variable on a tile: the sum of its lowered variables there.
struct TileVariable {
    VariableIndex variable; ///< NoId: the sum of a category's lowered variables that have no variable
    uint64_t bytes = 0;
    bool alwaysLive = false;
    uint8_t category = NoCategory; ///< set only if there is no variable; as in LoweredVariables::category

    bool operator==(const TileVariable&) const = default;
};

/// The vertices on a tile that share a name.
struct TileVertex {
    std::string name{};
    uint64_t instances = 0;  ///< number over all compute sets
    uint64_t stateBytes = 0; ///< instances × size
    uint64_t codeBytes = 0;

    bool operator==(const TileVertex&) const = default;
};

/// The exchange code of a program on a tile.
struct TileExchange {
    ProgramIndex program;
    uint64_t codeBytes = 0;

    bool operator==(const TileExchange&) const = default;
};

/// The contents of one tile; each list has the largest entry first.
struct TileContents {
    std::vector<TileVariable> variables;
    std::vector<TileVertex> vertices;
    std::vector<TileExchange> exchanges;

    bool operator==(const TileContents&) const = default;
};

/// The contents of the tile in the whole profile: all variables (DataVariables), including those that are not
/// live at the same time, all compute sets and all programs.
Outcome<TileContents> tileContents(const Profile& profile, TileId tile, std::stop_token stop = {});

} // namespace tileline
