// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/context.h"
#include "app/cli/profilearguments.h"
#include "core/partition/solve.h"

#include <optional>
#include <vector>

namespace tileline::cli {

/// What `solve` is asked for.
struct SolveTask {
    SolveRequest request;
    std::optional<SplitPlan> own; ///< a plan of the user's to compare with
    bool tradeOff = false;
};

/// What `solve` found. Estimates of plans that do not exist are absent.
struct Solution {
    SolveTask task;
    std::optional<PlanEstimate> plan;    ///< what was asked for; of greedy's best effort maybe only a part
    bool complete = false;               ///< whether `plan` has all layers
    std::optional<uint64_t> optimalPeak; ///< lowest peak on the IPUs of the request, under its constraints
    std::optional<Infeasible> infeasible;
    Relaxation relaxation; ///< the nearest requests that a plan fits; of use where `plan` does not
    /// To compare with; nothing where there are pins or forbidden boundaries, which it does not know.
    std::optional<GreedyResult> greedy;
    std::optional<PlanEstimate> own;
    std::vector<std::optional<SolvedPlan>> tradeOff; ///< empty unless asked for
};

/// Does it. Cancellable.
Outcome<Solution> solveTask(const OpenedProfile& opened, const SolveTask& task, Context& context);

} // namespace tileline::cli
