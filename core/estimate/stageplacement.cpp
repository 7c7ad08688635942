// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/stageplacement.h"

#include "core/base/sequences.h"

#include <algorithm>

namespace tileline {

std::vector<uint32_t> StagePlacement::stagesOf(size_t ipu) const {
    std::vector<uint32_t> numbers{static_cast<uint32_t>(ipu)};
    if (ipus[ipu].withOutput) {
        numbers.push_back(static_cast<uint32_t>(stages.size() - 1));
    }
    return numbers;
}

uint32_t StagePlacement::ipuOf(LayerIndex entry) const {
    const auto stage = std::ranges::find_if(
        stages, [&](LayerRange range) { return range.first <= entry && entry <= range.last; });
    const auto number = static_cast<uint32_t>(stage - stages.begin());
    return number < ipus.size() ? number : 0;
}

StagePlacement placeStages(const SplitPlan& plan) {
    StagePlacement placement;
    placement.stages = plan.stages();
    placement.ipus = mapped(placement.stages, [](LayerRange stage) { return PlacedStage{stage}; });
    return placement;
}

StagePlacement placeStages(const SplitPlan& plan, std::span<const EntryKind> kinds,
                           const PipelineOptions& options) {
    StagePlacement placement;
    placement.stages = plan.stages();
    const bool moves = options.outputOn == OutputOn::First && hasMovableOutput(kinds);
    if (moves && placement.stages.size() > 1) {
        const LayerIndex output{static_cast<uint32_t>(kinds.size() - 1)};
        LayerRange& last = placement.stages.back();
        if (last.first == output) {
            placement.stages.pop_back();
        } else {
            last.last.value = output.value - 1;
        }
        if (placement.stages.size() > 1) {
            placement.stages.push_back({output, output});
        } else {
            placement.stages.front().last = output;
        }
    }
    const bool beside = moves && placement.stages.size() > 1;
    const auto count = static_cast<uint32_t>(placement.stages.size());
    for (uint32_t stage = 0; stage < count - (beside ? 1 : 0); ++stage) {
        placement.ipus.push_back({placement.stages[stage], stashCopies(options.schedule, count - 1 - stage),
                                  beside && stage == 0});
    }
    return placement;
}

std::vector<SharedWeight> sharedWeights(const PipelineUses& uses, const StagePlacement& placement) {
    std::vector<SharedWeight> shared;
    for (const PipelineWeight& weight : uses.weightList()) {
        const LayerIndex first = weight.entries.front();
        const auto other = std::ranges::find_if(weight.entries, [&](LayerIndex entry) {
            return placement.ipuOf(entry) != placement.ipuOf(first);
        });
        if (other != weight.entries.end()) {
            shared.push_back({weight.variable, weight.bytes, {first, *other}});
        }
    }
    return shared;
}

std::vector<uint8_t> splitsOfWeights(const PipelineUses& uses, const Layers& entries, OutputOn outputOn) {
    std::vector<uint8_t> splits(entries.count(), 0);
    const bool outputFirst = outputOn == OutputOn::First && hasMovableOutput(entries.kinds);
    for (const PipelineWeight& weight : uses.weightList()) {
        uint32_t first = weight.entries.front().value;
        uint32_t last = weight.entries.back().value;
        if (outputFirst && weight.entries.back() == entries.last()) {
            // Output is on the first IPU, so all other entries that use the weight must be on that IPU too.
            last = weight.entries.size() > 1 ? weight.entries[weight.entries.size() - 2].value : 0;
            first = 0;
        }
        for (uint32_t entry = first + 1; entry <= last; ++entry) {
            splits[entry] = 1;
        }
    }
    return splits;
}

} // namespace tileline
