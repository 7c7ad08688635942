// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/planstate.h"

#include <algorithm>

namespace tileline {

namespace {

constexpr uint32_t DefaultIpus = 4;

bool contains(const std::vector<LayerIndex>& list, LayerIndex layer) {
    return std::find(list.begin(), list.end(), layer) != list.end();
}

std::vector<LayerIndex> remappedEntries(std::span<const LayerIndex> entries, const Layers& from,
                                        const Layers& to) {
    std::vector<LayerIndex> found;
    for (const LayerIndex entry : entries) {
        if (entry.index() >= from.count() || !from.names[entry.index()]) {
            continue;
        }
        if (const auto now = to.find(*from.names[entry.index()])) {
            found.push_back(*now);
        }
    }
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
    return found;
}

} // namespace

bool PlanState::isPinned(LayerIndex layer) const {
    return contains(pinned, layer);
}

bool PlanState::isForbidden(LayerIndex layer) const {
    return contains(forbidden, layer);
}

SolveRequest solveRequest(const PlanState& state, Objective objective) {
    SolveRequest request;
    request.objective = objective;
    request.ipus = state.ipus;
    request.memoryPerTile = state.memoryPerTile;
    request.ipuMemory = state.ipuMemory;
    request.pinned = state.pinned;
    request.forbidden = state.forbidden;
    return request;
}

PlanState defaultPlanState(const Profile& profile, const Layers& layers) {
    const size_t named = layers.count() - 1;
    PlanState state;
    state.ipus = DefaultIpus;
    state.memoryPerTile = profile.target.bytesPerTile;
    SplitPlan plan(layers.count());
    const size_t stages = std::min<size_t>(DefaultIpus, std::max<size_t>(named, 1));
    for (size_t stage = 1; stage < stages; ++stage) {
        plan = plan.withAdded({static_cast<uint32_t>(1 + stage * named / stages)});
    }
    state.plan = plan;
    return state;
}

PlanState remapped(const PlanState& state, const Layers& from, const Layers& to) {
    PlanState result = state;
    SplitPlan plan(to.count());
    for (const LayerIndex split : remappedEntries(state.plan.splits(), from, to)) {
        plan = plan.withAdded(split);
    }
    result.plan = plan;
    result.pinned = remappedEntries(state.pinned, from, to);
    result.forbidden = remappedEntries(state.forbidden, from, to);
    return result;
}

} // namespace tileline
