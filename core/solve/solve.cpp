// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/solve/solve.h"

namespace tileline {

std::optional<SplitPlan> SolveAnswer::plan() const {
    if (const auto* const solved = std::get_if<SolvedPlan>(&result)) {
        return solved->plan;
    }
    const auto* const greedy = std::get_if<GreedyResult>(&result);
    if (greedy == nullptr || greedy->stages.empty()) {
        return std::nullopt;
    }
    SplitPlan plan(request.constraints.layerCount());
    for (const LayerRange& stage : greedy->stages) {
        plan = plan.withAdded(stage.first);
    }
    return plan;
}

Outcome<SolveAnswer> solve(const SolveRequest& request, const StageCost& cost, const IntervalTable* table,
                           const std::optional<StageTimes>& times, const std::stop_token& stop) {
    const PlanConstraints& constraints = request.constraints;
    if (request.objective == Objective::Greedy) {
        if (!constraints.pinned().empty() || !constraints.forbidden().empty()) {
            return SolveAnswer{request, Infeasible{Infeasible::Reason::GreedyConstraints, {}}};
        }
        return SolveAnswer{request, TRY(solveGreedy(constraints.layerCount(), constraints.ipus(),
                                                    constraints.memory().limit(), cost, stop))};
    }
    if (table == nullptr) {
        return SolveAnswer{request, Infeasible{Infeasible::Reason::TooManyLayers, {}}};
    }
    auto costs = TRY(IntervalCosts::make(*table, stop));
    costs.setTimes(times);
    const auto result = TRY(solveOptimal(costs, request, stop));
    if (const auto* const solved = std::get_if<SolvedPlan>(&result)) {
        return SolveAnswer{request, *solved};
    }
    return SolveAnswer{request, std::get<Infeasible>(result)};
}

Outcome<OptimumPtr> findOptimum(const SolveRequest& request, const IntervalTable& table,
                                const std::stop_token& stop) {
    const auto costs = TRY(IntervalCosts::make(table, stop));
    auto result = TRY(solveOptimal(costs, request, stop));
    auto tradeOff = TRY(solveTradeOff(costs, request, stop));
    return std::make_shared<const Optimum>(Optimum{request, std::move(result), std::move(tradeOff)});
}

} // namespace tileline
