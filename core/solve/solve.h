// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/solve/greedysolver.h"
#include "core/solve/optimalsolver.h"

#include <memory>
#include <variant>

namespace tileline {

/// The result of a solve, with the request that it answers.
struct SolveAnswer {
    SolveRequest request;
    std::variant<SolvedPlan, GreedyResult, Infeasible> result;

    /// The plan to use, if there is one. The stages of a failed greedy search may end before the last layer.
    /// The last stage then takes the remaining layers, so that the user sees by how much its IPU overflows.
    std::optional<SplitPlan> plan() const;
};

/// Solves a request with any objective, for both the window and the command line. The greedy search calls
/// `cost`; the other objectives read `table`. `table` is complete, or null if there are too many layers for a
/// table. With `times`, solved plans have a period; without, MinPeriod is infeasible.
Outcome<SolveAnswer> solve(const SolveRequest& request, const StageCost& cost, const IntervalTable* table,
                           const std::optional<StageTimes>& times, const std::stop_token& stop);

/// The best plan and the trade-off that are computed for each profile in the background, with the request
/// that they answer.
struct Optimum {
    SolveRequest request;                            ///< MinPeak
    SolveResult result;                              ///< the best plan for the IPUs of the request
    std::vector<std::optional<SolvedPlan>> tradeOff; ///< lowest peak by number of IPUs, from 1
};
using OptimumPtr = std::shared_ptr<const Optimum>;

/// `table` must be complete.
Outcome<OptimumPtr> findOptimum(const SolveRequest& request, const IntervalTable& table,
                                const std::stop_token& stop);

} // namespace tileline
