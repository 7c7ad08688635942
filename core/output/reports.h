// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/intervaltable.h"
#include "core/estimate/stageestimate.h"
#include "core/execution/cycles.h"
#include "core/explain/diagnosis.h"
#include "core/explain/fit.h"
#include "core/explain/peakexplanation.h"
#include "core/layers/layers.h"
#include "core/layers/passes.h"
#include "core/memory/layermatrices.h"
#include "core/memory/liveness.h"
#include "core/study/study.h"
#include "core/tables/tables.h"

#include <span>
#include <vector>

namespace tileline {

// Tables for the command line and the window. For the entry *none*, the cell with the layer is empty. Numbers
// of bytes are sums over tiles unless the column's name says otherwise. In the pipeline setting, the tables
// have additional columns. packaging/schemas/ documents the columns.

/// A row for each operation, in the order of Layers::operations. `figures` is the result of
/// operationFigures(), and `cycles` is that of OperationCycleFigures::find(). If `passes` is given, each row
/// says whether the operation is in the forward or backward pass. The command line leaves out the column
/// `total`.
Table operationsTable(const Profile& profile, const Layers& layers, std::span<const CategoryBytes> figures,
                      std::span<const OperationCycleFigures> cycles, const Passes* passes = nullptr);

/// A row for each entry of the layer list. Only the pipeline setting has columns with cycles; these columns
/// are empty if the profile has the cycles of too few programs.
Table layersTable(const Layers& layers, const LayerFigures& figures);

/// A row for each interval of layers. The columns of figures that PopLiner also reports have the names that
/// PopLiner uses. Stashes are left out. `table` must be complete.
Table segmentsTable(const IntervalTable& table);

/// A row for each tile, with the bytes that Poplar counted: the totals and, from `FirstCategoryColumn` on,
/// each category. A cell is empty if the profile lacks the figure. The rows are made one at a time, because
/// there can be millions of tiles. The result keeps a reference to `profile`.
Columns<uint32_t> tileColumns(const Profile& profile);
inline constexpr size_t FirstCategoryColumn = 8;

/// A row for each program step: the not-always-live bytes in `series`, and data about the step's program. The
/// column `vertices` counts the vertices on `tiles`. The result keeps references to `profile` and `series`.
Columns<uint32_t> livenessColumns(const Profile& profile, const LivenessSeries& series, TileRange tiles);

/// A row for each IPU of a plan. The column `fits` is empty if one of the `warnings` makes the plan's figures
/// invalid.
Table stagesTable(const Layers& layers, const PlanEstimate& estimate, const MemoryLimits& memory,
                  const std::vector<PlanWarning>& warnings);

/// A row for each item on the fullest tile, largest first. `share` is the item's share of the tile's bytes,
/// up to 1; `running_share` is the sum of the shares of this row and all rows above it. `live_from` and
/// `live_to` are the first and the last step in which the item is live.
Table peakItemsTable(const Profile& profile, const Layers& layers, const PeakExplanation& explanation);
/// Groups `items`, the rows of peakItemsTable(), by the column `key`. A row for each group, largest first.
Table groupTable(const Table& items, std::string_view key);

/// A table of `bytes`, which must be a member of `matrices`. The table has a row and a column for each
/// element of `matrices.parts`.
Table matrixTable(const Layers& layers, const LayerMatrices& matrices, const ByteMatrix& bytes);

} // namespace tileline
