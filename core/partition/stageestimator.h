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

/// Answers what a stage needs, to the byte as PopLiner does. Immutable, shared between threads.
class StageEstimator {
public:
    /// Groups the profile's variables and programs by tile and layer. Takes a fraction of the load's time.
    static Outcome<StageEstimatorPtr> build(ProfilePtr profile, LayersPtr layers, Workers& workers,
                                            Progress progress = {}, std::stop_token stop = {});
    ~StageEstimator();

    const Profile& profile() const;
    const Layers& layers() const;
    size_t layerCount() const;
    /// Tiles that the estimate covers: those of one IPU.
    size_t tileCount() const;

    /// The stage from scratch, in parallel over tiles.
    Outcome<StageEstimate> estimate(LayerRange stage, Workers& workers, std::stop_token stop = {}) const;
    /// All stages of a plan, and what crosses its split points.
    Outcome<PlanEstimate> estimate(const SplitPlan& plan, Workers& workers, std::stop_token stop = {}) const;
    /// The stage tile by tile.
    Outcome<StageTiles> tiles(LayerRange stage, Workers& workers, std::stop_token stop = {}) const;

    /// Bytes, over all tiles of the IPU, of the distinct lowered variables that layers on both sides of the
    /// boundary before `begin` use. 0 for entry 0.
    uint64_t crossingBytes(LayerIndex begin) const;

    /// Bytes that this index itself takes.
    size_t byteSize() const;

    struct Index;
    /// For IntervalTable, which grows from the same index.
    const Index& index() const { return *m_index; }

    explicit StageEstimator(std::unique_ptr<const Index> index);

private:
    std::unique_ptr<const Index> m_index;
};

} // namespace tileline
