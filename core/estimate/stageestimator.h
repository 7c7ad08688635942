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

/// Estimates the memory that a stage needs: byte for byte as PopLiner does, or as the compiled pipeline will
/// hold it. Immutable; threads share it.
class StageEstimator {
public:
    /// NoLoweredVariables or NoOperations if the profile lacks them: Poplar writes lowered variables only on
    /// request, and operations come from debug information. In PopLiner's setting, stand-ins do not count as
    /// operations.
    static Result<Done> checkPossible(const Profile& profile, Setting setting);
    /// Groups the profile's variables and programs by tile and layer. Much faster than loading the profile.
    static Outcome<StageEstimatorPtr> build(ProfilePtr profile, LayersPtr layers, Workers& workers,
                                            Progress progress = {}, std::stop_token stop = {});
    /// For the pipeline setting. The mode and the schedule in `options` have no influence on stages: the mode
    /// is that of `entries`, and the schedule only says how a plan's stages are placed (stageplacement.h).
    /// BadArgument.
    static Outcome<StageEstimatorPtr> build(ProfilePtr profile, PipelineEntriesPtr entries,
                                            const PipelineOptions& options, Workers& workers,
                                            Progress progress = {}, std::stop_token stop = {});
    /// The same estimator with other options. Much faster than building it anew, and immediate if the
    /// accumulators, the unowned bytes and the freed memory (liveclasses.h) stay as they are. Only in the
    /// pipeline setting.
    Outcome<StageEstimatorPtr> withOptions(const PipelineOptions& options, Workers& workers,
                                           const std::stop_token& stop = {}) const;
    ~StageEstimator();

    const Profile& profile() const;
    const Layers& layers() const;
    size_t layerCount() const;
    /// Number of tiles that the estimate covers: the tiles of one IPU.
    size_t tileCount() const;

    /// How entries use the variables of the profile in the pipeline setting; null in PopLiner's setting.
    const PipelineUses* uses() const;
    const PipelineEntriesPtr& entries() const;
    /// The options. `outputOn` is never Auto.
    const PipelineOptions& options() const;

    /// The bytes that a tile holds in addition because the I/O tiles hold nothing.
    uint64_t ioTileBytes(uint64_t peakWithout) const;

    /// Estimates a stage from scratch, in parallel over tiles.
    Outcome<StageEstimate> estimatePlaced(const PlacedStage& stage, Workers& workers,
                                          std::stop_token stop = {}) const;
    /// The same without copies and without Output beside it, as in PopLiner's setting.
    Outcome<StageEstimate> estimate(LayerRange stage, Workers& workers, std::stop_token stop = {}) const {
        return estimatePlaced(PlacedStage{stage}, workers, std::move(stop));
    }
    /// How the stages of a plan are placed on IPUs.
    StagePlacement place(const SplitPlan& plan) const;
    /// The estimate of a plan without the estimates of its stages.
    PlanEstimate placed(const SplitPlan& plan) const;
    /// Estimates all stages of a plan, and the bytes that cross its split points.
    Outcome<PlanEstimate> estimate(const SplitPlan& plan, Workers& workers, std::stop_token stop = {}) const;
    /// Estimates a stage tile by tile.
    Outcome<StageTiles> tilesPlaced(const PlacedStage& stage, Workers& workers,
                                    std::stop_token stop = {}) const;
    Outcome<StageTiles> tiles(LayerRange stage, Workers& workers, std::stop_token stop = {}) const {
        return tilesPlaced(PlacedStage{stage}, workers, std::move(stop));
    }
    /// What one tile of a stage holds: a look-up in the index.
    TileParts tileParts(const PlacedStage& stage, TileId tile) const;

    /// Total size, over all tiles of the IPU, of the distinct lowered variables that cross the boundary
    /// before `begin`. In PopLiner's setting, these are all that layers on both sides use. In the pipeline
    /// setting, they are the activations that an entry before the boundary owns, that a forward operation
    /// after it uses, and that are live on both sides when the forward pass reaches it. 0 for entry 0.
    uint64_t crossingBytes(LayerIndex begin) const;

    /// Size of the index in bytes.
    size_t byteSize() const;

    struct Index;
    /// For IntervalTable, which computes from the same index.
    const Index& index() const { return *m_index; }

    explicit StageEstimator(std::unique_ptr<const Index> index);

private:
    std::unique_ptr<const Index> m_index;
};

} // namespace tileline
