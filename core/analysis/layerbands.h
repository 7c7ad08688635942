// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/layers.h"
#include "core/base/stepinterval.h"

#include <vector>

namespace tileline {

/// The steps in which a layer runs without another one between.
struct LayerBand {
    LayerIndex layer;
    StepInterval steps;

    bool operator==(const LayerBand&) const = default;
};

/// The layers along the program steps: what a liveness chart shows behind its curves. In a training profile a
/// layer has several bands (forward, backward).
///
/// A band begins at the first step of the first operation of a run of operations of one layer, and ends where
/// the next band begins, or at the end of the last operation's last step. Operations without a layer or
/// without steps do not cut. An operation that begins before the band that is open (called code, listed
/// again) does not cut either, so bands ascend and are disjoint.
std::vector<LayerBand> layerBands(const Profile& profile, const Layers& layers);

} // namespace tileline
