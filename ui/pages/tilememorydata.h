// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/tilecontents.h"
#include "core/analysis/tilememory.h"
#include "core/analysis/variableorigins.h"
#include "core/partition/stageestimator.h"
#include "ui/charts/heatmap.h"
#include "ui/charts/stackchartdata.h"
#include "ui/tables/tabledata.h"

#include <memory>
#include <optional>
#include <stop_token>

namespace tileline {

/// What the tile memory page shows of the profile before the split, or of a stage. Made on a worker thread.
struct TileMemoryData {
    TileMemory memory;
    std::vector<StepIndex> peakSteps; ///< of a stage, by tile; else empty
    uint64_t limit = 0;
    StackChartDataPtr plot;
    StackChartDataPtr histogram;
    HeatMapDataPtr map;

    /// What the crosshair says of a tile, several lines.
    QString readout(TileId tile) const;
    /// One sentence: the fullest tile, its headroom or overflow, and how many tiles are over the limit.
    QString summary() const;
};

using TileMemoryDataPtr = std::shared_ptr<const TileMemoryData>;

/// `stage` nothing: before the split, as Poplar counted it.
Outcome<TileMemoryDataPtr> makeTileMemoryData(const StageEstimatorPtr& estimator,
                                              const std::optional<LayerRange>& stage, uint64_t limit,
                                              const std::stop_token& stop);

/// The tables beneath the charts for one tile.
struct TileTables {
    TableDataPtr categories;
    TableDataPtr variables; ///< keys are variables
    TableDataPtr vertices;
    TableDataPtr exchanges; ///< keys are programs
};

Outcome<TileTables> makeTileTables(const StageEstimator& estimator, const VariableOrigins& origins,
                                   const std::optional<LayerRange>& stage, const TileMemoryData& data,
                                   TileId tile, const std::stop_token& stop);

/// Name of a category for people: "vertex code" for "category.vertexCode".
QString categoryName(const std::string& category);

} // namespace tileline
