// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/estimate/stageestimate.h"

#include <functional>
#include <optional>
#include <stop_token>
#include <vector>

namespace tileline {

/// What PopLiner's greedy search found.
struct GreedyResult {
    /// The proportion of the memory per tile with which all layers were placed; empty if every attempt
    /// failed.
    std::optional<double> proportion;
    /// The stages of that attempt, or of the last attempt if every attempt failed. After a failure the stages
    /// may not reach the last layer, and the list may be empty.
    std::vector<LayerRange> stages;
    std::vector<StageEstimate> estimates; ///< by stage

    bool solved() const { return proportion.has_value(); }
};

/// Returns the estimate of a stage, either computed from scratch or read from a table.
using StageCost = std::function<Outcome<StageEstimate>(LayerRange)>;

/// PopLiner's own search. It tries minimum stage sizes of 3, 2 and 1 layers. For each of them it tries
/// capacities of 0.5, 0.6, ... 1.0 of the memory per tile. Each attempt fills one IPU after the other with as
/// many layers as fit. The first attempt that places all layers is the result.
Outcome<GreedyResult> solveGreedy(size_t layerCount, uint32_t ipus, uint64_t limit, const StageCost& cost,
                                  std::stop_token stop = {});

} // namespace tileline
