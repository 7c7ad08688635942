// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/tilememory.h"

#include "core/base/sequences.h"
#include "core/memory/datavariables.h"
#include "core/memory/operationtiles.h"

#include <algorithm>
#include <functional>
#include <map>
#include <string_view>
#include <tuple>
#include <utility>

namespace tileline {

namespace {

void add(TileMemory& memory, std::string name, std::vector<uint32_t> column) {
    for (size_t tile = 0; tile < column.size(); ++tile) {
        memory.totals[tile] += column[tile];
    }
    memory.categories.push_back({std::move(name), std::move(column)});
}

/// Adds a category: on each tile, the bytes by which `total` exceeds the sum of the other categories.
void fillUp(TileMemory& memory, std::string name, const TileMemoryCategory* total) {
    if (!total) {
        return;
    }
    std::vector<uint32_t> missing(memory.tileCount());
    for (size_t tile = 0; tile < missing.size(); ++tile) {
        const uint64_t bytes = at(total->bytes, tile);
        missing[tile] = bytes > memory.totals[tile] ? static_cast<uint32_t>(bytes - memory.totals[tile]) : 0;
    }
    if (sumOf(missing) > 0) {
        add(memory, std::move(name), std::move(missing));
    }
}

/// Subtracts from each category its bytes at shared addresses (`category.X.REGION.overlapped`). Returns
/// whether the profile states any such bytes.
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

} // namespace

TileId TileMemory::peakTile() const {
    const auto peak = std::ranges::max_element(totals);
    return {static_cast<uint32_t>(peak - totals.begin())};
}

TileMemory tileMemoryOf(const Profile& profile, TileBreakdown by) {
    TileMemory memory;
    if (profile.tileMemory.empty()) {
        return memory;
    }
    memory.totals.resize(profile.target.numTiles);
    std::vector<TileMemory::Category> categories;
    for (const TileMemoryCategory& category : profile.tileMemory) {
        if (by == TileBreakdown::Region ? category.name.starts_with("region.")
                                        : by == TileBreakdown::Category && category.isCategory()) {
            categories.push_back({category.name, expanded(category.bytes, profile.target.numTiles)});
        }
    }
    const bool overlapsAreKnown = withoutOverlaps(profile, categories);
    const auto bytesOf = [](const TileMemory::Category& category) { return sumOf(category.bytes); };
    std::erase_if(categories, [&](const TileMemory::Category& category) { return bytesOf(category) == 0; });
    std::ranges::stable_sort(categories, std::greater(), bytesOf);
    if (categories.empty()) {
        for (const char* name : {"alwaysLive", "notAlwaysLive"}) {
            if (const TileMemoryCategory* category = profile.findTileMemory(name)) {
                categories.push_back({name, expanded(category->bytes, profile.target.numTiles)});
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
    const std::vector<uint32_t> totals = expanded(total->bytes, profile.target.numTiles);
    const uint64_t maximum = greatestOf(totals);
    if (2 * maximum < profile.target.bytesPerTile || maximum == 0) {
        return std::nullopt;
    }
    std::optional<LayoutSlack> slack;
    for (uint32_t tile = 0; tile < totals.size(); ++tile) {
        const uint64_t live = uint64_t{at(always->bytes, tile)} + at(others->bytes, tile);
        const uint64_t bytes = totals[tile] > live ? totals[tile] - live : 0;
        const double share = static_cast<double>(bytes) / static_cast<double>(std::max(totals[tile], 1U));
        if (uint64_t{totals[tile]} * 100 >= maximum * 95 && (!slack || share > slack->share)) {
            slack = {{tile}, bytes, share};
        }
    }
    return slack;
}

Histogram histogramOf(std::span<const uint64_t> values, size_t bins) {
    Histogram histogram;
    if (values.empty() || bins == 0) {
        return histogram;
    }
    const auto [minimum, maximum] = std::ranges::minmax_element(values);
    const uint64_t range = *maximum - *minimum;
    histogram.from = *minimum;
    histogram.binWidth = range / bins + 1;
    histogram.counts.resize(range / histogram.binWidth + 1);
    for (const uint64_t value : values) {
        ++histogram.counts[(value - histogram.from) / histogram.binWidth];
    }
    return histogram;
}

Outcome<std::vector<MapEntry>> memoryMap(const Profile& profile, TileId tile, const std::stop_token& stop) {
    const LoweredVariables& lowered = profile.lowered;
    std::vector<MapEntry> entries;
    TRY(forEachRow(profile, tile, stop, [&](LoweredIndex row) {
        if (!lowered.has(LoweredFlag::Allocated, row.index(), true)) {
            return;
        }
        const uint32_t offset = lowered.address.empty() ? NoId : lowered.address[row.index()];
        for (const StepInterval& live : profile.equivalenceClasses[lowered.liveClass[row.index()].index()]) {
            entries.push_back({row, offset, live, isAlwaysLive(profile, row)});
        }
    }));
    std::ranges::sort(entries, {}, [](const MapEntry& e) { return std::tie(e.offset, e.live, e.row); });
    return entries;
}

std::string loweredName(const Profile& profile, LoweredIndex row) {
    std::string name = profile.lowered.nameOf(row);
    const VariableIndex variable = profile.lowered.variable[row.index()];
    return name.empty() && variable.value != NoId ? profile.variables[variable.index()].name : name;
}

TileContents tileVertices(const Profile& profile, const TileSet& tiles, const std::vector<bool>& some) {
    TileContents contents;
    std::map<std::string_view, size_t> positions; // by vertex name: position in contents.vertices
    for (uint32_t i = 0; i < profile.computeSets.size(); ++i) {
        TileComputeSet set{{i}};
        for (const VertexInstances& instances : profile.computeSets[i].vertices) {
            const uint64_t count = some.empty() || some[i] ? tiles.sumOf(instances.count) : 0;
            if (count == 0) {
                continue;
            }
            const VertexType& type = profile.vertexTypes[instances.type.index()];
            const auto [at, isNew] = positions.try_emplace(type.name, contents.vertices.size());
            if (isNew) {
                contents.vertices.push_back({type.name});
                contents.vertices.back().codeBytes =
                    type.code ? tiles.sumOf(profile.vertexCode[type.code->index()].bytes) : 0;
            }
            TileVertex& vertex = contents.vertices[at->second];
            vertex.instances += count;
            vertex.stateBytes += count * type.size;
            vertex.computeSets.emplace_back(count * type.size, i);
            ++set.vertexTypes;
            set.instances += count;
            set.stateBytes += count * type.size;
        }
        if (set.instances > 0) {
            contents.computeSets.push_back(set);
        }
    }
    const auto bytesOf = [](const TileVertex& vertex) { return vertex.stateBytes + vertex.codeBytes; };
    std::ranges::stable_sort(contents.vertices, std::greater(), bytesOf);
    std::ranges::stable_sort(contents.computeSets, std::greater(), &TileComputeSet::stateBytes);
    return contents;
}

std::vector<TileExchange> tileExchanges(const Profile& profile, const TileSet& tiles) {
    std::vector<TileExchange> exchanges;
    for (uint32_t program = 0; program < profile.programs.size(); ++program) {
        if (const uint64_t bytes = tiles.sumOf(exchangeCodeOf(profile.programs[program])); bytes > 0) {
            exchanges.push_back({{program}, bytes});
        }
    }
    std::ranges::stable_sort(exchanges, std::greater(), &TileExchange::codeBytes);
    return exchanges;
}

uint64_t exchangedBytes(const Profile& profile, const TileSet& tiles, ProgramIndex program) {
    return sumOf(profile.programVariables[program.index()], [&](LoweredIndex row) {
        return tiles.contains(profile.lowered.tileOf(row)) ? profile.lowered.bytes[row.index()] : 0;
    });
}

Outcome<TileContents> tileContents(const Profile& profile, const TileSet& tiles,
                                   const std::stop_token& stop) {
    TileContents contents = tileVertices(profile, tiles);
    const DataVariables data(profile);
    const auto isData = [&](LoweredIndex row) { return data.contains(row); };
    contents.variables = TRY(liveVariables(profile, tiles, isData, stop));
    std::ranges::stable_sort(contents.variables, std::greater(), &LiveVariable::bytes);
    contents.exchanges = tileExchanges(profile, tiles);
    for (TileExchange& exchange : contents.exchanges) {
        exchange.variableBytes = exchangedBytes(profile, tiles, exchange.program);
    }
    return contents;
}

Outcome<std::vector<std::vector<uint64_t>>> variablesByTile(const Profile& profile,
                                                            const std::vector<VariableIndex>& variables,
                                                            TileRange tiles, const std::stop_token& stop) {
    std::vector<uint32_t> positions(profile.variables.size(), NoId);
    for (size_t i = 0; i < variables.size(); ++i) {
        positions[variables[i].index()] = static_cast<uint32_t>(i);
    }
    std::vector bytes(variables.size(), std::vector<uint64_t>(tiles.size()));
    const DataVariables data(profile);
    TRY(forEachRow(profile, tiles, stop, [&](LoweredIndex row) {
        const VariableIndex variable = profile.lowered.variable[row.index()];
        if (variable.value != NoId && positions[variable.index()] != NoId && data.contains(row)) {
            const uint32_t tile = profile.lowered.tileOf(row).value - tiles.begin;
            bytes[positions[variable.index()]][tile] += profile.lowered.bytes[row.index()];
        }
    }));
    return bytes;
}

} // namespace tileline
