// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layers/layers.h"
#include "core/memory/liveness.h"
#include "core/memory/origins.h"
#include "ui/charts/stackchart.h"
#include "ui/pages/comparisonbox.h"
#include "ui/pages/stagebox.h"
#include "ui/tables/tabledata.h"

#include <memory>
#include <optional>
#include <stop_token>

namespace tileline {

/// The part of the model for which liveness is shown.
struct LivenessPart {
    std::optional<ShownStage> stage = {};     ///< empty: the whole model
    std::optional<TileId> tile = {};          ///< empty: all tiles
    std::optional<StageIndex> reportIpu = {}; ///< the IPU, if only one is shown; empty: all IPUs

    /// The shown tiles of the report. Has no meaning if a stage is shown.
    TileRange tiles(const Profile& profile) const {
        return tile        ? TileRange::of(*tile)
               : reportIpu ? TileRange::ofIpu(profile, reportIpu->value)
                           : TileRange::ofModel(profile);
    }
    /// Whether `profile` contains all tiles of this part of the model.
    bool isIn(const Profile& profile) const { return tiles(profile).end <= profile.target.numTiles; }
    bool operator==(const LivenessPart&) const = default;
};

/// What the areas of the chart stand for. The chart of a stage can show only Liveness.
enum class StackBy : uint8_t { Liveness, Category, Role, Layer };

/// The data that the liveness page should show, and the options of its chart.
struct LivenessRequest {
    LivenessPart part;
    /// The limit in bytes: of the tile or, if all tiles are shown, of all tiles together. Empty if the
    /// figures are not reliable.
    std::optional<uint64_t> limit;
    /// Whether to show the always-live bytes below the other bytes. If empty, the always-live bytes are shown
    /// unless they would make the other bytes hard to see.
    std::optional<bool> stackAlwaysLive = {};
    StackBy by = StackBy::Liveness;
    std::optional<ShownComparison> compared = {}; ///< ignored if `part` is a stage
};

/// The data of the liveness page. Computed on a worker thread.
struct LivenessData {
    ProfilePtr profile;
    LayersPtr layers;
    LivenessRequest request;
    LivenessSeries series;
    std::vector<LayerBand> bands;    ///< bands of layers; if an IPU is shown, only the IPU's bands
    std::vector<StepInterval> steps; ///< if an IPU is shown, the steps in which it runs
    bool stacksAlwaysLive = true;
    std::vector<uint64_t> other; ///< the other report's bytes, by step; empty if there is no other report
    StackChartDataPtr chart;

    /// Whether the shown IPU runs in a step. Always true for the whole model.
    bool runsIn(StepIndex step) const;
    /// The layer that runs in a step; empty if no layer runs.
    std::optional<LayerIndex> layerAt(StepIndex step) const;
    /// The text beside the crosshair at a step, in several lines.
    QString readout(StepIndex step) const;
    /// A sentence that gives the peak, its step and layer, and the number of always-live bytes.
    QString summary() const;
};

using LivenessDataPtr = std::shared_ptr<const LivenessData>;

Outcome<LivenessDataPtr> makeLivenessData(ProfilePtr profile, LayersPtr layers,
                                          const LivenessRequest& request, const std::stop_token& stop);

/// A table of the steps, with the layer that runs in each. The keys are the steps.
TableDataPtr makeStepTable(const LivenessData& data);

struct LiveTableRequest {
    std::vector<StepIndex> steps; ///< at least one step
    LivenessPart part;
    bool withAlwaysLive = true;
    /// If this is set and `steps` contains a single step, the table also lists the variables in the same step
    /// of the other report, and the differences.
    std::optional<ShownComparison> compared = {};
};

struct LiveTable {
    TableDataPtr rows;
    /// The bytes in the first step, for each shown tile of the report. The keys are tiles. Null for a stage.
    TableDataPtr tiles;
    QString tilesSummary;   ///< a sentence that gives the minimum, mean and maximum bytes per tile
    uint64_t liveBytes = 0; ///< bytes of all variables that are live in the first step
};

/// For one step, lists the live variables, largest first. For two steps, lists the variables whose bytes
/// differ; those that differ most, up or down, come first. For more steps, lists the live variables with a
/// column for each step. For an IPU of the plan, lists only variables on that IPU, and none for a step in
/// which the IPU does not run.
Outcome<LiveTable> makeLiveTable(const Profile& profile, const Layers& layers, const VariableOrigins& origins,
                                 const LiveTableRequest& request, const std::stop_token& stop);

/// The name of a variable as the window shows it; if there is no variable, the name of the category.
QString variableName(const Profile& profile, VariableIndex variable, uint8_t category = NoCategory);

} // namespace tileline
