// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/context.h"
#include "app/cli/profilearguments.h"
#include "core/solve/paretofront.h"

#include <optional>
#include <vector>

namespace tileline::cli {

/// The task of the command `solve`.
struct SolveTask {
    SolveRequest request;
    std::optional<SplitPlan> own; ///< a plan from the user, to compare with
    bool tradeOff = false;
    size_t paretoPoints = 0; ///< maximum number of points of the front; 0: no front

    bool needsTime() const { return paretoPoints > 0 || request.objective == Objective::MinPeriod; }
};

/// A point of the front of peak against period.
struct FrontPoint {
    SolvedPlan solved;
    size_t ipus = 0;
    PipelineTime time;
    Fit fit;
};

/// The result of the command `solve`. Estimates of plans that do not exist are absent.
struct Solution {
    SolveTask task;
    std::vector<PlanWarning> warnings; ///< about `plan`; without one, those that all plans share
    std::optional<PlanFigures>
        plan;              ///< the requested plan; only the placed stages if the greedy search failed
    bool complete = false; ///< whether `plan` has all layers
    std::optional<uint64_t> optimalPeak; ///< lowest peak on the IPUs of the request, under its constraints
    std::optional<Infeasible> infeasible;
    Relaxation relaxation; ///< the nearest requests that are feasible; useful if `plan` does not fit
    /// PopLiner's greedy result, to compare with. Absent if there are pins or forbidden boundaries, which the
    /// greedy search does not support, and in the pipeline setting, where it has no estimate.
    std::optional<GreedyResult> greedy;
    std::optional<PlanFigures> own;
    std::vector<std::optional<SolvedPlan>> tradeOff; ///< empty unless asked for
    std::vector<Fit> tradeOffFits;                   ///< of each entry of `tradeOff`
    std::vector<FrontPoint> front;                   ///< empty unless asked for
    bool frontIsComplete = true;                     ///< otherwise for evenly spaced bounds on the peak
};

/// Solves the task. Can be cancelled. NoCycles if the task needs to know the time of plans, and it is not
/// known.
Outcome<Solution> solveTask(Study& study, const SolveTask& task, Context& context);

} // namespace tileline::cli
