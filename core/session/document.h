// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/partition/intervaltable.h"
#include "core/partition/planwarnings.h"

namespace tileline {

/// The data that a session holds for a profile. Without a profile, all members are null. With one,
/// `estimator` and `table` are null if the profile lacks what an estimate needs
/// (StageEstimator::checkPossible()); `table` alone is null if there are too many layers for a table.
struct Document {
    ProfilePtr profile;
    LayersPtr layers;
    StageEstimatorPtr estimator;
    IntervalTablePtr table;
    std::vector<PlanWarning> warnings = {}; ///< those that all plans share; none without an estimator

    explicit operator bool() const { return profile != nullptr; }
};

} // namespace tileline
