// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/stageliveness.h"

#include "core/estimate/stagecontents.h"

#include <algorithm>
#include <iterator>
#include <numeric>

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
    const TileRange range =
        tile ? TileRange::of(*tile) : TileRange{0, static_cast<uint32_t>(estimator.tileCount())};
    LivenessSeries series;
    for (size_t i = range.begin; i < range.end; ++i) {
        const CategoryBytes bytes = tiles.tile(i);
        series.alwaysLive += bytes.total() - bytes.variables;
    }
    const std::vector<StepInterval> steps = stepsOf(estimator, stage);
    if (steps.empty()) {
        series.notAlwaysLive.resize(profile.stepCount());
        return series;
    }
    const std::vector<uint8_t> used = TRY(rowsUsedBy(estimator, stage, stop));
    const HeldRows held(estimator.index(), stage);
    std::vector<uint64_t> changes(size_t{profile.stepCount()} + 1); // modulo 2^64
    TRY(forEachRow(profile, range, stop, [&](LoweredIndex row) {
        if (used[row.index()] == 0) {
            return;
        }
        for (const StepInterval& live : held.live(row.index())) {
            if (live == StepInterval{{0}, {profile.stepCount()}}) {
                series.alwaysLive += profile.lowered.bytes[row.index()];
            } else {
                changes[live.start.index()] += profile.lowered.bytes[row.index()];
                changes[live.end.index()] -= profile.lowered.bytes[row.index()];
            }
        }
    }));
    changes.pop_back();
    std::partial_sum(changes.begin(), changes.end(), std::back_inserter(series.notAlwaysLive));
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

Outcome<std::vector<LiveVariable>> stageVariablesLiveIn(const StageEstimator& estimator,
                                                        const PlacedStage& stage, StepIndex step,
                                                        std::optional<TileId> tile,
                                                        const std::stop_token& stop) {
    const std::vector<StepInterval> steps = stepsOf(estimator, stage);
    if (std::ranges::none_of(steps, [&](StepInterval run) { return run.contains(step); })) {
        return std::vector<LiveVariable>();
    }
    const std::vector<uint8_t> used = TRY(rowsUsedBy(estimator, stage, stop));
    const HeldRows held(estimator.index(), stage);
    const auto isLive = [&](LoweredIndex row) {
        return used[row.index()] != 0 && held.liveAround(row.index(), step).has_value();
    };
    return liveVariables(estimator.profile(),
                         tile ? TileRange::of(*tile) : TileRange::ofModel(estimator.profile()), isLive, stop);
}

} // namespace tileline
