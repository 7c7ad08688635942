// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/layerbands.h"
#include "core/analysis/liveness.h"
#include "core/analysis/variableorigins.h"
#include "ui/charts/stackchartdata.h"
#include "ui/tables/tabledata.h"

#include <memory>
#include <optional>
#include <stop_token>

namespace tileline {

/// What to show of the liveness.
struct LivenessRequest {
    std::optional<TileId> tile;  ///< nothing: all tiles
    uint64_t limit = 0;          ///< bytes of the tile, or of all tiles together
    bool stackAlwaysLive = true; ///< the bytes that are always live lie below the others
};

/// What the liveness page shows of the whole IPU or of one tile. Made on a worker thread.
struct LivenessData {
    ProfilePtr profile;
    LayersPtr layers;
    LivenessRequest request;
    LivenessSeries series;
    std::vector<LayerBand> bands;
    StackChartDataPtr chart;

    /// The layer that runs in a step.
    std::optional<LayerIndex> layerAt(StepIndex step) const;
    /// What the crosshair says of a step, several lines.
    QString readout(StepIndex step) const;
    /// One sentence for all: the peak, its step, and the limit.
    QString summary() const;
};

using LivenessDataPtr = std::shared_ptr<const LivenessData>;

Outcome<LivenessDataPtr> makeLivenessData(ProfilePtr profile, LayersPtr layers,
                                          const LivenessRequest& request, const std::stop_token& stop);

/// Which live variables to list.
struct LiveTableRequest {
    StepIndex step;
    std::optional<StepIndex> other; ///< list what differs between `step` and this one
    std::optional<TileId> tile;
    bool withAlwaysLive = true;
};

/// The live variables of a step, largest first, or the difference of two steps, the largest change first.
Outcome<TableDataPtr> makeLiveTable(const Profile& profile, const Layers& layers,
                                    const VariableOrigins& origins, const LiveTableRequest& request,
                                    const std::stop_token& stop);

/// Name of a variable for people.
QString variableName(const Profile& profile, VariableIndex variable);

} // namespace tileline
