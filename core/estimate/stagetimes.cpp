// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/stagetimes.h"

#include "core/estimate/stageplacement.h"

#include <algorithm>

namespace tileline {

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
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
    return all;
}

} // namespace tileline
