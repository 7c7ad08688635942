// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/onestage.h"

namespace tileline {

Outcome<OneStageTiles> oneStageTiles(const StageEstimator& estimator, Workers& workers,
                                     std::stop_token stop) {
    const LayerRange all{{0}, estimator.layers().last()};
    const StageTiles tiles = TRY(estimator.tiles(all, workers, stop));
    const auto wide = [](const std::vector<uint32_t>& bytes) {
        return std::vector<uint64_t>(bytes.begin(), bytes.end());
    };
    const auto always = estimator.uses()->alwaysLive();
    return OneStageTiles{
        {wide(tiles.variables), tiles.vertexCode, tiles.vertexState, tiles.exchangeCode, tiles.controlCode},
        {always.begin(), always.end()},
        wide(tiles.unowned)};
}

Outcome<Diagnosis> diagnose(const Profile& profile, const Layers& layers, const StageEstimatorPtr& estimator,
                            size_t maxMissing, Workers& workers, std::stop_token stop) {
    if (!estimator || estimator->uses() == nullptr) {
        return diagnose(profile, layers, maxMissing, std::move(stop));
    }
    const OneStageTiles oneStage = TRY(oneStageTiles(*estimator, workers, stop));
    return diagnose(profile, layers, maxMissing, std::move(stop), &oneStage);
}

} // namespace tileline
