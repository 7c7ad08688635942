// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/partition/solve.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace tileline {

/// How eager a change of the plan is.
enum class ChangeKind {
    Dragging, ///< more of the same follow at once: a running estimate is left to finish
    Final,    ///< the user let go: a running estimate is cancelled for this one
};

/// What a session's threads are busy with, for the status bar.
enum class Job {
    None,
    Loading,
    FindingLayers, ///< after a change of the layer options
    Estimating,
    FillingTable, ///< the interval table is being filled
    Solving,
};

/// What the partitioner found for one request. Carries the plan it belongs to; immutable.
struct PartitionResult {
    uint64_t generation = 0; ///< of the request; results only ever get newer
    PlanEstimate estimate;
};
using PartitionResultPtr = std::shared_ptr<const PartitionResult>;

/// Estimates of stages of one layer each, by layer entry; nothing where not computed yet.
using LayerEstimates = std::vector<std::optional<StageEstimate>>;
using LayerEstimatesPtr = std::shared_ptr<const LayerEstimates>;

} // namespace tileline
