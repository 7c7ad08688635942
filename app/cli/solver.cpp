// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/solver.h"

#include "core/base/sequences.h"
#include "core/estimate/stageplacement.h"

namespace tileline::cli {

namespace {

class TaskSolver {
public:
    TaskSolver(Study& study, const SolveTask& task, Context& context)
        : m_study(study)
        , m_context(context) {
        m_solution.task = task;
    }

    Outcome<Solution> run() {
        TRY(prepare());
        TRY(runGreedy());
        TRY(runOptimal());
        if (m_solution.task.own) {
            m_solution.own = TRY(figures(*m_solution.task.own));
        }
        m_solution.warnings = m_solution.plan ? m_solution.plan->warnings : m_study.warnings();
        return std::move(m_solution);
    }

private:
    Outcome<Done> prepare() {
        TRY(addFigures(m_study, m_context));
        if (m_solution.task.needsTime() && !m_study.cycles) {
            return ProgramCycles(*m_study.profile).missing().inFile(m_study.path);
        }
        return greedy() && !m_study.table ? Outcome<Done>(Done{}) : fillTable(m_study, m_context);
    }
    bool greedy() const { return m_solution.task.request.objective == Objective::Greedy; }
    Outcome<SolveAnswer> solve(Objective objective) {
        SolveRequest request = m_solution.task.request;
        request.objective = objective;
        const StageCost cost = [this](LayerRange stage) -> Outcome<StageEstimate> {
            return m_study.table ? Outcome<StageEstimate>(*m_study.table->find(stage))
                                 : m_study.estimator->estimate(stage, m_context.workers(), m_context.stop());
        };
        return m_study.solve(request, cost, m_context.stop());
    }
    Outcome<Done> runGreedy() {
        if (m_study.isPipeline()) {
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
    /// Makes a plan from the stages that the greedy search placed. If the search did not place all layers,
    /// the plan ends at the last layer that it placed.
    Outcome<Done> takeGreedyPlan() {
        const GreedyResult& found = *m_solution.greedy;
        if (found.stages.empty()) {
            return Done{};
        }
        std::vector<LayerIndex> splits;
        std::vector<uint64_t> crossing;
        for (size_t stage = 1; stage < found.stages.size(); ++stage) {
            splits.push_back(found.stages[stage].first);
            crossing.push_back(m_study.estimator->crossingBytes(found.stages[stage].first));
        }
        auto plan = TRY(SplitPlan::make(found.stages.back().last.index() + 1, std::move(splits)));
        m_solution.complete = plan.layerCount() == m_study.estimator->layerCount();
        StagePlacement placement = placeStages(plan);
        m_solution.plan =
            m_study.figuresOf({std::move(plan), found.estimates, std::move(crossing), std::move(placement)});
        return Done{};
    }
    Outcome<Done> runOptimal() {
        if (!m_study.table) {
            return Done{};
        }
        const SolveTask& task = m_solution.task;
        const auto best = TRY(solve(Objective::MinPeak));
        if (const auto* const solved = std::get_if<SolvedPlan>(&best.result)) {
            m_solution.optimalPeak = solved->peakTileBytes;
        }
        const IntervalCosts costs = TRY(m_study.costs(m_context.stop()));
        if (task.paretoPoints > 0) {
            TRY(runPareto(costs));
        }
        if (task.tradeOff) {
            m_solution.tradeOff = TRY(solveTradeOff(costs, task.request, m_context.stop()));
            m_solution.tradeOffFits = mapped(m_solution.tradeOff, [this](const auto& solved) {
                return solved ? fitOf(*solved) : Fit(false, m_study.warnings());
            });
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
        m_solution.plan = TRY(figures(std::get<SolvedPlan>(answer.result).plan));
        m_solution.complete = true;
        return Done{};
    }
    Outcome<Done> runPareto(const IntervalCosts& costs) {
        const SolveTask& task = m_solution.task;
        ParetoFront front = TRY(solvePareto(costs, task.request, task.paretoPoints, m_context.stop()));
        for (SolvedPlan& point : front.points) {
            const PlanEstimate plan = m_study.estimator->placed(point.plan);
            const Fit fit(point.fits, m_study.warnings(&plan));
            m_solution.front.push_back(
                {std::move(point), plan.placement.ipus.size(), *m_study.timeOf(plan), fit});
        }
        m_solution.frontIsComplete = front.complete;
        return Done{};
    }
    Outcome<PlanFigures> figures(const SplitPlan& plan) const {
        return m_study.figures(plan, m_context.workers(), m_context.stop());
    }
    Fit fitOf(const SolvedPlan& solved) const {
        const PlanEstimate placed = m_study.estimator->placed(solved.plan);
        return {solved.fits, m_study.warnings(&placed)};
    }

    Study& m_study;
    Context& m_context;
    Solution m_solution;
};

} // namespace

Outcome<Solution> solveTask(Study& study, const SolveTask& task, Context& context) {
    return TaskSolver(study, task, context).run();
}

} // namespace tileline::cli
