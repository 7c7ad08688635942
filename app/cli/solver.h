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

/// The result of the command `solve`. If a plan does not exist, its estimate is absent.
struct Solution {
    SolveTask task;
    std::vector<PlanWarning> warnings; ///< about `plan`; if it is empty, about all plans
    std::optional<PlanFigures>
        plan;              ///< the requested plan; if the greedy search failed, the stages that it placed
    bool complete = false; ///< whether `plan` has all layers
    std::optional<uint64_t> optimalPeak; ///< lowest peak on the IPUs of the request, under its constraints
    std::optional<Infeasible> infeasible;
    Relaxation relaxation; ///< the nearest feasible requests; useful if `plan` does not fit
    /// PopLiner's greedy result, to compare with. The greedy search supports neither pins and forbidden
    /// boundaries nor the pipeline setting, so the result is absent there.
    std::optional<GreedyResult> greedy;
    std::optional<PlanFigures> own;
    std::vector<std::optional<SolvedPlan>> tradeOff; ///< empty unless asked for
    std::vector<Fit> tradeOffFits;                   ///< for each entry of `tradeOff`
    std::vector<FrontPoint> front;                   ///< empty unless asked for
    bool frontIsComplete = true;                     ///< false: has only some points, evenly spaced
};

/// Solves the task. Can be cancelled. Fails with NoCycles if the task depends on the time of plans, but the
/// profile has too few cycles.
Outcome<Solution> solveTask(Study& study, const SolveTask& task, Context& context);

} // namespace tileline::cli
