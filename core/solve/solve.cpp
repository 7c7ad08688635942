// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/solve/solve.h"

namespace tileline {

namespace {

/// One attempt of the greedy search, with a fixed capacity and a fixed minimum number of layers per stage.
/// Returns whether all layers could be placed. `result` contains all stages that were placed.
Outcome<bool> attempt(size_t layerCount, uint32_t ipus, double capacity, size_t minLayers,
                      const StageCost& cost, const std::stop_token& stop, GreedyResult& result) {
    result = {};
    size_t first = 0;
    for (uint32_t ipu = 0; ipu < ipus && first < layerCount; ++ipu) {
        // Adds layers to the stage one at a time, as long as the stage fits.
        const size_t minimum = layerCount - first < minLayers ? 1 : minLayers;
        for (size_t last = first + minimum - 1; last < layerCount; ++last) {
            if (stop.stop_requested()) {
                return Cancelled{};
            }
            const LayerRange stage{{static_cast<uint32_t>(first)}, {static_cast<uint32_t>(last)}};
            const StageEstimate estimated = TRY(cost(stage));
            if (static_cast<double>(estimated.peakTileBytes) > capacity) {
                break;
            }
            result.stages.resize(ipu + 1);
            result.stages.back() = stage;
            result.estimates.resize(ipu + 1);
            result.estimates.back() = estimated;
        }
        if (result.stages.size() == ipu) {
            return false; // not even the shortest stage fits
        }
        first = result.stages.back().last.index() + 1;
    }
    return first >= layerCount;
}

} // namespace

Outcome<GreedyResult> solveGreedy(size_t layerCount, uint32_t ipus, uint64_t limit, const StageCost& cost,
                                  std::stop_token stop) {
    GreedyResult result;
    for (const size_t minLayers : {3U, 2U, 1U}) {
        for (const double proportion : {0.5, 0.6, 0.7, 0.8, 0.9, 1.0}) {
            const double capacity = static_cast<double>(limit) * proportion;
            if (TRY(attempt(layerCount, ipus, capacity, minLayers, cost, stop, result))) {
                result.proportion = proportion;
                return result;
            }
        }
    }
    return result;
}

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
    const auto costs = TRY(IntervalCosts::make(*table, stop, times));
    const auto solved = TRY(solveOptimal(costs, request, stop));
    return std::visit([&](const auto& result) { return SolveAnswer{request, result}; }, solved);
}

Outcome<OptimumPtr> findOptimum(const SolveRequest& request, const IntervalCosts& costs,
                                const std::stop_token& stop) {
    auto result = TRY(solveOptimal(costs, request, stop));
    auto tradeOff = TRY(solveTradeOff(costs, request, stop));
    return std::make_shared<const Optimum>(Optimum{request, std::move(result), std::move(tradeOff)});
}

} // namespace tileline
