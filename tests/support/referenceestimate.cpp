// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/referenceestimate.h"

#include <algorithm>
#include <optional>
#include <set>
#include <string>

namespace tileline {

namespace {

struct Stage {
    std::set<ProgramIndex> programs;
    std::set<LoweredIndex> variables;
    std::optional<uint32_t> first;
    std::optional<uint32_t> last;
    bool repaired = false;
};

Stage collect(const Profile& profile, const Layers& layers, LayerRange range) {
    Stage stage;
    bool firstInLayer = false;
    std::set<uint32_t> steps;
    for (const LayeredOperation& operation : layers.operations) {
        if (operation.layer < range.first || operation.layer > range.last) {
            continue;
        }
        const auto programs = profile.operationPrograms[operation.detail.index()];
        stage.programs.insert(programs.begin(), programs.end());
        const bool inLayer = operation.layer.value != 0;
        if (inLayer) {
            const auto variables = profile.operationVariables[operation.detail.index()];
            stage.variables.insert(variables.begin(), variables.end());
        }
        const OperationDetail& detail = profile.operationDetails[operation.detail.index()];
        if (!detail.firstStep || !detail.lastStep) {
            continue;
        }
        if (!stage.first || (inLayer && !firstInLayer)) {
            stage.first = detail.firstStep->value;
            firstInLayer = inLayer;
        }
        stage.last = detail.lastStep->value;
        steps.insert({detail.firstStep->value, detail.lastStep->value});
    }
    if (stage.first && *stage.last < *stage.first) {
        stage.first = *steps.begin();
        stage.last = *steps.rbegin();
        stage.repaired = true;
    }
    return stage;
}

void countVariables(const Profile& profile, const Stage& stage, uint32_t tile, StageTiles& tiles) {
    if (!stage.first) {
        return;
    }
    uint64_t maximum = 0;
    uint32_t stepOfPeak = *stage.first;
    for (uint32_t step = *stage.first; step <= *stage.last; ++step) {
        uint64_t live = 0;
        for (const LoweredIndex row : stage.variables) {
            if (profile.lowered.tileOf(row).value != tile) {
                continue;
            }
            const auto intervals = profile.equivalenceClasses[profile.lowered.liveClass[row.index()].index()];
            const bool isLive = std::any_of(intervals.begin(), intervals.end(),
                                            [&](const StepInterval& at) { return at.contains({step}); });
            live += isLive ? profile.lowered.bytes[row.index()] : 0;
        }
        if (live > maximum) {
            maximum = live;
            stepOfPeak = step;
        }
    }
    tiles.variables[tile] = static_cast<uint32_t>(maximum);
    tiles.peakStep[tile] = {stepOfPeak};
}

void countPrograms(const Profile& profile, const Stage& stage, uint32_t tile, StageTiles& tiles) {
    std::set<std::pair<std::string, uint32_t>> vertices;
    for (const ProgramIndex index : stage.programs) {
        const Program& program = profile.programs[index.index()];
        if (program.type == "DoExchange") {
            tiles.exchangeCode[tile] += at(program.codeBytes, tile);
        }
        if (profile.programChildren[index.index()].empty()) {
            tiles.controlCode[tile] += at(program.controlCode, tile);
        }
        if (program.type != "OnTileExecute" || !program.computeSet) {
            continue;
        }
        for (const VertexInstances& instances : profile.computeSets[program.computeSet->index()].vertices) {
            const VertexType& type = profile.vertexTypes[instances.type.index()];
            tiles.vertexState[tile] += at(instances.count, tile) * type.size;
            if (at(instances.count, tile) > 0) {
                vertices.insert({type.name, type.size});
            }
        }
    }
    for (const auto& [name, size] : vertices) {
        for (const VertexCode& code : profile.vertexCode) {
            tiles.vertexCode[tile] += code.name == name ? at(code.bytes, tile) : 0;
        }
    }
}

} // namespace

StageTiles referenceTiles(const Profile& profile, const Layers& layers, LayerRange range) {
    const Stage stage = collect(profile, layers, range);
    const uint32_t count = profile.target.tilesPerIpu;
    const std::vector<uint64_t> zero(count, 0);
    StageTiles tiles{std::vector<uint32_t>(count), zero, zero, zero, zero, std::vector<StepIndex>(count)};
    for (uint32_t tile = 0; tile < count; ++tile) {
        countPrograms(profile, stage, tile, tiles);
        countVariables(profile, stage, tile, tiles);
    }
    return tiles;
}

StageEstimate referenceEstimate(const Profile& profile, const Layers& layers, LayerRange range) {
    const StageTiles tiles = referenceTiles(profile, layers, range);
    StageEstimate estimate;
    estimate.windowRepaired = collect(profile, layers, range).repaired;
    for (uint32_t tile = 0; tile < tiles.size(); ++tile) {
        const CategoryBytes bytes = tiles.tile(tile);
        estimate.bytes += bytes;
        if (tile == 0 || bytes.total() > estimate.peakTileBytes) {
            estimate.peakTileBytes = bytes.total();
            estimate.peakTile = {tile};
            estimate.peakStep = tiles.peakStep[tile];
        }
    }
    return estimate;
}

uint64_t referenceCrossing(const Profile& profile, const Layers& layers, LayerIndex begin) {
    std::set<LoweredIndex> before;
    std::set<LoweredIndex> after;
    for (const LayeredOperation& operation : layers.operations) {
        if (operation.inLayer()) {
            const auto variables = profile.operationVariables[operation.detail.index()];
            (operation.layer < begin ? before : after).insert(variables.begin(), variables.end());
        }
    }
    uint64_t bytes = 0;
    for (const LoweredIndex row : before) {
        const bool onIpu = profile.lowered.tileOf(row).value < profile.target.tilesPerIpu;
        bytes += onIpu && after.count(row) > 0 ? profile.lowered.bytes[row.index()] : 0;
    }
    return bytes;
}

} // namespace tileline
