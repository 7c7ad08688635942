// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/stagecontents.h"
#include "core/memory/liveness.h"
#include "core/memory/origins.h"
#include "core/memory/tilememory.h"
#include "ui/charts/heatmap.h"
#include "ui/charts/stackchart.h"
#include "ui/pages/comparisonbox.h"
#include "ui/pages/stagebox.h"
#include "ui/tables/tabledata.h"

#include <memory>
#include <optional>
#include <span>
#include <stop_token>

namespace tileline {

/// The user's choices for the charts of the tile memory page.
struct TileMemoryView {
    bool gaps = false;                          ///< whether to show the unused bytes between variables
    bool allCategories = false;                 ///< whether to draw small categories one by one
    TileBreakdown by = TileBreakdown::Category; ///< ignored for a stage: a stage is always shown by category
    std::optional<ShownComparison> compared = {}; ///< ignored for a stage
};

/// The data of the tile memory page, for the whole model or for one IPU. Computed on a worker thread.
struct TileMemoryData {
    TileMemory memory;              ///< includes gaps only if `showsGaps` is true
    TileMemory details;             ///< by category, with gaps
    std::vector<uint64_t> occupied; ///< by tile: bytes that must fit in the tile's memory, including gaps
    bool hasGaps = false;
    bool showsGaps = false;
    size_t foldable = 0;                        ///< number of small categories that can be folded into one
    std::optional<ShownStage> stage;            ///< empty for the whole model
    uint32_t firstTile = 0;                     ///< the first tile of the shown IPU; 0 if all IPUs are shown
    size_t tilesPerIpu = 1;                     ///< number of tiles from one IPU boundary to the next
    std::shared_ptr<const VariableRoles> roles; ///< with `stage`
    StageTiles estimate;                        ///< with `stage`
    std::optional<uint64_t> limit;              ///< limit of a tile in bytes; empty if figures are unreliable
    StackChartDataPtr plot;
    StackChartDataPtr histogram;
    HeatMapDataPtr map;
    ComparedReportPtr otherReport;               ///< null if there is no other report
    std::shared_ptr<const TileMemoryData> other; ///< data of `otherReport`; null if there is none

    bool contains(TileId tile) const {
        return tile.value >= firstTile && positionOf(tile) < memory.tileCount();
    }
    /// The column of `memory` that contains a tile; also the tile's position in the charts.
    size_t positionOf(TileId tile) const { return tile.value - firstTile; }
    TileId tileAt(size_t position) const { return {firstTile + static_cast<uint32_t>(position)}; }
    TileRange tiles() const { return {firstTile, firstTile + static_cast<uint32_t>(memory.tileCount())}; }
    /// The tile with the most occupied bytes.
    TileId fullest() const;
    /// The text beside the crosshair at a tile, in several lines.
    QString readout(TileId tile) const;
    /// A text about the fullest tile. If there is a limit, the text includes the headroom or overflow and the
    /// number of tiles over the limit. If there are gaps, the text says that gaps count as occupied memory.
    QString summary() const;
};

using TileMemoryDataPtr = std::shared_ptr<const TileMemoryData>;

/// Makes the data from the estimate of a stage. If `stage` is empty, makes the data from the bytes that
/// Poplar counted: the bytes on `reportIpu` or, if `reportIpu` is empty, the bytes on all IPUs.
Outcome<TileMemoryDataPtr> makeTileMemoryData(const Profile& profile, const std::optional<ShownStage>& stage,
                                              std::optional<StageIndex> reportIpu,
                                              std::optional<uint64_t> limit, const TileMemoryView& view,
                                              const std::stop_token& stop);

/// The tables below the charts: the contents of several tiles, added up.
struct TileTables {
    TableDataPtr details;
    TableDataPtr computeSets;
    TableDataPtr vertices;
    TableDataPtr exchanges; ///< keys are programs
    TableDataPtr variables; ///< keys are variables
};

Outcome<TileTables> makeTileTables(const Profile& profile, const Layers& layers,
                                   const VariableOrigins& origins, const TileMemoryData& data,
                                   const TileSet& tiles, const std::stop_token& stop);

/// A chart of the bytes that each variable has on the tiles of `data`. It shows the report, not a plan.
Outcome<StackChartDataPtr> variablesChart(const Profile& profile, const TileMemoryData& data,
                                          const std::vector<VariableIndex>& variables,
                                          const std::stop_token& stop);

/// A histogram of the tiles by the number of bytes that they hold. If there is a limit, a band marks the
/// tiles over the limit.
StackChartDataPtr tileHistogram(std::span<const uint64_t> totals, std::optional<uint64_t> limit);
/// Shows a histogram. The text beside the crosshair describes the bin under the crosshair.
void showHistogram(StackChart& chart, const StackChartDataPtr& histogram, const QString& summary);

/// The name of an item of a stage; if the item has no name, a text in brackets.
QString itemName(const Profile& profile, const StageItem& item);

} // namespace tileline
