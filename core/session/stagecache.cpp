// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/stagecache.h"

#include <utility>

namespace tileline {

namespace {

std::vector<uint64_t> crossingBytes(const StageEstimator& estimator, const SplitPlan& plan) {
    std::vector<uint64_t> bytes;
    bytes.reserve(plan.splits().size());
    for (const LayerIndex split : plan.splits()) {
        bytes.push_back(estimator.crossingBytes(split));
    }
    return bytes;
}

} // namespace

std::optional<PlanEstimate> tabulated(const IntervalTable& table, const SplitPlan& plan) {
    PlanEstimate estimate{plan, {}, {}};
    for (const LayerRange stage : plan.stages()) {
        const StageEstimate* const found = table.find(stage);
        if (!found) {
            return std::nullopt;
        }
        estimate.stages.push_back(*found);
    }
    estimate.crossingBytes = crossingBytes(table.estimator(), plan);
    return estimate;
}

StageCache::StageCache(StageEstimatorPtr estimator, IntervalTablePtr table)
    : m_estimator(std::move(estimator))
    , m_table(std::move(table)) {
}

Outcome<StageEstimate> StageCache::estimate(LayerRange stage, Workers& workers, const std::stop_token& stop) {
    if (const StageEstimate* const found = m_table ? m_table->find(stage) : nullptr) {
        return *found;
    }
    if (const auto found = m_computed.find(stage); found != m_computed.end()) {
        return found->second;
    }
    Outcome<StageEstimate> computed = m_estimator->estimate(stage, workers, stop);
    if (computed) {
        m_computed.emplace(stage, *computed);
    }
    return computed;
}

Outcome<PlanEstimate> StageCache::estimate(const SplitPlan& plan, Workers& workers,
                                           const std::stop_token& stop) {
    PlanEstimate result{plan, {}, {}};
    for (const LayerRange stage : plan.stages()) {
        auto estimated = TRY(estimate(stage, workers, stop));
        result.stages.push_back(estimated);
    }
    result.crossingBytes = crossingBytes(*m_estimator, plan);
    return result;
}

} // namespace tileline
