// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/partition/intervaltable.h"

namespace tileline {

/// What a session holds of a profile. All null, or all but the table set; there is no table where the
/// profile has too many layers for one.
struct Document {
    ProfilePtr profile;
    LayersPtr layers;
    StageEstimatorPtr estimator;
    IntervalTablePtr table;

    explicit operator bool() const { return profile != nullptr; }
};

} // namespace tileline
