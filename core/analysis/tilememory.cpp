// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/tilememory.h"

#include <algorithm>
#include <numeric>

namespace tileline {

namespace {

uint64_t sum(std::span<const uint32_t> bytes) {
    return std::accumulate(bytes.begin(), bytes.end(), uint64_t{0});
}

void add(TileMemory& memory, std::string name, ByTile bytes) {
    std::vector<uint32_t> column(memory.tileCount());
    std::copy_n(bytes.begin(), std::min(bytes.size(), column.size()), column.begin());
    for (size_t tile = 0; tile < column.size(); ++tile) {
        memory.totals[tile] += column[tile];
    }
    memory.categories.push_back({std::move(name), std::move(column)});
}

/// Adds a category that raises the stack to `total` on each tile where `total` is higher.
void fillUp(TileMemory& memory, std::string name, const TileMemoryCategory* total) {
    if (!total) {
        return;
    }
    std::vector<uint32_t> missing(memory.tileCount());
    for (size_t tile = 0; tile < missing.size(); ++tile) {
        const uint64_t bytes = at(total->bytes, tile);
        missing[tile] = bytes > memory.totals[tile] ? static_cast<uint32_t>(bytes - memory.totals[tile]) : 0;
    }
    if (sum(missing) > 0) {
        add(memory, std::move(name), missing);
    }
}

std::vector<const TileMemoryCategory*> stackedCategories(const Profile& profile) {
    std::vector<const TileMemoryCategory*> categories;
    for (const TileMemoryCategory& category : profile.tileMemory) {
        if (category.isCategory() && sum(category.bytes) > 0) {
            categories.push_back(&category);
        }
    }
    std::stable_sort(categories.begin(), categories.end(),
                     [](const TileMemoryCategory* a, const TileMemoryCategory* b) {
                         return sum(a->bytes) > sum(b->bytes);
                     });
    if (categories.empty()) {
        for (const char* name : {"alwaysLive", "notAlwaysLive"}) {
            if (const TileMemoryCategory* category = profile.findTileMemory(name)) {
                categories.push_back(category);
            }
        }
    }
    return categories;
}

} // namespace

TileId TileMemory::peakTile() const {
    const auto peak = std::max_element(totals.begin(), totals.end());
    return {static_cast<uint32_t>(peak - totals.begin())};
}

TileMemory tileMemoryOf(const Profile& profile) {
    TileMemory memory;
    if (profile.tileMemory.empty()) {
        return memory;
    }
    memory.totals.resize(profile.target.numTiles);
    for (const TileMemoryCategory* category : stackedCategories(profile)) {
        add(memory, category->name, category->bytes);
    }
    fillUp(memory, "other", profile.findTileMemory("total.excludingGaps"));
    fillUp(memory, "gaps", profile.findTileMemory("total.includingGaps"));
    return memory;
}

Histogram histogramOf(std::span<const uint64_t> values, size_t bins) {
    Histogram histogram;
    if (values.empty() || bins == 0) {
        return histogram;
    }
    const auto [minimum, maximum] = std::minmax_element(values.begin(), values.end());
    const uint64_t range = *maximum - *minimum;
    histogram.from = *minimum;
    histogram.binWidth = range / bins + 1;
    histogram.counts.resize(range / histogram.binWidth + 1);
    for (const uint64_t value : values) {
        ++histogram.counts[(value - histogram.from) / histogram.binWidth];
    }
    return histogram;
}

} // namespace tileline
