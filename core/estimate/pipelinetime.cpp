// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/pipelinetime.h"

#include "core/base/lists.h"
#include "core/estimate/stageplacement.h"

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

StageTimes StageTimes::make(const StageEstimator& estimator, const EntryCycles& cycles,
                            const TimeOptions& options) {
    const auto count = static_cast<uint32_t>(estimator.layerCount());
    const bool training = estimator.entries()->passes().training();
    const bool recomputes = training && estimator.options().recompute != Recompute::Off;
    const bool besideOutput =
        estimator.options().outputOn == OutputOn::First && hasMovableOutput(estimator.layers());
    const auto transferTo = [&](uint32_t begin) {
        return transferCycles(estimator.crossingBytes({begin}), training, estimator.profile().target.clockHz,
                              options);
    };
    StageTimes times(count);
    for (uint32_t first = 0; first < count; ++first) {
        const double transfer = first == 0 ? 0 : transferTo(first);
        PipelineTime::Stage stage;
        for (uint32_t last = first; last < count; ++last) {
            stage.forward += cycles.forward[last];
            stage.backward += cycles.backward[last];
            stage.recompute = recomputes && last + 1 < count ? stage.forward : 0;
            times.set(first, last, {stage.total(), transfer});
        }
    }
    if (besideOutput) {
        const double output = times.of(count - 1, count - 1).work;
        const double transfer = transferTo(count - 1);
        for (uint32_t last = 0; last + 1 < count; ++last) {
            times.setBesideOutput(last, {times.of(0, last).work + output, transfer});
        }
    }
    return times;
}

std::vector<double> StageTimes::transfers() const {
    std::vector<double> all;
    const auto add = [&](double transfer) {
        if (all.empty() || all.back() != transfer) { // most stages that begin at an entry have the same
            all.push_back(transfer);
        }
    };
    for (size_t first = 0; first < entryCount(); ++first) {
        for (size_t last = first; last < entryCount(); ++last) {
            add(of(first, last).transfer);
        }
    }
    for (const Time& time : m_besideOutput) {
        add(time.transfer);
    }
    sortDistinct(all);
    return all;
}

} // namespace tileline
