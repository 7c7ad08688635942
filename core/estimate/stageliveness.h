// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/ids.h"
#include "core/estimate/stageestimator.h"
#include "core/memory/liveness.h"

#include <optional>
#include <stop_token>
#include <vector>

namespace tileline {

/// The steps in which the estimate counts the variables of a stage, as ascending, disjoint intervals. If no
/// operation of the stage runs in any step, the list is empty, and stageLiveness() counts no variables.
std::vector<StepInterval> stepsOf(const StageEstimator& estimator, const PlacedStage& stage);

/// The bytes that a stage holds in each program step, on all tiles of its IPU or only on `tile`. Code, vertex
/// state, stashes, gradient accumulators and unowned bytes are always live, and so are variables whose
/// equivalence class covers all steps. Variables that are not always live are counted only in the steps of
/// the stage (stepsOf()). The peak of one tile is therefore the same as in the estimate
/// (StageEstimator::tilesPlaced).
Outcome<LivenessSeries> stageLiveness(const StageEstimator& estimator, const PlacedStage& stage,
                                      std::optional<TileId> tile, Workers& workers,
                                      const std::stop_token& stop = {});

/// The variables that the estimate counts for the stage in `step`, in the order of liveVariables(). The list
/// is empty if the stage does not run in `step`. For one tile, the bytes of the returned variables add up to
/// the variable bytes in stageLiveness().
Outcome<std::vector<LiveVariable>> stageVariablesLiveIn(const StageEstimator& estimator,
                                                        const PlacedStage& stage, StepIndex step,
                                                        std::optional<TileId> tile,
                                                        const std::stop_token& stop = {});

} // namespace tileline
