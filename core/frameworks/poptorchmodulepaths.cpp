// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/frameworks/poptorchmodulepaths.h"

#include "core/layers/modulepaths.h"

#include <algorithm>

namespace tileline {

namespace {

bool runsInOrder(const Layers& layers) {
    LayerIndex last;
    std::vector<bool> seen(layers.count(), false);
    for (const LayeredOperation& operation : layers.operations) {
        if (!operation.inLayer() || seen[operation.layer.index()]) {
            continue;
        }
        seen[operation.layer.index()] = true;
        if (operation.layer < last) {
            return false;
        }
        last = operation.layer;
    }
    return true;
}

} // namespace

ExportPlan exportPlanOf(const Layers& layers, const SplitPlan& plan) {
    ExportPlan result;
    for (uint32_t layer = 0; layer < layers.count(); ++layer) {
        result.layerNames.push_back(layers.nameInFiles({layer}));
    }
    result.modulePaths = guessModulePaths(layers);
    result.plan = plan;
    result.kinds = layers.kinds;
    result.inExecutionOrder = runsInOrder(layers);
    return result;
}

void setEstimate(ExportPlan& plan, const Profile& profile, const PipelineEntries* entries,
                 const PipelineOptions& options) {
    plan.assumed.reset();
    if (entries != nullptr) {
        plan.assumed = {options, entries->passes().training()};
    }
    plan.ofTensorflow = std::any_of(profile.operationDetails.begin(), profile.operationDetails.end(),
                                    [](const OperationDetail& detail) {
                                        return detail.debug.json.find("\"hlo_name\"") != std::string::npos;
                                    });
}

} // namespace tileline
