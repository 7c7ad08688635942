// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/solver.h"

#include "app/cli/greedysolving.h"

namespace tileline::cli {

namespace {

class TaskSolver {
public:
    TaskSolver(const OpenedProfile& opened, const SolveTask& task, Context& context)
        : m_opened(opened)
        , m_context(context) {
        m_solution.task = task;
    }

    Outcome<Solution> run();

private:
    Outcome<Done> prepare();
    Outcome<Done> runGreedy();
    Outcome<Done> takeGreedyPlan();
    Outcome<Done> runOptimal();
    Outcome<Done> estimateOwn();
    Outcome<PlanEstimate> estimate(const SplitPlan& plan);

    const OpenedProfile& m_opened;
    Context& m_context;
    StageEstimatorPtr m_estimator;
    IntervalTablePtr m_table; ///< null where the layers are too many
    Solution m_solution;
};

Outcome<Done> TaskSolver::prepare() {
    auto estimator = TRY(buildEstimator(m_opened, m_context));
    m_estimator = std::move(estimator);
    if (m_solution.task.greedy && !IntervalTable::feasible(m_estimator->layerCount())) {
        return Done{};
    }
    auto table = TRY(fillTable(m_estimator, SplitPlan(m_estimator->layerCount()), m_context));
    m_table = std::move(table);
    return Done{};
}

Outcome<PlanEstimate> TaskSolver::estimate(const SplitPlan& plan) {
    return m_estimator->estimate(plan, m_context.workers(), m_context.stop());
}

Outcome<Done> TaskSolver::runGreedy() {
    const SolveRequest& request = m_solution.task.request;
    auto greedy =
        TRY(solveGreedily(*m_estimator, m_table.get(), request.ipus, request.memoryPerTile, m_context));
    m_solution.greedy = std::move(greedy);
    return m_solution.task.greedy ? takeGreedyPlan() : Done{};
}

/// The plan of the stages that greedy placed, though they may end before the last layer.
Outcome<Done> TaskSolver::takeGreedyPlan() {
    const GreedyResult& greedy = m_solution.greedy;
    if (greedy.stages.empty()) {
        return Done{};
    }
    std::vector<LayerIndex> splits;
    std::vector<uint64_t> crossing;
    for (size_t stage = 1; stage < greedy.stages.size(); ++stage) {
        splits.push_back(greedy.stages[stage].first);
        crossing.push_back(m_estimator->crossingBytes(greedy.stages[stage].first));
    }
    auto plan = TRY(SplitPlan::make(greedy.stages.back().last.index() + 1, std::move(splits)));
    m_solution.complete = plan.layerCount() == m_estimator->layerCount();
    m_solution.plan = PlanEstimate{std::move(plan), greedy.estimates, std::move(crossing)};
    return Done{};
}

Outcome<Done> TaskSolver::runOptimal() {
    if (!m_table) {
        return Done{};
    }
    const IntervalCosts costs(*m_table);
    SolveRequest leastPeak = m_solution.task.request;
    leastPeak.objective = Objective::LeastPeak;
    const SolveResult optimum = solveOptimal(costs, leastPeak);
    if (const auto* best = std::get_if<SolvedPlan>(&optimum)) {
        m_solution.optimalPeak = best->peakTileBytes;
    }
    if (m_solution.task.tradeOff) {
        m_solution.tradeOff = solveTradeOff(costs, m_solution.task.request);
    }
    if (m_solution.task.greedy) {
        return Done{};
    }
    m_solution.wouldDo = whatWouldDo(costs, m_solution.task.request);
    const SolveResult result = solveOptimal(costs, m_solution.task.request);
    if (const auto* infeasible = std::get_if<Infeasible>(&result)) {
        m_solution.infeasible = *infeasible;
        return Done{};
    }
    auto plan = TRY(estimate(std::get<SolvedPlan>(result).plan));
    m_solution.plan = std::move(plan);
    m_solution.complete = true;
    return Done{};
}

Outcome<Done> TaskSolver::estimateOwn() {
    if (!m_solution.task.own) {
        return Done{};
    }
    auto own = TRY(estimate(*m_solution.task.own));
    m_solution.own = std::move(own);
    return Done{};
}

Outcome<Solution> TaskSolver::run() {
    for (const auto step :
         {&TaskSolver::prepare, &TaskSolver::runGreedy, &TaskSolver::runOptimal, &TaskSolver::estimateOwn}) {
        TRY((this->*step)());
    }
    return std::move(m_solution);
}

} // namespace

Outcome<Solution> solveTask(const OpenedProfile& opened, const SolveTask& task, Context& context) {
    return TaskSolver(opened, task, context).run();
}

} // namespace tileline::cli
