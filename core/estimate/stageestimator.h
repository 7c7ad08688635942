// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/parallel.h"
#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/estimate/pipelineuses.h"
#include "core/estimate/stageestimate.h"
#include "core/layers/layers.h"
#include "core/plan/settingoptions.h"

#include <memory>
#include <stop_token>

namespace tileline {

class StageEstimator;
using StageEstimatorPtr = std::shared_ptr<const StageEstimator>;

/// Estimates the memory that a stage needs. In PopLiner's setting, the estimate equals PopLiner's byte for
/// byte. In the pipeline setting, the estimate states how much memory the compiled pipeline will need.
/// Immutable, so threads can share it.
class StageEstimator {
public:
    /// Checks whether a profile has the data that the estimate needs. Errors: NoLoweredVariables,
    /// NoOperations. Poplar writes lowered variables only on request, and operations come from debug
    /// information. PopLiner's setting needs operations of a framework. Programs that stand in for operations
    /// are not enough.
    static Result<Done> checkPossible(const Profile& profile, Setting setting);
    /// Builds an estimator for PopLiner's setting. Building an estimator is much faster than loading the
    /// profile.
    static Outcome<StageEstimatorPtr> build(ProfilePtr profile, LayersPtr layers, Workers& workers,
                                            Progress progress = {}, std::stop_token stop = {});
    /// Builds an estimator for the pipeline setting. The estimator's data do not depend on the mode and the
    /// schedule in `options`: `entries` already has the passes of the mode, and the schedule affects only the
    /// placement of stages (stageplacement.h). Error: BadArgument.
    static Outcome<StageEstimatorPtr> build(ProfilePtr profile, PipelineEntriesPtr entries,
                                            const PipelineOptions& options, Workers& workers,
                                            Progress progress = {}, std::stop_token stop = {});
    /// A copy of this estimator with other options. Making a copy is much faster than building an estimator.
    /// A copy takes no time if the options for accumulators, unowned bytes and freed memory (liveclasses.h)
    /// stay the same. Call this function only in the pipeline setting.
    Outcome<StageEstimatorPtr> withOptions(const PipelineOptions& options, Workers& workers,
                                           const std::stop_token& stop = {}) const;
    ~StageEstimator();

    const Profile& profile() const;
    const Layers& layers() const;
    size_t layerCount() const;
    /// The number of tiles of an IPU. The estimate covers this many tiles.
    size_t tileCount() const;

    /// How the entries of the pipeline use the profile's variables; null in PopLiner's setting.
    const PipelineUses* uses() const;
    const PipelineEntriesPtr& entries() const;
    /// The options. `outputOn` is never Auto.
    const PipelineOptions& options() const;

    /// The bytes that I/O tiles add to the peak of a tile. `peakWithout` is the peak without I/O tiles.
    uint64_t ioTileBytes(uint64_t peakWithout) const;

    /// Estimates a stage from scratch, in parallel over tiles.
    Outcome<StageEstimate> estimatePlaced(const PlacedStage& stage, Workers& workers,
                                          std::stop_token stop = {}) const;
    /// Estimates a stage that has no stashes and does not share its IPU with Output, as in PopLiner's
    /// setting.
    Outcome<StageEstimate> estimate(LayerRange stage, Workers& workers, std::stop_token stop = {}) const {
        return estimatePlaced(PlacedStage{stage}, workers, std::move(stop));
    }
    StagePlacement place(const SplitPlan& plan) const;
    /// A PlanEstimate in which the stages of `plan` are placed but not estimated yet.
    PlanEstimate placed(const SplitPlan& plan) const;
    /// Estimates all stages of a plan, and the bytes that cross its split points.
    Outcome<PlanEstimate> estimate(const SplitPlan& plan, Workers& workers, std::stop_token stop = {}) const;
    Outcome<StageTiles> tilesPlaced(const PlacedStage& stage, Workers& workers,
                                    std::stop_token stop = {}) const;
    Outcome<StageTiles> tiles(LayerRange stage, Workers& workers, std::stop_token stop = {}) const {
        return tilesPlaced(PlacedStage{stage}, workers, std::move(stop));
    }
    /// The bytes that one tile of a stage holds, looked up in the index.
    TileParts tileParts(const PlacedStage& stage, TileId tile) const;

    /// The bytes of the distinct lowered variables that cross the boundary before `begin`, summed over all
    /// tiles of the IPU; 0 for entry 0. In PopLiner's setting, a variable crosses the boundary if layers on
    /// both sides use it. In the pipeline setting, only activations cross. An entry before the boundary must
    /// own the activation, and a forward operation after the boundary must use it. The activation must also
    /// be live on both sides of the boundary when the forward pass arrives there.
    uint64_t crossingBytes(LayerIndex begin) const;

    size_t byteSize() const;

    struct Index;
    /// The index, which IntervalTable uses too.
    const Index& index() const { return *m_index; }

    explicit StageEstimator(std::unique_ptr<const Index> index);

private:
    std::unique_ptr<const Index> m_index;
};

} // namespace tileline
