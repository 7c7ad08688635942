// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/context.h"
#include "core/partition/greedysolver.h"
#include "core/partition/intervaltable.h"

namespace tileline::cli {

/// PopLiner's search. Estimates come from `table`, whose rows are computed when they are needed; a null table
/// (for too many layers) means from scratch.
Outcome<GreedyResult> solveGreedily(const StageEstimator& estimator, IntervalTable* table, uint32_t ipus,
                                    uint64_t memoryPerTile, Context& context);

} // namespace tileline::cli
