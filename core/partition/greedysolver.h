// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/partition/stageestimate.h"

#include <functional>
#include <optional>
#include <stop_token>
#include <vector>

namespace tileline {

/// What PopLiner's greedy search found.
struct GreedyResult {
    /// The target proportion of the attempt that placed all layers; nothing when every attempt failed.
    std::optional<double> proportion;
    /// The stages of that attempt, or of the last one that failed: then they may not reach the last layer,
    /// and there may be none.
    std::vector<LayerRange> stages;
    std::vector<StageEstimate> estimates; ///< by stage

    bool solved() const { return proportion.has_value(); }
};

/// Estimate of a stage, from scratch or from a table.
using StageCost = std::function<Outcome<StageEstimate>(LayerRange)>;

/// PopLiner's own search: for at least 3, 2, 1 layers a stage, and for each of them for a capacity of 0.5,
/// 0.6, ... 1.0 of the memory per tile, fill one IPU after the other with as many layers as fit.
Outcome<GreedyResult> solveGreedy(size_t layerCount, uint32_t ipus, uint64_t memoryPerTile,
                                  const StageCost& cost, std::stop_token stop = {});

} // namespace tileline
