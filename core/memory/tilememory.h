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

/// Bytes per tile by category, as columns: the data of the tile memory views, for a profile or for a stage.
struct TileMemory {
    struct Category {
        std::string name;            ///< "category.vertexCode", "gaps", ...
        std::vector<uint32_t> bytes; ///< by tile
    };
    std::vector<Category> categories; ///< in stacking order; they add up to `totals`
    std::vector<uint64_t> totals;     ///< by tile

    size_t tileCount() const { return totals.size(); }
    /// The first tile with the maximum total; tile 0 if there are no tiles.
    TileId peakTile() const;
};

/// The memory of all tiles as Poplar counted it, before any split.
///
/// The categories are those named `category.NAME` in the file, largest sum first, without those that are 0
/// everywhere. Variables that are live at different times can share addresses. If the file tells how much of
/// a category does (`category.NAME.REGION.overlapped`), the category is shown without that, and the addresses
/// that are shared are added once, as "overlapping". Otherwise bytes in `total.excludingGaps` beyond the
/// categories are added as "other". Bytes in `total.includingGaps` beyond that are added as "gaps", so that
/// the stack reaches the total that Poplar compares with the tile's memory. If the file has no `category.*`,
/// always-live and not-always-live bytes are the categories. Empty if the profile has no tile memory at all.
TileMemory tileMemoryOf(const Profile& profile);

/// How much more than its live bytes a tile of the profile needs for the layout of its memory. Poplar fails
/// when addresses run out, which no estimate of live bytes tells.
struct LayoutSlack {
    TileId tile;
    uint64_t bytes = 0; ///< total with gaps, less always-live bytes, less the most not-always-live bytes
    double share = 0;   ///< of the tile's total with gaps
};

/// The largest share, of tiles with at least 95 % of the largest total; of equal ones that of the first tile.
/// Empty if the profile does not say, or if its fullest tile is less than half full: the gaps of an empty
/// tile are no need.
std::optional<LayoutSlack> layoutSlackOf(const Profile& profile);

/// The per cent to keep free of every tile, so that a plan has room for the same layout.
uint32_t keepFreeOf(const LayoutSlack& slack);

/// Number of values in bins of equal width. Bin i has the values from `from` + i × `binWidth`, up to but not
/// including the start of the next bin.
struct Histogram {
    uint64_t from = 0;
    uint64_t binWidth = 1;
    std::vector<uint32_t> counts;
};

/// Histogram of `values` with at most `bins` bins, from the minimum to the maximum value.
Histogram histogramOf(std::span<const uint64_t> values, size_t bins);

/// A variable on a tile: the sum of its lowered variables there.
struct TileVariable {
    VariableIndex variable; ///< NoId: the sum of all lowered variables of a category without a variable
    uint64_t bytes = 0;
    bool alwaysLive = false;
    uint8_t category = NoCategory; ///< of those without a variable, as in LoweredVariables::category

    bool operator==(const TileVariable&) const = default;
};

/// The vertices with one name on a tile.
struct TileVertex {
    std::string name{};
    uint64_t instances = 0;  ///< over all compute sets
    uint64_t stateBytes = 0; ///< instances × size
    uint64_t codeBytes = 0;

    bool operator==(const TileVertex&) const = default;
};

/// Exchange code of a program on a tile.
struct TileExchange {
    ProgramIndex program;
    uint64_t codeBytes = 0;

    bool operator==(const TileExchange&) const = default;
};

/// What is on one tile; each list has the largest entry first.
struct TileContents {
    std::vector<TileVariable> variables;
    std::vector<TileVertex> vertices;
    std::vector<TileExchange> exchanges;

    bool operator==(const TileContents&) const = default;
};

/// Everything on the tile in the whole profile: all variables (DataVariables) no matter when they are live,
/// all compute sets, all programs.
Outcome<TileContents> tileContents(const Profile& profile, TileId tile, std::stop_token stop = {});

} // namespace tileline
