// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/stageestimator.h"
#include "core/memory/layermatrices.h"
#include "core/plan/splitplan.h"
#include "ui/charts/heatmap.h"
#include "ui/tables/tabledata.h"

#include <memory>

namespace tileline {

/// Which of the two matrices a map shows.
enum class MatrixKind { Affinity, Communication };

/// The heat map of a matrix, with a line at each split of the plan.
HeatMapDataPtr makeMatrixMap(const LayerMatrices& matrices, MatrixKind kind, const Layers& layers,
                             const SplitPlan& plan);

/// A table with a row for each split of the plan: the bytes that cross it. In the pipeline setting, these are
/// the bytes that are sent between the stages of the pipeline. Keys are the layers after the splits.
/// `matrices` must belong to the layers of `estimator`.
TableDataPtr makeCutTable(const LayerMatrices& matrices, const StageEstimator& estimator,
                          const SplitPlan& plan);

/// The readout of a cell: its two layers and their bytes.
QString matrixReadout(const LayerMatrices& matrices, MatrixKind kind, const Layers& layers, size_t cell);

} // namespace tileline
