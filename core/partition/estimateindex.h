// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/partition/stageestimator.h"
#include "core/partition/tileblock.h"

#include <vector>

namespace tileline {

/// The data from which StageEstimator and IntervalTable compute their results. Immutable once built.
struct StageEstimator::Index {
    Index(ProfilePtr profileToUse, LayersPtr layersToUse)
        : profile(std::move(profileToUse))
        , layers(std::move(layersToUse))
        , windows(*profile, *layers) {}

    ProfilePtr profile;
    LayersPtr layers;
    StageWindows windows;
    std::vector<TileBlock> blocks; ///< in ascending tile order; together they cover the tiles of one IPU
    std::vector<uint64_t> crossingBytes; ///< by layer entry: bytes that cross the boundary before the entry
    uint32_t maxRankCount = 0;           ///< the largest number of ranks on any tile
};

/// The fullest tile found so far and the byte sums of a stage, accumulated tile by tile.
struct StageTally {
    uint64_t peakTileBytes = 0;
    TileId peakTile;
    StepIndex peakStep;
    bool any = false;
    CategoryBytes bytes;

    /// Whether `tile`, which holds `total` bytes, replaces the fullest tile so far. The lower tile wins a
    /// tie.
    bool isPeak(uint64_t total, TileId tile) const {
        return !any || total > peakTileBytes || (total == peakTileBytes && tile < peakTile);
    }
    void setPeak(uint64_t total, TileId tile, StepIndex step) {
        any = true;
        peakTileBytes = total;
        peakTile = tile;
        peakStep = step;
    }
    void addStatic(const CategoryBytes& sums) {
        bytes.vertexCode += sums.vertexCode;
        bytes.vertexState += sums.vertexState;
        bytes.exchangeCode += sums.exchangeCode;
        bytes.controlCode += sums.controlCode;
    }
    void merge(const StageTally& other) {
        if (other.any && isPeak(other.peakTileBytes, other.peakTile)) {
            setPeak(other.peakTileBytes, other.peakTile, other.peakStep);
        }
        addStatic(other.bytes);
        bytes.variables += other.bytes.variables;
    }
    StageEstimate estimate(bool windowRepaired) const {
        return {peakTileBytes, peakTile, peakStep, bytes, windowRepaired};
    }
};

} // namespace tileline
