// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/intervaltable.h"

#include <map>

namespace tileline {

/// Estimates each stage only once. Takes an estimate from the interval table if its row is filled; otherwise
/// computes and keeps it. Moving a split thus needs only two new estimates. For use by a single thread.
class StageCache {
public:
    /// `table` may be null.
    StageCache(StageEstimatorPtr estimator, IntervalTablePtr table);

    const StageEstimator& estimator() const { return *m_estimator; }
    const IntervalTablePtr& table() const { return m_table; }

    Outcome<StageEstimate> estimate(const PlacedStage& stage, Workers& workers, const std::stop_token& stop);
    Outcome<StageEstimate> estimate(LayerRange stage, Workers& workers, const std::stop_token& stop) {
        return estimate(PlacedStage{stage}, workers, stop);
    }
    Outcome<PlanEstimate> estimate(const SplitPlan& plan, Workers& workers, const std::stop_token& stop);

private:
    StageEstimatorPtr m_estimator;
    IntervalTablePtr m_table;
    std::map<PlacedStage, StageEstimate> m_computed;
};

} // namespace tileline
