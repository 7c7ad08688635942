// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/pipelinetime.h"

#include "core/base/lists.h"
#include "core/estimate/stageplacement.h"

#include <algorithm>

namespace tileline {

namespace {

/// The cycles for sending `bytes` over a boundary between two stages, once for each of the passes. Training
/// has two passes, because gradients of the same size are sent back.
double transferCycles(uint64_t bytes, int passes, double clock, const TimeOptions& options) {
    return options.linkIdleCycles + passes * static_cast<double>(bytes) * clock / options.linkBytesPerSecond;
}

/// The cycles in which the backward pass of a stage recomputes forward operations. The last stage of the
/// pipeline recomputes less than the other stages.
double recomputed(const EntryCycles& cycles, std::span<const EntryKind> kinds, LayerRange stage, bool isLast,
                  Recompute mode) {
    if (mode == Recompute::Off || (isLast && mode == Recompute::Inputs)) {
        return 0;
    }
    LayerIndex end = stage.last.next();
    if (isLast) {
        end = kinds[stage.last.index()] == EntryKind::Output ? stage.last : end;
        if (stage.first < end && kinds[end.index() - 1] == EntryKind::Layer) {
            end.value -= 1;
        }
    }
    double sum = 0;
    for (LayerIndex entry = stage.first; entry < end; entry = entry.next()) {
        sum += cycles.forward[entry.index()];
    }
    return sum;
}

} // namespace

PipelineCycles::PipelineCycles(const PipelineTime& time, const StagePlacement& placement,
                               std::span<const uint64_t> crossingBytes, bool training, uint64_t clockHz,
                               const TimeOptions& options)
    : m_forwardStages(time.stages.size())
    , m_training(training)
    , m_crossingBytes(crossingBytes.begin(), crossingBytes.end())
    , m_clock(static_cast<double>(clockHz))
    , m_options(options)
    , m_placesOf(placement.ipus.size()) {
    for (size_t place = 0; place < places(); ++place) {
        const size_t stage = stageOf(place);
        const PipelineTime::Stage& of = time.stages[stage];
        const double back = training ? of.recompute + of.backward : 0;
        m_work.push_back(isTurn(place) ? of.forward + back : isForward(place) ? of.forward : back);
        m_ipuOf.push_back(stage < ipus() ? stage : 0);
        m_placesOf[m_ipuOf.back()].push_back(place);
    }
}

PipelineCycles::Length PipelineCycles::length(size_t first, size_t last) const {
    std::vector<double> busy(ipus(), 0);
    for (size_t place = first; place <= last; ++place) {
        busy[m_ipuOf[place]] += m_work[place];
    }
    Length length;
    for (size_t i = 0; i + 1 < m_forwardStages; ++i) {
        const size_t gradient = 2 * m_forwardStages - 3 - i;
        const int sends =
            (first <= i && i <= last ? 1 : 0) + (m_training && first <= gradient && gradient <= last ? 1 : 0);
        if (sends > 0) {
            const double transfer = transferCycles(m_crossingBytes[i], sends, m_clock, m_options);
            length.boundary = transfer > length.transfer ? static_cast<uint32_t>(i) : length.boundary;
            length.transfer = std::max(length.transfer, transfer);
        }
    }
    length.work = *std::ranges::max_element(busy);
    return length;
}

PipelineTime timeOf(const EntryCycles& cycles, std::span<const EntryKind> kinds,
                    const StagePlacement& placement, std::span<const uint64_t> crossingBytes, bool training,
                    const PipelineOptions& pipeline, uint64_t clockHz, const TimeOptions& options) {
    const auto clock = static_cast<double>(clockHz);
    const size_t count = placement.stages.size();
    PipelineTime time;
    for (size_t i = 0; i < count; ++i) {
        PipelineTime::Stage stage;
        const LayerRange range = placement.stages[i];
        for (LayerIndex entry = range.first; entry <= range.last; entry = entry.next()) {
            stage.forward += cycles.forward[entry.index()];
            stage.backward += cycles.backward[entry.index()];
            stage.update += training ? cycles.update[entry.index()] : 0;
        }
        stage.recompute = training ? recomputed(cycles, kinds, range, i + 1 == count, pipeline.recompute) : 0;
        time.stages.push_back(stage);
    }
    double slowestTransfer = 0;
    for (const uint64_t bytes : crossingBytes) {
        time.transferCycles.push_back(transferCycles(bytes, training ? 2 : 1, clock, options));
        slowestTransfer = std::max(slowestTransfer, time.transferCycles.back());
    }
    double slowestIpu = 0;
    for (size_t ipu = 0; ipu < placement.ipus.size(); ++ipu) {
        double busy = 0;
        double update = 0;
        for (const uint32_t stage : placement.stagesOf(ipu)) {
            busy += time.stages[stage].total();
            update += time.stages[stage].update;
        }
        slowestIpu = std::max(slowestIpu, busy);
        time.update = std::max(time.update, update);
    }
    time.period = slowestIpu + slowestTransfer;
    time.microBatches = MicroBatches::of(pipeline.microBatches, count, training).count;
    const PipelineCycles pipelineCycles(time, placement, crossingBytes, training, clockHz, options);
    const size_t places = pipelineCycles.places();
    time.makespan = static_cast<double>(time.microBatches - (places - 1)) * time.period + time.update;
    for (size_t cycle = 0; cycle + 1 < places; ++cycle) {
        time.makespan +=
            pipelineCycles.length(0, cycle).total() + pipelineCycles.length(cycle + 1, places - 1).total();
    }
    if (time.makespan > 0) {
        time.utilisation = time.microBatches * time.period / time.makespan;
        time.throughput = options.microBatchSize * clock * time.microBatches / time.makespan;
    }
    return time;
}

StageTimes StageTimes::make(const StageEstimator& estimator, const EntryCycles& cycles,
                            const TimeOptions& options) {
    const auto count = static_cast<uint32_t>(estimator.layerCount());
    const bool training = estimator.entries()->passes().training();
    const Recompute mode = estimator.options().recompute;
    const bool besideOutput =
        estimator.options().outputOn == OutputOn::First && hasMovableOutput(estimator.layers().kinds);
    const auto transferTo = [&](uint32_t begin) {
        return transferCycles(estimator.crossingBytes({begin}), training ? 2 : 1,
                              static_cast<double>(estimator.profile().target.clockHz), options);
    };
    StageTimes times(count);
    for (uint32_t first = 0; first < count; ++first) {
        const double transfer = first == 0 ? 0 : transferTo(first);
        PipelineTime::Stage stage;
        for (uint32_t last = first; last < count; ++last) {
            stage.forward += cycles.forward[last];
            stage.backward += cycles.backward[last];
            stage.recompute = !training || mode == Recompute::Off ? 0
                              : last + 1 < count                  ? stage.forward
                                                 : recomputed(cycles, estimator.layers().kinds,
                                                              {{first}, {last}}, true, mode);
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
        if (all.empty() || all.back() != transfer) { // usually, `last` does not change the transfer
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
