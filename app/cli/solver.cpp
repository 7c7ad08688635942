// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/solver.h"

#include "core/estimate/stageplacement.h"

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
    bool greedy() const { return m_solution.task.request.objective == Objective::Greedy; }
    Outcome<SolveAnswer> solve(Objective objective);
    Outcome<Done> runGreedy();
    Outcome<Done> takeGreedyPlan();
    Outcome<Done> runOptimal();
    Outcome<Done> runPareto(const IntervalCosts& costs);
    Outcome<Done> estimateOwn();
    Fit fitOf(const SolvedPlan& solved) const {
        const PlanEstimate placed = m_estimator->placed(solved.plan);
        return {solved.fits, m_maker.warnings(&placed)};
    }

    const OpenedProfile& m_opened;
    Context& m_context;
    PlanFigureMaker m_maker;
    StageEstimatorPtr m_estimator;
    IntervalTablePtr m_table; ///< null if there are too many layers
    std::optional<StageTimes> m_times;
    Solution m_solution;
};

Outcome<Done> TaskSolver::prepare() {
    m_maker = TRY(PlanFigureMaker::make(m_opened, m_solution.task.time, m_context));
    m_estimator = m_maker.estimator();
    m_times = m_maker.stageTimes();
    if (m_solution.task.needsTime() && m_maker.missingCycles()) {
        return *m_maker.missingCycles();
    }
    if (greedy() && !IntervalTable::feasible(m_estimator->layerCount())) {
        return Done{};
    }
    auto table = TRY(fillTable(m_estimator, SplitPlan(m_estimator->layerCount()), m_context));
    m_table = std::move(table);
    return Done{};
}

Outcome<SolveAnswer> TaskSolver::solve(Objective objective) {
    SolveRequest request = m_solution.task.request;
    request.objective = objective;
    const StageCost cost = [this](LayerRange stage) -> Outcome<StageEstimate> {
        return m_table ? Outcome<StageEstimate>(*m_table->find(stage))
                       : m_estimator->estimate(stage, m_context.workers(), m_context.stop());
    };
    return tileline::solve(request, cost, m_table.get(), m_times, m_context.stop());
}

Outcome<Done> TaskSolver::runGreedy() {
    if (m_opened.isPipeline()) {
        return Done{};
    }
    const auto answer = TRY(solve(Objective::Greedy));
    if (const auto* const found = std::get_if<GreedyResult>(&answer.result)) {
        m_solution.greedy = *found;
        return greedy() ? takeGreedyPlan() : Done{};
    }
    if (greedy()) {
        m_solution.infeasible = std::get<Infeasible>(answer.result);
    }
    return Done{};
}

/// Takes the plan of the stages that the greedy search placed. They may end before the last layer.
Outcome<Done> TaskSolver::takeGreedyPlan() {
    const GreedyResult& found = *m_solution.greedy;
    if (found.stages.empty()) {
        return Done{};
    }
    std::vector<LayerIndex> splits;
    std::vector<uint64_t> crossing;
    for (size_t stage = 1; stage < found.stages.size(); ++stage) {
        splits.push_back(found.stages[stage].first);
        crossing.push_back(m_estimator->crossingBytes(found.stages[stage].first));
    }
    auto plan = TRY(SplitPlan::make(found.stages.back().last.index() + 1, std::move(splits)));
    m_solution.complete = plan.layerCount() == m_estimator->layerCount();
    StagePlacement placement = placeStages(plan);
    m_solution.plan =
        m_maker.figuresOf({std::move(plan), found.estimates, std::move(crossing), std::move(placement)});
    return Done{};
}

Outcome<Done> TaskSolver::runOptimal() {
    if (!m_table) {
        return Done{};
    }
    const SolveTask& task = m_solution.task;
    const auto best = TRY(solve(Objective::MinPeak));
    if (const auto* const solved = std::get_if<SolvedPlan>(&best.result)) {
        m_solution.optimalPeak = solved->peakTileBytes;
    }
    auto costs = TRY(IntervalCosts::make(*m_table, m_context.stop()));
    costs.setTimes(m_times);
    if (task.paretoPoints > 0) {
        TRY(runPareto(costs));
    }
    if (task.tradeOff) {
        m_solution.tradeOff = TRY(solveTradeOff(costs, task.request, m_context.stop()));
        for (const auto& solved : m_solution.tradeOff) {
            m_solution.tradeOffFits.push_back(solved ? fitOf(*solved) : Fit(false, m_maker.warnings()));
        }
    }
    if (greedy()) {
        return Done{};
    }
    m_solution.relaxation = TRY(suggestRelaxation(costs, task.request, m_context.stop()));
    const Objective objective = task.request.objective;
    const auto answer = objective == Objective::MinPeak ? best : TRY(solve(objective));
    if (const auto* const infeasible = std::get_if<Infeasible>(&answer.result)) {
        m_solution.infeasible = *infeasible;
        return Done{};
    }
    m_solution.plan = TRY(m_maker.figures(std::get<SolvedPlan>(answer.result).plan, m_context));
    m_solution.complete = true;
    return Done{};
}

Outcome<Done> TaskSolver::runPareto(const IntervalCosts& costs) {
    const SolveTask& task = m_solution.task;
    ParetoFront front = TRY(solvePareto(costs, task.request, task.paretoPoints, m_context.stop()));
    for (SolvedPlan& point : front.points) {
        const PlanEstimate plan = m_estimator->placed(point.plan);
        const Fit fit = fitOf(point);
        m_solution.front.push_back(
            {std::move(point), plan.placement.ipus.size(), *m_maker.timeOf(plan), fit});
    }
    m_solution.frontIsComplete = front.complete;
    return Done{};
}

Outcome<Done> TaskSolver::estimateOwn() {
    if (!m_solution.task.own) {
        return Done{};
    }
    auto own = TRY(m_maker.figures(*m_solution.task.own, m_context));
    m_solution.own = std::move(own);
    return Done{};
}

Outcome<Solution> TaskSolver::run() {
    for (const auto step :
         {&TaskSolver::prepare, &TaskSolver::runGreedy, &TaskSolver::runOptimal, &TaskSolver::estimateOwn}) {
        TRY((this->*step)());
    }
    m_solution.warnings = m_solution.plan ? m_solution.plan->warnings : m_maker.warnings();
    return std::move(m_solution);
}

} // namespace

Outcome<Solution> solveTask(const OpenedProfile& opened, const SolveTask& task, Context& context) {
    return TaskSolver(opened, task, context).run();
}

} // namespace tileline::cli
