// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/liveness.h"

#include <algorithm>
#include <numeric>

namespace tileline {

namespace {

/// Bytes by class of the not-always-live rows in [begin, end); nothing if it was stopped.
std::optional<std::vector<uint64_t>> bytesByClass(const Profile& profile, size_t begin, size_t end,
                                                  const std::stop_token& stop) {
    std::vector<uint64_t> bytes(profile.equivalenceClasses.size());
    for (size_t row = begin; row < end; ++row) {
        if (row % RowsBetweenPolls == 0 && stop.stop_requested()) {
            return std::nullopt;
        }
        if (!isAlwaysLive(profile, {static_cast<uint32_t>(row)})) {
            bytes[profile.lowered.liveClass[row].index()] += profile.lowered.bytes[row];
        }
    }
    return bytes;
}

/// Spreads the bytes of each class over the steps in which it is live.
std::vector<uint64_t> overSteps(const Profile& profile, const std::vector<uint64_t>& bytes) {
    // Differences can wrap around below zero, but the unsigned sums are correct again.
    std::vector<uint64_t> series(profile.stepCount() + size_t{1});
    for (size_t c = 0; c < bytes.size(); ++c) {
        if (bytes[c] == 0) {
            continue;
        }
        for (const StepInterval& interval : profile.equivalenceClasses[c]) {
            series[interval.start.index()] += bytes[c];
            series[interval.end.index()] -= bytes[c];
        }
    }
    series.pop_back();
    std::partial_sum(series.begin(), series.end(), series.begin());
    return series;
}

uint64_t alwaysLiveVariableBytes(const Profile& profile, size_t begin, size_t end) {
    uint64_t bytes = 0;
    for (size_t row = begin; row < end; ++row) {
        if (isAlwaysLive(profile, {static_cast<uint32_t>(row)})) {
            bytes += profile.lowered.bytes[row];
        }
    }
    return bytes;
}

} // namespace

std::optional<StepIndex> LivenessSeries::peakStep() const {
    if (notAlwaysLive.empty()) {
        return std::nullopt;
    }
    const auto peak = std::max_element(notAlwaysLive.begin(), notAlwaysLive.end());
    return StepIndex{static_cast<uint32_t>(peak - notAlwaysLive.begin())};
}

LivenessSeries livenessSeries(const Profile& profile) {
    LivenessSeries series;
    series.notAlwaysLive = profile.stepNotAlwaysLive;
    if (const TileMemoryCategory* category = profile.findTileMemory("alwaysLive")) {
        series.alwaysLive = std::accumulate(category->bytes.begin(), category->bytes.end(), uint64_t{0});
    } else {
        series.alwaysLive = alwaysLiveVariableBytes(profile, 0, profile.lowered.size());
        series.alwaysLiveIsVariablesOnly = true;
    }
    return series;
}

Outcome<LivenessSeries> livenessSeries(const Profile& profile, TileId tile, std::stop_token stop) {
    const size_t begin = profile.lowered.tileBegin[tile.index()];
    const size_t end = profile.lowered.tileBegin[tile.index() + 1];
    const auto bytes = bytesByClass(profile, begin, end, stop);
    if (!bytes) {
        return Cancelled{};
    }
    LivenessSeries series;
    series.notAlwaysLive = overSteps(profile, *bytes);
    if (const TileMemoryCategory* category = profile.findTileMemory("alwaysLive")) {
        series.alwaysLive = at(category->bytes, tile.index());
    } else {
        series.alwaysLive = alwaysLiveVariableBytes(profile, begin, end);
        series.alwaysLiveIsVariablesOnly = true;
    }
    return series;
}

bool isAlwaysLive(const Profile& profile, LoweredIndex row) {
    const VariableIndex variable = profile.lowered.variable[row.index()];
    if (variable.value != NoId) {
        return profile.variables[variable.index()].alwaysLive;
    }
    const auto intervals = profile.equivalenceClasses[profile.lowered.liveClass[row.index()].index()];
    return intervals.size() == 1 && intervals[0].start.value == 0 &&
           intervals[0].end.value == profile.stepCount();
}

std::optional<StepInterval> liveInterval(const Profile& profile, ClassIndex liveClass, StepIndex step) {
    const auto intervals = profile.equivalenceClasses[liveClass.index()];
    const auto next =
        std::upper_bound(intervals.begin(), intervals.end(), step,
                         [](StepIndex s, const StepInterval& interval) { return s < interval.start; });
    return next != intervals.begin() && (next - 1)->contains(step) ? std::optional(*(next - 1))
                                                                   : std::nullopt;
}

} // namespace tileline
