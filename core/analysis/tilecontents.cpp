// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/tilecontents.h"

#include "core/analysis/liveness.h"

#include <algorithm>
#include <map>
#include <string_view>

namespace tileline {

namespace {

std::vector<TileVariable> variablesOn(const Profile& profile, TileId tile) {
    const LoweredVariables& lowered = profile.lowered;
    std::map<uint32_t, TileVariable> sums;
    for (size_t row = lowered.tileBegin[tile.index()]; row < lowered.tileBegin[tile.index() + 1]; ++row) {
        const auto [entry, isNew] = sums.try_emplace(lowered.variable[row].value);
        const bool always = isAlwaysLive(profile, {static_cast<uint32_t>(row)});
        entry->second.variable = lowered.variable[row];
        entry->second.bytes += lowered.bytes[row];
        entry->second.alwaysLive = isNew ? always : entry->second.alwaysLive && always;
    }
    std::vector<TileVariable> variables;
    for (const auto& [variable, sum] : sums) {
        variables.push_back(sum);
    }
    std::stable_sort(variables.begin(), variables.end(),
                     [](const TileVariable& a, const TileVariable& b) { return a.bytes > b.bytes; });
    return variables;
}

std::vector<TileVertex> verticesOn(const Profile& profile, TileId tile) {
    std::map<std::string_view, TileVertex> byName;
    for (const ComputeSet& set : profile.computeSets) {
        for (const VertexInstances& vertices : set.vertices) {
            const uint64_t count = at(vertices.count, tile.index());
            if (count > 0) {
                const VertexType& type = profile.vertexTypes[vertices.type.index()];
                TileVertex& vertex = byName[type.name];
                vertex.instances += count;
                vertex.stateBytes += count * type.size;
            }
        }
    }
    for (const VertexCode& code : profile.vertexCode) {
        if (const uint64_t bytes = at(code.bytes, tile.index())) {
            byName[code.name].codeBytes = bytes;
        }
    }
    std::vector<TileVertex> result;
    for (auto& [name, vertex] : byName) {
        vertex.name = name;
        result.push_back(std::move(vertex));
    }
    std::stable_sort(result.begin(), result.end(), [](const TileVertex& a, const TileVertex& b) {
        return a.stateBytes + a.codeBytes > b.stateBytes + b.codeBytes;
    });
    return result;
}

std::vector<TileExchange> exchangesOn(const Profile& profile, TileId tile) {
    std::vector<TileExchange> exchanges;
    for (size_t i = 0; i < profile.programs.size(); ++i) {
        const Program& program = profile.programs[i];
        const uint64_t bytes =
            program.kind == ProgramKind::DoExchange ? at(program.codeBytes, tile.index()) : 0;
        if (bytes > 0) {
            exchanges.push_back({{static_cast<uint32_t>(i)}, bytes});
        }
    }
    std::stable_sort(exchanges.begin(), exchanges.end(),
                     [](const TileExchange& a, const TileExchange& b) { return a.codeBytes > b.codeBytes; });
    return exchanges;
}

} // namespace

Outcome<TileContents> tileContents(const Profile& profile, TileId tile, std::stop_token stop) {
    TileContents contents;
    contents.variables = variablesOn(profile, tile);
    if (stop.stop_requested()) {
        return Cancelled{};
    }
    contents.vertices = verticesOn(profile, tile);
    if (stop.stop_requested()) {
        return Cancelled{};
    }
    contents.exchanges = exchangesOn(profile, tile);
    return contents;
}

} // namespace tileline
