// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layers/layerbands.h"

#include <algorithm>

namespace tileline {

std::vector<LayerBand> layerBands(const Profile& profile, const Layers& layers) {
    std::vector<LayerBand> bands;
    for (const LayeredOperation& operation : layers.operations) {
        const OperationDetail& detail = profile.operationDetails[operation.detail.index()];
        if (!operation.inLayer() || !detail.firstStep || !detail.lastStep) {
            continue;
        }
        const StepInterval steps{*detail.firstStep, detail.lastStep->next()};
        const bool cuts = bands.empty() || bands.back().layer != operation.layer;
        if (cuts && (bands.empty() || steps.start > bands.back().steps.start)) {
            if (!bands.empty()) {
                bands.back().steps.end = steps.start;
            }
            bands.push_back({operation.layer, steps});
        } else if (!cuts) {
            bands.back().steps.end = std::max(bands.back().steps.end, steps.end);
        }
    }
    return bands;
}

} // namespace tileline
