// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/stageliveness.h"

#include "core/estimate/stagecontents.h"

#include <algorithm>
#include <utility>

namespace tileline {

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

Outcome<LivenessSeries> stageLiveness(const StageEstimator& estimator, const PlacedStage& stage,
                                      std::optional<TileId> tile, Workers& workers,
                                      const std::stop_token& stop) {
    const Profile& profile = estimator.profile();
    const StageTiles tiles = TRY(estimator.tilesPlaced(stage, workers, stop));
    const size_t first = tile ? tile->index() : 0;
    const size_t last = tile ? first + 1 : estimator.tileCount();
    LivenessSeries series;
    for (size_t i = first; i < last; ++i) {
        const CategoryBytes bytes = tiles.tile(i);
        series.alwaysLive += bytes.total() - bytes.variables;
    }
    const std::vector<StepInterval> steps = stepsOf(estimator, stage);
    if (steps.empty()) {
        series.notAlwaysLive.resize(profile.stepCount());
        return series;
    }
    const std::vector<uint8_t> used = TRY(rowsUsedBy(estimator, stage, stop));
    std::vector<uint64_t> bytes = TRY(bytesByClass(
        profile, profile.lowered.tileBegin[first], profile.lowered.tileBegin[last],
        [&](uint32_t row) { return used[row] != 0; }, stop));
    for (uint32_t c = 0; c < bytes.size(); ++c) {
        if (isLiveInAllSteps(profile, {c})) {
            series.alwaysLive += std::exchange(bytes[c], 0);
        }
    }
    series.notAlwaysLive = overSteps(profile, bytes);
    const auto clear = [&](StepIndex from, StepIndex to) {
        std::fill(series.notAlwaysLive.begin() + from.value, series.notAlwaysLive.begin() + to.value, 0);
    };
    StepIndex done{0};
    for (const StepInterval& run : steps) {
        clear(done, run.start);
        done = run.end;
    }
    clear(done, {profile.stepCount()});
    return series;
}

} // namespace tileline
