// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/pipelinetimeline.h"

#include <algorithm>
#include <utility>

namespace tileline {

PipelineTimeline::PipelineTimeline(PipelineTime time, PipelineCycles cycles)
    : m_time(std::move(time))
    , m_cycles(std::move(cycles))
    , m_full(m_cycles.length(0, m_cycles.places() - 1)) {
    const auto add = [this](const PipelineCycles::Length& length) {
        const double from = m_end;
        m_end += length.total();
        m_partial.push_back({from, from + length.work, m_end, length.boundary});
    };
    const size_t last = m_cycles.places() - 1;
    for (size_t place = 0; place < last; ++place) {
        add(m_cycles.length(0, place));
    }
    m_end += static_cast<double>(m_time.microBatches - last) * m_time.period;
    for (size_t place = 0; place < last; ++place) {
        add(m_cycles.length(place + 1, last));
    }
}

PipelineTimeline::Cycle PipelineTimeline::cycle(uint64_t cycle) const {
    const uint64_t main = m_time.microBatches - fillCycles();
    if (cycle == cycleCount()) {
        return {m_end, m_end + m_time.update, m_end + m_time.update, 0};
    }
    if (cycle < fillCycles() || cycle >= m_time.microBatches) {
        return m_partial[cycle < fillCycles() ? cycle : cycle - main];
    }
    const double begin = m_partial.empty() ? 0 : m_partial[fillCycles() - 1].to;
    const auto at = [&](uint64_t i) { return begin + static_cast<double>(i - fillCycles()) * m_time.period; };
    return {at(cycle), at(cycle) + m_full.work, at(cycle + 1), m_full.boundary};
}

std::vector<TimelineBlock> PipelineTimeline::blocks(uint64_t cycle) const {
    const bool updates = cycle == cycleCount();
    const double begin = this->cycle(cycle).from;
    std::vector<TimelineBlock> blocks;
    for (uint32_t ipu = 0; ipu < ipus(); ++ipu) {
        double at = begin;
        const auto add = [&](size_t place, BlockPass pass, double cycles) {
            if (cycles > 0) {
                TimelineBlock& block = blocks.emplace_back(
                    TimelineBlock{cycle, ipu, static_cast<uint32_t>(place), pass, {}, at, at + cycles});
                at = block.to;
                if (!updates) {
                    block.microBatch = static_cast<uint32_t>(cycle - place);
                }
            }
        };
        for (const size_t place : m_cycles.placesOf(ipu)) {
            const PipelineTime::Stage& stage = m_time.stages[m_cycles.stageOf(place)];
            const bool backward = m_cycles.isTurn(place) || !m_cycles.isForward(place);
            if (updates) {
                add(place, BlockPass::Update, backward ? stage.update : 0);
            } else if (place <= cycle && cycle - place < m_time.microBatches) {
                add(place, BlockPass::Forward, m_cycles.isForward(place) ? stage.forward : 0);
                add(place, BlockPass::Recompute, backward ? stage.recompute : 0);
                add(place, BlockPass::Backward, backward && m_cycles.training() ? stage.backward : 0);
            }
        }
    }
    return blocks;
}

void PipelineTimeline::add(std::vector<Sums>& sums, uint64_t cycle, double times) const {
    const Cycle of = this->cycle(cycle);
    std::vector<double> busy(ipus(), 0);
    for (const TimelineBlock& block : blocks(cycle)) {
        busy[block.ipu] += block.to - block.from;
    }
    for (uint32_t ipu = 0; ipu < ipus(); ++ipu) {
        sums[ipu].busy += times * busy[ipu];
        sums[ipu].waiting += times * std::max(0.0, of.transferFrom - of.from - busy[ipu]);
        sums[ipu].transfer += times * (of.to - of.transferFrom);
    }
}

std::vector<PipelineTimeline::Sums> PipelineTimeline::sums() const {
    std::vector<Sums> sums(ipus());
    for (uint64_t i = 0; i < fillCycles(); ++i) {
        add(sums, i, 1);
        add(sums, m_time.microBatches + i, 1);
    }
    add(sums, fillCycles(), static_cast<double>(m_time.microBatches - fillCycles()));
    add(sums, cycleCount(), 1);
    return sums;
}

std::vector<PipelineTimeline::Sums> PipelineTimeline::periodSums() const {
    std::vector<Sums> sums(ipus());
    add(sums, fillCycles(), 1);
    return sums;
}

} // namespace tileline
