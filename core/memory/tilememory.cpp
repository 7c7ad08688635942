// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/tilememory.h"

#include "core/memory/datavariables.h"
#include "core/memory/liveness.h"
#include "core/memory/operationtiles.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
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
        add(memory, std::move(name), std::move(missing));
    }
}

/// Subtracts what shares its addresses with other variables at other times (`category.X.REGION.overlapped`)
/// from the categories. Returns whether the profile tells it.
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

namespace {

/// Sums variables, vertices and exchanges on one tile.
class Collector {
public:
    Collector(const Profile& profile, TileId tile, VertexKinds kinds)
        : m_profile(profile)
        , m_tile(tile.index())
        , m_kinds(kinds) {}

    void addRow(LoweredIndex row) {
        const LoweredVariables& lowered = m_profile.lowered;
        const VariableIndex variable = lowered.variable[row.index()];
        const uint8_t category = variable.value != NoId ? NoCategory : lowered.categoryOf(row.index());
        const auto [entry, isNew] = m_variables.try_emplace({variable.value, category});
        const bool always = isAlwaysLive(m_profile, row);
        entry->second.variable = variable;
        entry->second.category = category;
        entry->second.bytes += m_profile.lowered.bytes[row.index()];
        entry->second.alwaysLive = always && (isNew || entry->second.alwaysLive);
    }

    void addVertices(const ComputeSet& set) {
        for (const VertexInstances& vertices : set.vertices) {
            const uint64_t count = at(vertices.count, m_tile);
            if (count == 0) {
                continue;
            }
            const VertexType& type = m_profile.vertexTypes[vertices.type.index()];
            Vertex& vertex = m_vertices[type.name];
            vertex.sizes.insert(type.size);
            vertex.code = type.code;
            vertex.counts.instances += count;
            vertex.counts.stateBytes += count * type.size;
        }
    }

    void addExchange(ProgramIndex index) {
        if (const uint64_t bytes = at(exchangeCodeOf(m_profile.programs[index.index()]), m_tile); bytes > 0) {
            m_exchanges.push_back({index, bytes});
        }
    }

    TileContents contents() && {
        TileContents contents;
        for (const auto& [key, variable] : m_variables) {
            contents.variables.push_back(variable);
        }
        for (auto& [name, vertex] : m_vertices) {
            vertex.counts.name = name;
            const uint64_t code =
                vertex.code ? at(m_profile.vertexCode[vertex.code->index()].bytes, m_tile) : 0;
            vertex.counts.codeBytes =
                code * (m_kinds == VertexKinds::ByNameAndSize ? vertex.sizes.size() : 1);
            contents.vertices.push_back(std::move(vertex.counts));
        }
        contents.exchanges = std::move(m_exchanges);
        const auto largestFirst = [](auto& list, auto bytesOf) {
            std::stable_sort(list.begin(), list.end(),
                             [&](const auto& a, const auto& b) { return bytesOf(a) > bytesOf(b); });
        };
        largestFirst(contents.variables, [](const TileVariable& v) { return v.bytes; });
        largestFirst(contents.vertices, [](const TileVertex& v) { return v.stateBytes + v.codeBytes; });
        largestFirst(contents.exchanges, [](const TileExchange& e) { return e.codeBytes; });
        return contents;
    }

private:
    struct Vertex {
        TileVertex counts;
        std::set<uint32_t> sizes;
        std::optional<VertexNameIndex> code;
    };

    const Profile& m_profile;
    size_t m_tile;
    VertexKinds m_kinds;
    std::map<std::pair<uint32_t, uint8_t>, TileVariable> m_variables; ///< by variable and category
    std::map<std::string_view, Vertex> m_vertices;
    std::vector<TileExchange> m_exchanges;
};

} // namespace

Outcome<TileContents> tileContents(const Profile& profile, TileId tile, std::stop_token stop) {
    Collector collector(profile, tile, VertexKinds::ByName);
    const auto& begin = profile.lowered.tileBegin;
    const DataVariables data(profile);
    for (size_t row = begin[tile.index()]; row < begin[tile.index() + 1]; ++row) {
        if (const LoweredIndex index{static_cast<uint32_t>(row)}; data.contains(index)) {
            collector.addRow(index);
        }
    }
    for (const ComputeSet& set : profile.computeSets) {
        if (stop.stop_requested()) {
            return Cancelled{};
        }
        collector.addVertices(set);
    }
    for (uint32_t program = 0; program < profile.programs.size(); ++program) {
        collector.addExchange({program});
    }
    return std::move(collector).contents();
}

} // namespace tileline
