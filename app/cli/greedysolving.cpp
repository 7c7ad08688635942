// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/greedysolving.h"

namespace tileline::cli {

namespace {

Outcome<StageEstimate> fromTable(IntervalTable& table, LayerRange stage, Context& context) {
    if (!table.hasRow(stage.first)) {
        TRY(table.fillRow(stage.first, context.workers(), context.stop()));
    }
    return *table.find(stage);
}

} // namespace

Outcome<GreedyResult> solveGreedily(const StageEstimator& estimator, IntervalTable* table, uint32_t ipus,
                                    uint64_t memoryPerTile, Context& context) {
    const StageCost cost = [&](LayerRange stage) -> Outcome<StageEstimate> {
        return table != nullptr ? fromTable(*table, stage, context)
                                : estimator.estimate(stage, context.workers(), context.stop());
    };
    return solveGreedy(estimator.layerCount(), ipus, memoryPerTile, cost, context.stop());
}

} // namespace tileline::cli
