// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/context.h"
#include "app/cli/profilearguments.h"
#include "core/solve/paretofront.h"

#include <optional>
#include <vector>

namespace tileline::cli {

struct SolveTask {
    SolveRequest request;
    std::optional<SplitPlan> own; ///< the user's plan, to compare the result with
    bool tradeOff = false;
    size_t paretoPoints = 0; ///< maximum number of points of the front; 0: no front

    bool needsTime() const { return paretoPoints > 0 || request.objective == Objective::MinPeriod; }
};

/// A plan on the Pareto front of peak and period: no other plan has both a lower peak and a shorter period.
struct FrontPoint {
    SolvedPlan solved;
    size_t ipus = 0;
    PipelineTime time;
    Fit fit;
};

/// The result of the command `solve`. A member that describes a plan is empty if there is no such plan.
struct Solution {
    SolveTask task;
    std::vector<PlanWarning> warnings; ///< about `plan`; if `plan` is empty, about every plan
    std::optional<PlanFigures>
        plan;              ///< the requested plan; if the greedy search failed, the stages that it placed
    bool complete = false; ///< whether `plan` contains all layers
    std::optional<uint64_t> optimalPeak; ///< lowest peak that the request's constraints allow
    std::optional<Infeasible> infeasible;
    Relaxation relaxation; ///< the nearest feasible requests, shown if `plan` does not fit
    /// PopLiner's greedy result, for comparison. Empty in the pipeline setting, and also if the request has
    /// pins or forbidden boundaries, because the greedy search supports neither.
    std::optional<GreedyResult> greedy;
    std::optional<PlanFigures> own;
    std::vector<std::optional<SolvedPlan>> tradeOff; ///< empty unless requested
    std::vector<Fit> tradeOffFits;                   ///< whether each plan in `tradeOff` fits
    std::vector<FrontPoint> front;                   ///< empty unless requested
    bool frontIsComplete = true; ///< if false, `front` has only points for evenly spaced bounds on the peak
};

/// Solves the task. Can be cancelled. Error: NoCycles if the task needs the period of plans, but the profile
/// states cycles for too few programs.
Outcome<Solution> solveTask(Study& study, const SolveTask& task, Context& context);

} // namespace tileline::cli
