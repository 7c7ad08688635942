// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/stageestimator.h"
#include "core/explain/diagnosis.h"

namespace tileline {

/// The bytes that the one-stage plan holds in the pipeline setting. They exclude accumulators, which the
/// profile does not contain.
Outcome<OneStageTiles> oneStageTiles(const StageEstimator& estimator, Workers& workers,
                                     std::stop_token stop = {});

/// Compares a profile with its operations in the setting of `estimator`. If `estimator` is null, the setting
/// is PopLiner's. `layers` must belong to the setting.
Outcome<Diagnosis> diagnose(const Profile& profile, const Layers& layers, const StageEstimatorPtr& estimator,
                            size_t maxMissing, Workers& workers, std::stop_token stop = {});

} // namespace tileline
