// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/profile.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace tileline {

/// Bytes per tile by category, as columns: what the tile memory views show, of a profile or of a stage.
struct TileMemory {
    struct Category {
        std::string name;            ///< "category.vertexCode", "gaps", ...
        std::vector<uint32_t> bytes; ///< by tile
    };
    std::vector<Category> categories; ///< in the order in which they stack; they add up to `totals`
    std::vector<uint64_t> totals;     ///< by tile

    size_t tileCount() const { return totals.size(); }
    /// The first tile with the maximum total; tile 0 where there is none.
    TileId peakTile() const;
};

/// The memory of all tiles as Poplar counted it, before any split.
///
/// The categories are those named `category.*` in the file, largest sum first, without those that are 0
/// everywhere. What `total.excludingGaps` has beyond them is added as "other", and what `total.includingGaps`
/// has beyond that as "gaps", so the stack reaches the total that Poplar compares with the tile's memory.
/// Without `category.*`, always-live and not-always-live bytes are the categories. Empty where the profile
/// has no tile memory at all.
TileMemory tileMemoryOf(const Profile& profile);

/// How many values lie in each of `counts.size()` equal bins from `from` on; the last bin includes its end.
struct Histogram {
    uint64_t from = 0;
    uint64_t binWidth = 1;
    std::vector<uint32_t> counts;
};

/// Histogram of `values` in at most `bins` bins from the minimum to the maximum value.
Histogram histogramOf(std::span<const uint64_t> values, size_t bins);

} // namespace tileline
