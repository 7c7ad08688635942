// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/stepinterval.h"
#include "core/layers/layers.h"

#include <vector>

namespace tileline {

/// A range of steps in which one layer runs and no other.
struct LayerBand {
    LayerIndex layer;
    StepInterval steps;

    bool operator==(const LayerBand&) const = default;
};

/// The layers over the program steps, which a liveness chart shows in the background. In a training profile a
/// layer has several bands (forward, backward).
///
/// A band begins at the first step of the first operation in a run of operations of one layer. It ends where
/// the next band begins, or else at the end of the last operation's last step. Operations without a layer or
/// without steps do not end a band. Nor does an operation that begins at or before the start of the current
/// band (code that is called or listed again). So bands are ascending and disjoint.
std::vector<LayerBand> layerBands(const Profile& profile, const Layers& layers);

} // namespace tileline
