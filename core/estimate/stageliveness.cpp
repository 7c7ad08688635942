// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/stageliveness.h"

#include "core/estimate/estimateindex.h"

#include <algorithm>

namespace tileline {

namespace {

/// Bytes by class of the rows in [begin, end) that count; nothing if it was stopped.
std::optional<std::vector<uint64_t>> countedBytes(const Profile& profile, const std::vector<bool>& counted,
                                                  size_t begin, size_t end, const std::stop_token& stop) {
    std::vector<uint64_t> bytes(profile.equivalenceClasses.size());
    for (size_t row = begin; row < end; ++row) {
        if (row % RowsBetweenPolls == 0 && stop.stop_requested()) {
            return std::nullopt;
        }
        if (counted[row]) {
            bytes[profile.lowered.liveClass[row].index()] += profile.lowered.bytes[row];
        }
    }
    return bytes;
}

/// What a tile holds in each step.
uint64_t steadyBytes(const StageTiles& tiles, size_t tile) {
    const CategoryBytes bytes = tiles.tile(tile);
    return bytes.total() - bytes.variables;
}

} // namespace

std::vector<StepInterval> stepsOf(const StageEstimator& estimator, const PlacedStage& stage) {
    const EstimateBase& base = *estimator.index().base;
    std::vector<StepInterval> runs;
    for (const StageWindows::Window& window : windowsOf(base, stage)) {
        const StepInterval steps{base.windows.steps()[window.first],
                                 base.windows.steps()[window.last].next()};
        if (!runs.empty() && steps.start <= runs.back().end) {
            runs.back().end = std::max(runs.back().end, steps.end);
        } else {
            runs.push_back(steps);
        }
    }
    return runs;
}

Outcome<std::vector<bool>> rowsOf(const StageEstimator& estimator, const PlacedStage& stage,
                                  const std::stop_token& stop) {
    const Profile& profile = estimator.profile();
    const Layers& layers = estimator.layers();
    const size_t end = profile.lowered.tileBegin[estimator.tileCount()];
    std::vector<bool> rows(profile.lowered.size());
    // Code that is called repeatedly is listed once for each call.
    std::vector<bool> seen(profile.operationDetails.size());
    for (const LayeredOperation& operation : layers.operations) {
        if (stop.stop_requested()) {
            return Cancelled{};
        }
        if (!operation.inLayer() || !stage.holds(operation.layer, layers.last()) ||
            seen[operation.detail.index()]) {
            continue;
        }
        seen[operation.detail.index()] = true;
        for (const LoweredIndex row : profile.operationVariables[operation.detail.index()]) {
            if (row.index() < end) { // the others are of another replica
                rows[row.index()] = true;
            }
        }
    }
    return rows;
}

Outcome<LivenessSeries> stageLiveness(const StageEstimator& estimator, const PlacedStage& stage,
                                      std::optional<TileId> tile, Workers& workers,
                                      const std::stop_token& stop) {
    const Profile& profile = estimator.profile();
    const StageTiles tiles = TRY(estimator.tilesPlaced(stage, workers, stop));
    const size_t first = tile ? tile->index() : 0;
    const size_t last = tile ? first + 1 : estimator.tileCount();
    LivenessSeries series;
    series.notAlwaysLive.resize(profile.stepCount());
    for (size_t i = first; i < last; ++i) {
        series.alwaysLive += steadyBytes(tiles, i);
    }
    const std::vector<StepInterval> steps = stepsOf(estimator, stage);
    if (steps.empty()) {
        return series;
    }
    const std::vector<bool> counted = TRY(rowsOf(estimator, stage, stop));
    const auto bytes = countedBytes(profile, counted, profile.lowered.tileBegin[first],
                                    profile.lowered.tileBegin[last], stop);
    if (!bytes) {
        return Cancelled{};
    }
    // Differences can wrap around below zero, but the unsigned sums are correct again.
    std::vector<uint64_t> changes(profile.stepCount() + size_t{1});
    for (size_t c = 0; c < bytes->size(); ++c) {
        const auto intervals = profile.equivalenceClasses[c];
        if (intervals.size() == 1 && intervals[0] == StepInterval{{0}, {profile.stepCount()}}) {
            series.alwaysLive += (*bytes)[c];
            continue;
        }
        for (const StepInterval& interval : intervals) {
            changes[interval.start.index()] += (*bytes)[c];
            changes[interval.end.index()] -= (*bytes)[c];
        }
    }
    uint64_t live = 0;
    auto run = steps.begin();
    for (uint32_t step = 0; step < profile.stepCount(); ++step) {
        live += changes[step];
        while (run != steps.end() && run->end.value <= step) {
            ++run;
        }
        if (run != steps.end() && run->contains({step})) {
            series.notAlwaysLive[step] = live;
        }
    }
    return series;
}

} // namespace tileline
