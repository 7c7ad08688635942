// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/insights.h"

#include "core/base/printable.h"
#include "core/base/sequences.h"
#include "core/memory/datavariables.h"
#include "core/memory/roles.h"

#include <algorithm>
#include <functional>
#include <map>
#include <tuple>

namespace tileline {

namespace {

template <class List, class KeyOf>
void keepLargest(List& list, size_t top, KeyOf keyOf) {
    std::ranges::stable_sort(list, std::greater(), keyOf);
    list.resize(std::min(list.size(), top));
}

bool isFloat(const Variable& variable) {
    const std::string type = lowerCase(variable.elementType);
    return type == "float" || type == "float32";
}

} // namespace

Outcome<Insights> Insights::find(const Profile& profile, const Layers& layers, TileRange range, size_t top,
                                 const std::stop_token& stop) {
    Insights found;
    found.memoryPerTile = profile.target.bytesPerTile;
    if (range.begin >= profile.target.numTiles) {
        return found;
    }
    const TileMemory memory = tileMemoryOf(profile);
    for (uint32_t tile = range.begin; tile < std::min<size_t>(range.end, memory.tileCount()); ++tile) {
        found.tiles.push_back({{tile}, memory.totals[tile]});
        found.tilesOver += memory.totals[tile] > found.memoryPerTile ? 1 : 0;
    }
    keepLargest(found.tiles, top, &Tile::bytes);
    found.vertices = tileVertices(profile, range).vertices;
    found.vertices.resize(std::min(found.vertices.size(), top));
    for (TileVertex& vertex : found.vertices) {
        keepLargest(vertex.computeSets, top, [](const auto& set) { return set.first; });
    }
    found.exchanges = tileExchanges(profile, range);
    found.exchanges.resize(std::min(found.exchanges.size(), top));

    const TileId fullest = found.tiles.empty() ? TileId{range.begin} : found.tiles[0].tile;
    found.peakStep =
        TRY(livenessSeries(profile, TileRange::of(fullest), stop)).peakStep().value_or(StepIndex{NoId});
    const bool hasSteps = found.peakStep.value != NoId;
    const std::vector<uint8_t> live = hasSteps ? liveClasses(profile, found.peakStep)
                                               : std::vector<uint8_t>(profile.equivalenceClasses.size(), 1);
    const DataVariables data(profile);
    const VariableRoles roles(profile, layers);
    std::map<VariableIndex, Variable> variables;
    const auto& begins = profile.lowered.tileBegin;
    TRY(forEachRow(profile, range, stop, [&](LoweredIndex row) {
        const VariableIndex variable = profile.lowered.variable[row.index()];
        if (!data.contains(row) || variable.value == NoId) {
            return;
        }
        const uint64_t bytes = profile.lowered.bytes[row.index()];
        const bool isLive = live[profile.lowered.liveClass[row.index()].index()] != 0;
        Variable& sum = variables.try_emplace(variable, Variable{variable}).first->second;
        sum.bytes += bytes;
        sum.bytesAtPeak += isLive ? bytes : 0;
        if (!isLive || row.index() < begins[fullest.index()] || row.index() >= begins[fullest.index() + 1]) {
            return;
        }
        const auto add = [&](Help kind, uint64_t saved) { found.help[static_cast<size_t>(kind)] += saved; };
        const Role role = roles.of(row);
        if (roles.isOfMicroBatch(row)) {
            add(Help::Recompute, role == Role::Activations ? bytes : 0);
            add(Help::SmallerBatch, bytes / 2);
        }
        if (role == Role::OptimizerState) {
            add(Help::OffChip, bytes);
        } else if (role != Role::Accumulators && isFloat(profile.variables[variable.index()])) {
            add(Help::HalfPrecision, bytes / 2);
        }
    }));
    found.variables = mapped(variables, [](const auto& indexed) { return indexed.second; });
    keepLargest(found.variables, top,
                [](const Variable& variable) { return std::tie(variable.bytesAtPeak, variable.bytes); });
    return found;
}

} // namespace tileline
