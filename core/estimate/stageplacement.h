// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/pipelineuses.h"
#include "core/estimate/stageestimate.h"
#include "core/plan/settingoptions.h"

#include <span>
#include <vector>

namespace tileline {

/// Whether Output can run on the first IPU: Output must be the last entry, but not the only one. `kinds[i]`
/// is the kind of entry i.
inline bool hasMovableOutput(std::span<const EntryKind> kinds) {
    return kinds.size() > 1 && kinds.back() == EntryKind::Output;
}

/// Places a plan's stages in PopLiner's setting.
StagePlacement placeStages(const SplitPlan& plan);
/// Places a plan's stages in the pipeline setting. The split points of `plan` are positions in the complete
/// list of entries, regardless of where Output runs. `kinds[i]` is the kind of entry i.
StagePlacement placeStages(const SplitPlan& plan, std::span<const EntryKind> kinds,
                           const PipelineOptions& options);

/// The weights that a placed plan splits over IPUs.
std::vector<SharedWeight> sharedWeights(const PipelineUses& uses, const StagePlacement& placement);

/// For each entry: 1 if a split point directly before it splits a weight, whatever the plan's other split
/// points are; otherwise 0. A plan splits a weight if and only if any of its split points does.
std::vector<uint8_t> splitsOfWeights(const PipelineUses& uses, const Layers& entries, OutputOn outputOn);

} // namespace tileline
