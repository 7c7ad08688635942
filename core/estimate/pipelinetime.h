// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/stageestimate.h"
#include "core/execution/cycles.h"
#include "core/plan/settingoptions.h"
#include "core/plan/timeoptions.h"

#include <cstdint>
#include <vector>

namespace tileline {

/// Cycles of a transfer of `bytes` over a boundary between stages. A training pipeline sends gradients back.
double transferCycles(uint64_t bytes, bool training, uint64_t clockHz, const TimeOptions& options);

/// How fast a plan runs. Nothing is rounded.
struct PipelineTime {
    /// Cycles of a pipeline stage for a micro-batch.
    struct Stage {
        double forward = 0;
        double backward = 0;
        double recompute = 0; ///< the forward pass once more

        double total() const { return forward + backward + recompute; }
    };
    std::vector<Stage> stages;          ///< by pipeline stage
    std::vector<double> transferCycles; ///< by boundary between pipeline stages
    double period = 0;                  ///< cycles for a micro-batch: of the slowest IPU and transfer
    double utilisation = 0;             ///< what filling and draining the pipeline leaves, up to 1
    double throughput = 0;              ///< samples per second; 0 if the clock or the period is unknown
};

/// The time of a plan. `crossingBytes`: by boundary between stages. A training pipeline runs the forward pass
/// of all stages but the last once more if it recomputes, and sends gradients back.
PipelineTime timeOf(const EntryCycles& cycles, const StagePlacement& placement,
                    std::span<const uint64_t> crossingBytes, bool training, const PipelineOptions& pipeline,
                    uint64_t clockHz, const TimeOptions& options = {});

} // namespace tileline
