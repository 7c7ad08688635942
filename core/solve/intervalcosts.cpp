// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/solve/intervalcosts.h"

#include "core/estimate/stageplacement.h"

#include <algorithm>

namespace tileline {

IntervalCosts::IntervalCosts(size_t layerCount)
    : m_peak(layerCount * layerCount, 0)
    , m_crossing(layerCount, 0)
    , m_splitsWeight(layerCount, 0) {
}

void IntervalCosts::setPositional(std::vector<uint32_t> copies, bool outputOnFirst) {
    m_copies = std::move(copies);
    m_outputOnFirst = outputOnFirst;
    m_lines.resize(m_peak.size());
    m_linesBesideOutput.resize(m_crossing.size());
}

bool IntervalCosts::anySplitsWeight() const {
    return std::any_of(m_splitsWeight.begin(), m_splitsWeight.end(),
                       [](uint8_t splits) { return splits != 0; });
}

IntervalCosts::Lines IntervalCosts::append(std::span<const PeakLine> lines) {
    const Lines appended{static_cast<uint32_t>(m_pool.size()), static_cast<uint32_t>(lines.size())};
    m_pool.insert(m_pool.end(), lines.begin(), lines.end());
    return appended;
}

Outcome<IntervalCosts> IntervalCosts::make(const IntervalTable& table, const std::stop_token& stop) {
    const StageEstimator& estimator = table.estimator();
    const PipelineOptions& options = estimator.options();
    IntervalCosts costs(table.layerCount());
    const bool pipeline = estimator.uses() != nullptr;
    const bool besideOutput =
        pipeline && options.outputOn == OutputOn::First && hasMovableOutput(estimator.layers());
    if (pipeline) {
        std::vector<uint32_t> copies;
        for (uint32_t after = 0; after <= MaxIpus; ++after) {
            copies.push_back(stashCopies(options.schedule, after));
        }
        costs.setPositional(std::move(copies), besideOutput);
        if (estimator.entries()->passes().training() && estimator.uses()->weightsAreCertain() &&
            !options.allowSharedWeights) {
            costs.m_splitsWeight = splitsOfWeights(*estimator.uses(), estimator.layers(), options.outputOn);
        }
    }
    for (uint32_t first = 0; first < costs.layerCount(); ++first) {
        if (stop.stop_requested()) {
            return Cancelled{};
        }
        costs.m_crossing[first] = estimator.crossingBytes({first});
        for (uint32_t last = first; last < costs.layerCount(); ++last) {
            costs.setPeak(first, last, table.find({{first}, {last}})->peakTileBytes);
            if (pipeline) {
                costs.setLines(first, last, table.peaks({{first}, {last}}));
            }
        }
    }
    for (uint32_t last = 0; besideOutput && last + 1 < costs.layerCount(); ++last) {
        costs.setLinesBesideOutput(last, table.peaks({{0}, {last}}, true));
    }
    return costs;
}

} // namespace tileline
