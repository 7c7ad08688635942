// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/splitplan.h"
#include "core/solve/optimalsolver.h"

#include <optional>
#include <tuple>
#include <utility>
#include <vector>

namespace tileline::test {

/// The values by which plans are compared.
struct PlanRank {
    uint64_t overflow = 0; ///< bytes by which a stage exceeds its IPU's limit
    double period = 0;     ///< 0 if costs have no times
    uint64_t peak = 0;
    uint64_t crossing = 0;
    uint64_t sum = 0;
    size_t stages = 0;
    std::vector<LayerIndex> splits;

    /// The key for comparing; the most important value comes first.
    auto key(Objective objective) const {
        const bool fastest = objective == Objective::MinPeriod;
        return std::tuple(overflow, objective == Objective::MinIpus ? stages : 0, fastest ? period : 0, peak,
                          fastest ? 0 : period, fastest ? stages : 0, crossing, sum, stages, splits);
    }
};

/// Calls `visit` with every plan.
template <class Visit>
void forEachSplitPlan(size_t layers, const Visit& visit) {
    for (uint32_t cuts = 0; cuts < (1U << (layers - 1)); ++cuts) {
        std::vector<LayerIndex> splits;
        for (uint32_t layer = 1; layer < layers; ++layer) {
            if (cuts >> (layer - 1) & 1) {
                splits.push_back({layer});
            }
        }
        visit(*SplitPlan::make(layers, std::move(splits)));
    }
}

/// The best of all plans for which `rankOf(plan)` returns a rank; empty if there is none. Only with MinPeak
/// can it be a plan that does not fit.
template <class RankOf>
std::optional<PlanRank> bestOfAllPlans(size_t layers, Objective objective, const RankOf& rankOf) {
    std::optional<PlanRank> best;
    forEachSplitPlan(layers, [&](const SplitPlan& plan) {
        std::optional<PlanRank> rank = rankOf(plan);
        const bool counts = rank && (objective == Objective::MinPeak || rank->overflow == 0);
        if (counts && (!best || rank->key(objective) < best->key(objective))) {
            best = std::move(rank);
        }
    });
    return best;
}

} // namespace tileline::test
