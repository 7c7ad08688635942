// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/intervaltable.h"
#include "core/execution/cycles.h"
#include "core/explain/planwarnings.h"

namespace tileline {

/// The cycles of a profile's entries, from which the time of any plan is a look-up.
struct PlanCycles {
    EntryCycles entries;
    bool measured = false; ///< of a run; otherwise some are Poplar's estimate
};
using PlanCyclesPtr = std::shared_ptr<const PlanCycles>;

/// The data that a session holds for a profile. Without a profile, all members are null. With one,
/// `estimator` and `table` are null if the profile lacks what an estimate needs
/// (StageEstimator::checkPossible()); `table` alone is null if there are too many layers for a table.
/// `cycles` is null in PopLiner's setting, or if the profile has too few cycles (ProgramCycles::known()).
struct Document {
    ProfilePtr profile;
    LayersPtr layers;
    StageEstimatorPtr estimator;
    IntervalTablePtr table;
    PlanCyclesPtr cycles = {};
    std::vector<PlanWarning> warnings = {}; ///< those that all plans share; none without an estimator

    explicit operator bool() const { return profile != nullptr; }
};

} // namespace tileline
