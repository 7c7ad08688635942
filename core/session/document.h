// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/partition/intervaltable.h"

namespace tileline {

/// The data that a session holds for a profile. Either all members are null, or all are set. Only `table` may
/// be null by itself: if the profile has too many layers for a table.
struct Document {
    ProfilePtr profile;
    LayersPtr layers;
    StageEstimatorPtr estimator;
    IntervalTablePtr table;

    explicit operator bool() const { return profile != nullptr; }
};

} // namespace tileline
