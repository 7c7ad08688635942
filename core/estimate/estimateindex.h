// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/addedbytes.h"
#include "core/estimate/layersets.h"
#include "core/estimate/stageestimator.h"
#include "core/estimate/stageplacement.h"
#include "core/estimate/stagewindows.h"
#include "core/estimate/tileblock.h"
#include "core/memory/liveness.h"

#include <array>
#include <memory>
#include <optional>
#include <vector>

namespace tileline {

/// The part of the estimate that depends on the profile and its entries, but not on the options of the
/// setting. Immutable once built.
struct EstimateBase {
    EstimateBase(ProfilePtr profileToUse, LayersPtr layersToUse)
        : profile(std::move(profileToUse))
        , layers(std::move(layersToUse))
        , windows(*profile, *layers)
        , profileLive(*profile) {}
    EstimateBase(ProfilePtr profileToUse, PipelineEntriesPtr entriesToUse)
        : profile(std::move(profileToUse))
        , layers(entriesToUse->layers())
        , entries(std::move(entriesToUse))
        , windows(*profile, *entries)
        , profileLive(*profile) {
        if (hasMovableOutput(layers->kinds)) {
            outputSlot = OutputSlot{static_cast<uint32_t>(layers->count())};
        }
    }

    VertexKinds vertexKinds() const { return entries ? VertexKinds::ByName : VertexKinds::ByNameAndSize; }
    const LiveClasses& live() const { return uses ? uses->live() : profileLive; }

    ProfilePtr profile;
    LayersPtr layers;
    PipelineEntriesPtr entries; ///< null in PopLiner's setting
    StageWindows windows;
    LiveClasses profileLive;
    std::optional<OutputSlot> outputSlot; ///< empty if Output cannot run on the first IPU
    std::optional<PipelineUses> uses;     ///< empty in PopLiner's setting
    OwnedBytes owned;
    std::array<AddedBytes, RecomputeModes> stash; ///< by mode of recomputation: one copy of each stash
    std::vector<uint64_t> crossingBytes; ///< by entry: bytes that cross the boundary before the entry
};

/// The contents of the tiles, without the bytes that a pipeline frees. Immutable once built.
struct FreedBlocks {
    Freed freed;
    std::vector<TileBlock> blocks = {}; ///< blocks in tile order; together, they cover the tiles of one IPU
    size_t maxRankCount = 0;            ///< the largest number of ranks on any tile
};

/// The windows of a stage and, if Output runs beside the stage, the windows of Output.
StageWindows::Windows windowsOf(const EstimateBase& base, const PlacedStage& stage);

/// The data from which StageEstimator and IntervalTable compute their results. Immutable once built.
struct StageEstimator::Index {
    std::shared_ptr<const EstimateBase> base;
    std::shared_ptr<const FreedBlocks> live;
    std::shared_ptr<const StageAdditions> additions; ///< null in PopLiner's setting
    PipelineOptions options;                         ///< `outputOn` is never Auto

    IoTiles ioTiles() const { return {base->profile->target.tilesPerIpu, options.ioTiles}; }
};

/// Finds the steps in which a stage holds a lowered variable. Call live() and liveAround() only for variables
/// that the stage's operations use. If none of the stage's operations ever runs, the stage holds no variable.
class HeldRows {
public:
    HeldRows(const StageEstimator::Index& index, const PlacedStage& stage);

    /// The steps in which the variable is live, as ascending, disjoint intervals.
    std::span<const StepInterval> live(size_t row) const;
    /// The live interval that contains `step`; empty if the variable is not live in that step.
    std::optional<StepInterval> liveAround(size_t row, StepIndex step) const {
        return intervalAround(step, live(row));
    }

private:
    const StageEstimator::Index& m_index;
    Freed m_freed;
    bool m_runs;                               ///< whether any operation of the stage ever runs
    std::vector<VariableIndex> m_largestState; ///< by tile: the largest optimizer state, if states are freed
    StepInterval m_allSteps;
};

/// The operations that a stage holds, as ascending positions in Profile::operationDetails. Each occurs only
/// once, even if Layers::operations lists it for several calls. If `onlyInLayers` is true, operations outside
/// all layers are left out.
std::vector<DetailIndex> detailsOf(const StageEstimator& estimator, const PlacedStage& stage,
                                   bool onlyInLayers = false);

/// If the options add gradient accumulators: whether a stage has any. Call this function only in the pipeline
/// setting.
bool accumulates(const StageEstimator::Index& index, const PlacedStage& stage);

/// Collects the figures of a stage tile by tile: the fullest tile found so far, and the sums of bytes.
struct StageTally {
    uint64_t peakTileBytes = 0;
    TileId peakTile;
    StepIndex peakStep;
    bool any = false;
    CategoryBytes bytes;

    /// Whether `tile`, which holds `total` bytes, replaces the fullest tile so far. Of two equally full
    /// tiles, the tile with the lower number is kept.
    bool isPeak(uint64_t total, TileId tile) const {
        return !any || total > peakTileBytes || (total == peakTileBytes && tile < peakTile);
    }
    void setPeak(uint64_t total, TileId tile, StepIndex step) {
        any = true;
        peakTileBytes = total;
        peakTile = tile;
        peakStep = step;
    }
    void merge(const StageTally& other) {
        if (other.any && isPeak(other.peakTileBytes, other.peakTile)) {
            setPeak(other.peakTileBytes, other.peakTile, other.peakStep);
        }
        bytes += other.bytes;
    }
    StageEstimate estimate(bool windowRepaired) const {
        return {peakTileBytes, peakTile, peakStep, bytes, windowRepaired};
    }
};

} // namespace tileline
