// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/partition/greedysolver.h"
#include "core/partition/optimalsolver.h"

#include <memory>
#include <variant>

namespace tileline {

/// What a solve found, with the request that it answers.
struct SolveAnswer {
    SolveRequest request;
    std::variant<SolvedPlan, GreedyResult, Infeasible> result;

    /// The plan to take, if there is one. Stages of a greedy search that failed may end before the last
    /// layer; the rest is then on the last IPU, so that one sees by how much it overflows.
    std::optional<SplitPlan> plan() const;
};

/// Solves a request of any objective, for the window and the command line alike. `cost` is what the greedy
/// search asks, `table` what the others read: null where there are too many layers for one, else complete.
Outcome<SolveAnswer> solve(const SolveRequest& request, const StageCost& cost, const IntervalTable* table,
                           const std::stop_token& stop);

/// What the solvers say of a profile by themselves, with the request that it answers.
struct Optimum {
    SolveRequest request;                            ///< MinPeak
    SolveResult result;                              ///< the best plan for the IPUs of the request
    std::vector<std::optional<SolvedPlan>> tradeOff; ///< lowest peak by number of IPUs, from 1
};
using OptimumPtr = std::shared_ptr<const Optimum>;

/// `table` must be complete.
Outcome<OptimumPtr> findOptimum(const SolveRequest& request, const IntervalTable& table,
                                const std::stop_token& stop);

/// Whether every stage of an estimated plan fits its IPU.
bool fits(const PlanEstimate& estimate, const MemoryLimits& memory);

} // namespace tileline
