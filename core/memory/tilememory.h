// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/profile/profile.h"

#include <cstdint>
#include <optional>
#include <span>
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

/// The greatest share, of tiles with at least 95 % of the greatest total; of equal ones that of the first
/// tile. Empty if the profile does not say, or if its fullest tile is less than half full: the gaps of an
/// empty tile are no need.
std::optional<LayoutSlack> layoutSlackOf(const Profile& profile);

/// Number of values in bins of equal width. Bin i has the values from `from` + i × `binWidth`, up to but not
/// including the start of the next bin.
struct Histogram {
    uint64_t from = 0;
    uint64_t binWidth = 1;
    std::vector<uint32_t> counts;
};

/// Histogram of `values` with at most `bins` bins, from the minimum to the maximum value.
Histogram histogramOf(std::span<const uint64_t> values, size_t bins);

} // namespace tileline
