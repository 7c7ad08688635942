// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/stagecontents.h"
#include "core/memory/origins.h"
#include "core/memory/tilememory.h"
#include "ui/charts/heatmap.h"
#include "ui/charts/stackchartdata.h"
#include "ui/pages/stagebox.h"
#include "ui/tables/tabledata.h"

#include <memory>
#include <optional>
#include <span>
#include <stop_token>

namespace tileline {

/// What the charts of the tile memory page show.
struct TileMemoryView {
    bool gaps = false;          ///< unused bytes between variables, too
    bool allCategories = false; ///< otherwise small categories are drawn as one

    bool operator==(const TileMemoryView&) const = default;
};

/// The data of the tile memory page, for the whole model or for one IPU. Computed on a worker thread.
struct TileMemoryData {
    TileMemory memory;              ///< without gaps, unless they are shown
    std::vector<uint64_t> occupied; ///< by tile: the bytes that must fit, with gaps
    bool hasGaps = false;
    bool showsGaps = false;
    size_t foldable = 0;                        ///< small categories, which can be drawn as one
    std::optional<ShownStage> stage;            ///< empty for the whole model
    std::shared_ptr<const VariableRoles> roles; ///< with `stage`
    StageTiles tiles;                           ///< with `stage`
    std::optional<uint64_t> limit;              ///< of a tile; empty if the figures do not hold
    StackChartDataPtr plot;
    StackChartDataPtr histogram;
    HeatMapDataPtr map;

    /// The tile with the most occupied bytes.
    TileId fullest() const;
    /// The crosshair's text for a tile, in several lines.
    QString readout(TileId tile) const;
    /// The fullest tile and, with a limit, its headroom or overflow, how many tiles are over the limit, and,
    /// if there are gaps, what decides an overflow.
    QString summary() const;
};

using TileMemoryDataPtr = std::shared_ptr<const TileMemoryData>;

/// If `stage` is empty: the memory of the whole model, as Poplar counted it.
Outcome<TileMemoryDataPtr> makeTileMemoryData(const Profile& profile, const std::optional<ShownStage>& stage,
                                              std::optional<uint64_t> limit, const TileMemoryView& view,
                                              const std::stop_token& stop);

/// The tables below the charts, for one tile.
struct TileTables {
    TableDataPtr categories;
    TableDataPtr variables; ///< keys are variables
    TableDataPtr vertices;
    TableDataPtr exchanges; ///< keys are programs
};

Outcome<TileTables> makeTileTables(const Profile& profile, const Layers& layers,
                                   const VariableOrigins& origins, const TileMemoryData& data, TileId tile,
                                   const std::stop_token& stop);

/// Tiles by the bytes that they hold; a band marks those over the limit, if there is one.
StackChartDataPtr tileHistogram(std::span<const uint64_t> totals, std::optional<uint64_t> limit);
/// The crosshair's text for a bin of the histogram.
QString histogramReadout(const StackChartData& histogram, uint32_t bin);

/// The name of something that a stage holds; a text in brackets if it has none.
QString itemName(const Profile& profile, const StageItem& item);

} // namespace tileline
