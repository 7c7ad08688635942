// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/solve/solve.h"

namespace tileline {

namespace {

/// One attempt of the greedy search, with a fixed capacity and a fixed minimum number of layers per stage.
class Attempt {
public:
    Attempt(size_t layerCount, double capacity, size_t minLayers, const StageCost& cost, std::stop_token stop)
        : m_layerCount(layerCount)
        , m_capacity(capacity)
        , m_minLayers(minLayers)
        , m_cost(cost)
        , m_stop(std::move(stop)) {}

    /// Returns whether all layers could be placed. In both cases, `result` contains the stages.
    Outcome<bool> run(uint32_t ipus, GreedyResult& result) const {
        result.stages.clear();
        result.estimates.clear();
        size_t next = 0;
        for (uint32_t ipu = 0; ipu < ipus; ++ipu) {
            auto filled = fill(next, result);
            if (!filled) {
                return filled;
            }
            if (!*filled) {
                return false;
            }
            next = result.stages.back().last.index() + 1;
            if (next >= m_layerCount) {
                return true;
            }
        }
        return false;
    }

private:
    /// Appends the longest stage that begins with layer `first` and fits, growing it layer by layer. Returns
    /// false and appends nothing if not even the shortest stage fits.
    Outcome<bool> fill(size_t first, GreedyResult& result) const {
        bool any = false;
        const size_t minimum = m_layerCount - first < m_minLayers ? 1 : m_minLayers;
        for (size_t last = first + minimum - 1; last < m_layerCount; ++last) {
            if (m_stop.stop_requested()) {
                return Cancelled{};
            }
            const LayerRange stage{{static_cast<uint32_t>(first)}, {static_cast<uint32_t>(last)}};
            auto estimated = TRY(m_cost(stage));
            if (static_cast<double>(estimated.peakTileBytes) > m_capacity) {
                break;
            }
            if (!any) {
                result.stages.push_back(stage);
                result.estimates.push_back(estimated);
                any = true;
            }
            result.stages.back() = stage;
            result.estimates.back() = estimated;
        }
        return any;
    }

    size_t m_layerCount;
    double m_capacity;
    size_t m_minLayers;
    const StageCost& m_cost;
    std::stop_token m_stop;
};

} // namespace

Outcome<GreedyResult> solveGreedy(size_t layerCount, uint32_t ipus, uint64_t limit, const StageCost& cost,
                                  std::stop_token stop) {
    GreedyResult result;
    for (const size_t minLayers : {3U, 2U, 1U}) {
        for (const double proportion : {0.5, 0.6, 0.7, 0.8, 0.9, 1.0}) {
            const double capacity = static_cast<double>(limit) * proportion;
            auto placed = TRY(Attempt(layerCount, capacity, minLayers, cost, stop).run(ipus, result));
            if (placed) {
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
    auto costs = TRY(IntervalCosts::make(*table, stop));
    costs.setTimes(times);
    const auto result = TRY(solveOptimal(costs, request, stop));
    if (const auto* const solved = std::get_if<SolvedPlan>(&result)) {
        return SolveAnswer{request, *solved};
    }
    return SolveAnswer{request, std::get<Infeasible>(result)};
}

Outcome<OptimumPtr> findOptimum(const SolveRequest& request, const IntervalCosts& costs,
                                const std::stop_token& stop) {
    auto result = TRY(solveOptimal(costs, request, stop));
    auto tradeOff = TRY(solveTradeOff(costs, request, stop));
    return std::make_shared<const Optimum>(Optimum{request, std::move(result), std::move(tradeOff)});
}

} // namespace tileline
