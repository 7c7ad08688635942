// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/estimate/stageestimate.h"
#include "core/solve/optimalsolver.h"

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <variant>
#include <vector>

namespace tileline {

/// The result of PopLiner's greedy search.
struct GreedyResult {
    /// The share of a tile's memory (0.5 to 1) that the successful attempt used; empty if every attempt
    /// failed.
    std::optional<double> proportion;
    /// The stages of the successful attempt or, if every attempt failed, of the last attempt. If every
    /// attempt failed, the stages may end before the last layer, and the list may be empty.
    std::vector<LayerRange> stages;
    std::vector<StageEstimate> estimates; ///< by stage

    bool solved() const { return proportion.has_value(); }
};

/// A function that returns the estimate of a stage, either computed from scratch or read from a table.
using StageCost = std::function<Outcome<StageEstimate>(LayerRange)>;

/// PopLiner's own search. The search tries 3, 2 and 1 as the minimum number of layers in a stage. For each
/// minimum, it tries capacities of 0.5, 0.6, ... 1.0 of the memory per tile. Each attempt fills one IPU after
/// the other with as many layers as fit. The first attempt that places all layers is the result.
Outcome<GreedyResult> solveGreedy(size_t layerCount, uint32_t ipus, uint64_t limit, const StageCost& cost,
                                  std::stop_token stop = {});

/// The result of a solve, together with its request.
struct SolveAnswer {
    SolveRequest request;
    std::variant<SolvedPlan, GreedyResult, Infeasible> result;

    /// The plan to show to the user, if there is one. If a failed greedy search placed only some of the
    /// layers, the last stage of the plan also contains all remaining layers. The user then sees by how much
    /// the stage's IPU overflows.
    std::optional<SplitPlan> plan() const;
};

/// Solves a request with any objective, for both the window and the command line. The greedy search calls
/// `cost`; the other objectives read `table`. `table` must be complete, or null if there are too many layers
/// for a table. Plans have a period only if `times` is given. Without `times`, MinPeriod is infeasible.
Outcome<SolveAnswer> solve(const SolveRequest& request, const StageCost& cost, const IntervalTable* table,
                           const std::optional<StageTimes>& times, const std::stop_token& stop);

/// The best plan, the trade-off between IPUs and peak, and the request that was solved. The window computes
/// an Optimum in the background for each profile.
struct Optimum {
    SolveRequest request; ///< its objective is MinPeak
    SolveResult result;   ///< the best plan for the number of IPUs in the request
    /// For each number of IPUs, from 1: the plan with the lowest peak.
    std::vector<std::optional<SolvedPlan>> tradeOff;
};
using OptimumPtr = std::shared_ptr<const Optimum>;

/// `costs` is the result of Study::costs().
Outcome<OptimumPtr> findOptimum(const SolveRequest& request, const IntervalCosts& costs,
                                const std::stop_token& stop);

} // namespace tileline
