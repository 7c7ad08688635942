// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/solve/solve.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace tileline {

/// How urgent a change of the plan is.
enum class ChangeKind {
    Dragging, ///< more changes follow soon: a running estimate is left to finish
    Final,    ///< the change is complete: a running estimate is cancelled for it
};

/// What a session's threads are working on, for the status bar.
enum class Job {
    None,
    Loading,
    FindingLayers, ///< after a change of the layer options
    Estimating,
    FillingTable, ///< the interval table is being filled
    Solving,
};

/// The estimate for one request. Contains the plan to which it belongs; immutable.
struct PartitionResult {
    uint64_t generation = 0; ///< of the request; later results never have a lower one
    PlanEstimate estimate;
};
using PartitionResultPtr = std::shared_ptr<const PartitionResult>;

/// Estimates of stages with one layer each, by layer entry; empty if not computed yet.
using LayerEstimates = std::vector<std::optional<StageEstimate>>;
using LayerEstimatesPtr = std::shared_ptr<const LayerEstimates>;

} // namespace tileline
