// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/partition/pipelineuses.h"
#include "core/partition/settingoptions.h"
#include "core/partition/stageestimate.h"

#include <vector>

namespace tileline {

/// Whether Output can run on the first IPU: it is an entry, and not the only one.
bool hasMovableOutput(const Layers& entries);

/// Places a plan's stages in PopLiner's setting.
StagePlacement placeStages(const SplitPlan& plan);
/// Places a plan's stages in the pipeline setting. The split points of `plan` name entries of the whole list,
/// wherever Output runs.
StagePlacement placeStages(const SplitPlan& plan, const Layers& entries, const PipelineOptions& options);

/// The weights that a placed plan splits.
std::vector<SharedWeight> sharedWeights(const PipelineUses& uses, const StagePlacement& placement);

/// By entry: whether a split point before it splits a weight, wherever the others are. A plan splits a weight
/// if and only if it has such a split point.
std::vector<uint8_t> splitsOfWeights(const PipelineUses& uses, const Layers& entries, OutputOn outputOn);

} // namespace tileline
