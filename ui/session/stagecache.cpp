// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/stagecache.h"

#include <utility>

namespace tileline {

StageCache::StageCache(StageEstimatorPtr estimator, IntervalTablePtr table)
    : m_estimator(std::move(estimator))
    , m_table(std::move(table)) {
}

Outcome<StageEstimate> StageCache::estimate(const PlacedStage& stage, Workers& workers,
                                            const std::stop_token& stop) {
    if (const auto found = m_table ? m_table->lookUp(stage) : std::nullopt) {
        return *found;
    }
    if (const auto found = m_computed.find(stage); found != m_computed.end()) {
        return found->second;
    }
    Outcome<StageEstimate> computed = m_estimator->estimatePlaced(stage, workers, stop);
    if (computed) {
        m_computed.emplace(stage, *computed);
    }
    return computed;
}

Outcome<PlanEstimate> StageCache::estimate(const SplitPlan& plan, Workers& workers,
                                           const std::stop_token& stop) {
    PlanEstimate result = m_estimator->placed(plan);
    for (const PlacedStage& stage : result.placement.ipus) {
        auto estimated = TRY(estimate(stage, workers, stop));
        result.stages.push_back(estimated);
    }
    return result;
}

} // namespace tileline
