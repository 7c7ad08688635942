// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/layers.h"
#include "core/partition/optimalsolver.h"
#include "core/partition/splitplan.h"

#include <cstdint>
#include <vector>

namespace tileline {

/// The most IPUs that a plan can be made for.
inline constexpr uint32_t GreatestIpus = 64;

/// Everything that a plan consists of besides the profile: what undo, plan files and the partitioner see.
struct PlanState {
    SplitPlan plan;
    uint32_t ipus = 4; ///< greatest number of IPUs
    uint64_t memoryPerTile = DefaultMemoryPerTile;
    std::vector<uint64_t> ipuMemory; ///< limits of single IPUs; see SolveRequest
    std::vector<LayerIndex> pinned;
    std::vector<LayerIndex> forbidden;

    bool operator==(const PlanState&) const = default;

    uint64_t limitOf(StageIndex stage) const {
        return stage.index() < ipuMemory.size() ? ipuMemory[stage.index()] : memoryPerTile;
    }
    bool isPinned(LayerIndex layer) const;
    bool isForbidden(LayerIndex layer) const;
};

/// The best plan for the constraints of `state`.
SolveRequest solveRequest(const PlanState& state, Objective objective);

/// The plan that a fresh profile starts with: its layers, without regard to their size, spread evenly over
/// four IPUs, or as many as there are layers; *none* stays with the first layer.
PlanState defaultPlanState(const Profile& profile, const Layers& layers);

/// The same plan for other layers: split points, pins and forbidden boundaries follow by layer name; those
/// whose layer is gone are dropped.
PlanState remapped(const PlanState& state, const Layers& from, const Layers& to);

} // namespace tileline
