// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/layermatrices.h"
#include "core/partition/splitplan.h"
#include "core/partition/stageestimator.h"
#include "ui/charts/heatmap.h"
#include "ui/tables/tabledata.h"

#include <memory>

namespace tileline {

/// Which of the two matrices a map shows.
enum class MatrixKind { Affinity, Communication };

/// The map of a matrix, with a line at each split of the plan.
HeatMapDataPtr makeMatrixMap(const LayerMatrices& matrices, MatrixKind kind, const Layers& layers,
                             const SplitPlan& plan);

/// What each split of the plan cuts, a row each; keys are split numbers. Matrices must be those of layers.
TableDataPtr makeCutTable(const LayerMatrices& matrices, const StageEstimator& estimator,
                          const SplitPlan& plan);

/// What a cell says: the two layers and their bytes.
QString matrixReadout(const LayerMatrices& matrices, MatrixKind kind, const Layers& layers, size_t cell);

} // namespace tileline
