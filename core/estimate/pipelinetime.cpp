// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/pipelinetime.h"

#include <algorithm>

namespace tileline {

double transferCycles(uint64_t bytes, bool training, uint64_t clockHz, const TimeOptions& options) {
    const double sent = static_cast<double>(bytes) * (training ? 2 : 1); // the gradients come back
    return options.linkIdleCycles + sent * static_cast<double>(clockHz) / options.linkBytesPerSecond;
}

PipelineTime timeOf(const EntryCycles& cycles, const StagePlacement& placement,
                    std::span<const uint64_t> crossingBytes, bool training, const PipelineOptions& pipeline,
                    uint64_t clockHz, const TimeOptions& options) {
    const auto clock = static_cast<double>(clockHz);
    const size_t count = placement.stages.size();
    PipelineTime time;
    for (size_t i = 0; i < count; ++i) {
        PipelineTime::Stage stage;
        const LayerRange range = placement.stages[i];
        for (LayerIndex entry = range.first; entry <= range.last; entry = entry.next()) {
            stage.forward += cycles.forward[entry.index()];
            stage.backward += cycles.backward[entry.index()];
        }
        if (training && pipeline.recompute != Recompute::Off && i + 1 < count) {
            stage.recompute = stage.forward;
        }
        time.stages.push_back(stage);
    }
    double slowestTransfer = 0;
    for (const uint64_t bytes : crossingBytes) {
        time.transferCycles.push_back(tileline::transferCycles(bytes, training, clockHz, options));
        slowestTransfer = std::max(slowestTransfer, time.transferCycles.back());
    }
    double slowestIpu = 0;
    for (size_t ipu = 0; ipu < placement.ipus.size(); ++ipu) {
        double busy = 0;
        for (const uint32_t stage : placement.stagesOf(ipu)) {
            busy += time.stages[stage].total();
        }
        slowestIpu = std::max(slowestIpu, busy);
    }
    time.period = slowestIpu + slowestTransfer;
    const auto phases = static_cast<double>(training ? 2 * count - 1 : count);
    const double batches = MicroBatches::of(pipeline.microBatches, count, training).count;
    time.utilisation = batches / (batches + phases - 1);
    time.throughput = time.period > 0 ? options.microBatchSize * clock / time.period * time.utilisation : 0;
    return time;
}

} // namespace tileline
