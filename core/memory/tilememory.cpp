// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/tilememory.h"

#include "core/memory/datavariables.h"
#include "core/memory/liveness.h"
#include "core/memory/operationtiles.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <string_view>
#include <utility>

namespace tileline {

namespace {

uint64_t sum(std::span<const uint32_t> bytes) {
    return std::accumulate(bytes.begin(), bytes.end(), uint64_t{0});
}

void add(TileMemory& memory, std::string name, std::vector<uint32_t> column) {
    for (size_t tile = 0; tile < column.size(); ++tile) {
        memory.totals[tile] += column[tile];
    }
    memory.categories.push_back({std::move(name), std::move(column)});
}

/// Adds a category that raises the sum of the categories to `total` on each tile where `total` is higher.
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
        add(memory, std::move(name), std::move(missing));
    }
}

/// Subtracts from each category the bytes whose addresses other variables use at other times
/// (`category.X.REGION.overlapped`). Returns whether the profile has these figures.
bool withoutOverlaps(const Profile& profile, std::vector<TileMemory::Category>& categories) {
    bool known = false;
    for (TileMemory::Category& category : categories) {
        for (const TileMemoryCategory& part : profile.tileMemory) {
            if (part.name.starts_with(category.name + ".") && part.name.ends_with(".overlapped")) {
                known = true;
                for (size_t tile = 0; tile < category.bytes.size(); ++tile) {
                    category.bytes[tile] -= std::min(category.bytes[tile], at(part.bytes, tile));
                }
            }
        }
    }
    return known;
}

std::vector<uint32_t> columnOf(const Profile& profile, const TileMemoryCategory& category) {
    return expanded(category.bytes, profile.target.numTiles);
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
    std::vector<TileMemory::Category> categories;
    for (const TileMemoryCategory& category : profile.tileMemory) {
        if (category.isCategory()) {
            categories.push_back({category.name, columnOf(profile, category)});
        }
    }
    const bool overlapsAreKnown = withoutOverlaps(profile, categories);
    std::erase_if(categories, [](const TileMemory::Category& category) { return sum(category.bytes) == 0; });
    std::stable_sort(categories.begin(), categories.end(),
                     [](const auto& a, const auto& b) { return sum(a.bytes) > sum(b.bytes); });
    if (categories.empty()) {
        for (const char* name : {"alwaysLive", "notAlwaysLive"}) {
            if (const TileMemoryCategory* category = profile.findTileMemory(name)) {
                categories.push_back({name, columnOf(profile, *category)});
            }
        }
    }
    for (TileMemory::Category& category : categories) {
        add(memory, std::move(category.name), std::move(category.bytes));
    }
    fillUp(memory, overlapsAreKnown ? "overlapping" : "other", profile.findTileMemory("total.excludingGaps"));
    fillUp(memory, "gaps", profile.findTileMemory("total.includingGaps"));
    return memory;
}

std::optional<LayoutSlack> layoutSlackOf(const Profile& profile) {
    const TileMemoryCategory* const total = profile.findTileMemory("total.includingGaps");
    const TileMemoryCategory* const always = profile.findTileMemory("alwaysLive");
    const TileMemoryCategory* const others = profile.findTileMemory("notAlwaysLive");
    if (total == nullptr || always == nullptr || others == nullptr) {
        return std::nullopt;
    }
    std::vector<uint64_t> totals(profile.target.numTiles);
    for (size_t tile = 0; tile < totals.size(); ++tile) {
        totals[tile] = at(total->bytes, tile);
    }
    const auto maximum = totals.empty() ? 0 : *std::max_element(totals.begin(), totals.end());
    if (2 * maximum < profile.target.bytesPerTile || maximum == 0) {
        return std::nullopt;
    }
    std::optional<LayoutSlack> slack;
    for (uint32_t tile = 0; tile < totals.size(); ++tile) {
        const uint64_t live = uint64_t{at(always->bytes, tile)} + at(others->bytes, tile);
        const uint64_t bytes = totals[tile] > live ? totals[tile] - live : 0;
        const double share =
            static_cast<double>(bytes) / static_cast<double>(std::max(totals[tile], uint64_t{1}));
        if (totals[tile] * 100 >= maximum * 95 && (!slack || share > slack->share)) {
            slack = {{tile}, bytes, share};
        }
    }
    return slack;
}

uint32_t keepFreeOf(const LayoutSlack& slack) {
    return static_cast<uint32_t>(std::ceil(slack.share * 100));
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

Outcome<TileContents> tileContents(const Profile& profile, TileId tile, std::stop_token stop) {
    const LoweredVariables& lowered = profile.lowered;
    const DataVariables data(profile);
    std::map<std::pair<VariableIndex, uint8_t>, TileVariable> variables; // by variable and category
    for (size_t i = lowered.tileBegin[tile.index()]; i < lowered.tileBegin[tile.index() + 1]; ++i) {
        const LoweredIndex row{static_cast<uint32_t>(i)};
        if (!data.contains(row)) {
            continue;
        }
        const VariableIndex variable = lowered.variable[i];
        const uint8_t category = variable.value != NoId ? NoCategory : lowered.categoryOf(i);
        const TileVariable none{variable, 0, true, category};
        TileVariable& sum = variables.try_emplace({variable, category}, none).first->second;
        sum.bytes += lowered.bytes[i];
        sum.alwaysLive = sum.alwaysLive && isAlwaysLive(profile, row);
    }
    std::map<std::string_view, TileVertex> vertices;
    for (const ComputeSet& set : profile.computeSets) {
        if (stop.stop_requested()) {
            return Cancelled{};
        }
        for (const VertexInstances& instances : set.vertices) {
            const uint64_t count = at(instances.count, tile.index());
            if (count == 0) {
                continue;
            }
            const VertexType& type = profile.vertexTypes[instances.type.index()];
            const auto [vertex, isNew] = vertices.try_emplace(type.name, TileVertex{type.name});
            if (isNew && type.code) {
                vertex->second.codeBytes = at(profile.vertexCode[type.code->index()].bytes, tile.index());
            }
            vertex->second.instances += count;
            vertex->second.stateBytes += count * type.size;
        }
    }
    TileContents contents;
    for (const auto& [key, variable] : variables) {
        contents.variables.push_back(variable);
    }
    for (const auto& [name, vertex] : vertices) {
        contents.vertices.push_back(vertex);
    }
    for (uint32_t program = 0; program < profile.programs.size(); ++program) {
        if (const uint64_t bytes = at(exchangeCodeOf(profile.programs[program]), tile.index()); bytes > 0) {
            contents.exchanges.push_back({{program}, bytes});
        }
    }
    const auto largestFirst = [](auto& list, auto bytesOf) {
        std::stable_sort(list.begin(), list.end(),
                         [&](const auto& a, const auto& b) { return bytesOf(a) > bytesOf(b); });
    };
    largestFirst(contents.variables, [](const TileVariable& v) { return v.bytes; });
    largestFirst(contents.vertices, [](const TileVertex& v) { return v.stateBytes + v.codeBytes; });
    largestFirst(contents.exchanges, [](const TileExchange& e) { return e.codeBytes; });
    return contents;
}

} // namespace tileline
