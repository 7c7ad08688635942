// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/layers.h"
#include "core/base/parallel.h"
#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/partition/stageestimate.h"

#include <memory>
#include <stop_token>

namespace tileline {

class StageEstimator;
using StageEstimatorPtr = std::shared_ptr<const StageEstimator>;

/// Estimates the memory that a stage needs, byte for byte as PopLiner does. Immutable; threads share it.
class StageEstimator {
public:
    /// NoLoweredVariables if the profile has none: Poplar writes them only on request.
    static Result<Done> checkPossible(const Profile& profile);
    /// Groups the profile's variables and programs by tile and layer. Much faster than loading the profile.
    static Outcome<StageEstimatorPtr> build(ProfilePtr profile, LayersPtr layers, Workers& workers,
                                            Progress progress = {}, std::stop_token stop = {});
    ~StageEstimator();

    const Profile& profile() const;
    const Layers& layers() const;
    size_t layerCount() const;
    /// Number of tiles that the estimate covers: the tiles of one IPU.
    size_t tileCount() const;

    /// Estimates a stage from scratch, in parallel over tiles.
    Outcome<StageEstimate> estimate(LayerRange stage, Workers& workers, std::stop_token stop = {}) const;
    /// Estimates all stages of a plan, and the bytes that cross its split points.
    Outcome<PlanEstimate> estimate(const SplitPlan& plan, Workers& workers, std::stop_token stop = {}) const;
    /// Estimates a stage tile by tile.
    Outcome<StageTiles> tiles(LayerRange stage, Workers& workers, std::stop_token stop = {}) const;

    /// Total size, over all tiles of the IPU, of the distinct lowered variables that are used by layers on
    /// both sides of the boundary before `begin`. 0 for entry 0.
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
