// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/frameworks/poptorchplan.h"
#include "core/layers/pipelineentries.h"

namespace tileline {

/// The plan of a profile, ready to be exported: names, the guessed module paths, and whether the layers are
/// listed in the order in which they run. `fit` is empty, and the plan is as in PopLiner's setting.
ExportPlan exportPlanOf(const Layers& layers, const SplitPlan& plan);

/// Sets what an export has to know of the profile and of the estimate. `entries` is null in PopLiner's
/// setting.
void setEstimate(ExportPlan& plan, const Profile& profile, const PipelineEntries* entries,
                 const PipelineOptions& options);

} // namespace tileline
