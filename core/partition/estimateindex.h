// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/partition/stageestimator.h"
#include "core/partition/tileblock.h"

#include <vector>

namespace tileline {

/// What StageEstimator and IntervalTable compute from. Immutable once built.
struct StageEstimator::Index {
    Index(ProfilePtr profileToUse, LayersPtr layersToUse)
        : profile(std::move(profileToUse))
        , layers(std::move(layersToUse))
        , windows(*profile, *layers) {}

    ProfilePtr profile;
    LayersPtr layers;
    StageWindows windows;
    std::vector<TileBlock> blocks;       ///< by ascending tile; together the tiles of one IPU
    std::vector<uint64_t> crossingBytes; ///< by layer entry: crosses the boundary before it
    uint32_t maxRankCount = 0;           ///< of any tile
};

/// The fullest tile so far, and the sums, of a stage that is looked at tile by tile.
struct StageTally {
    uint64_t peakTileBytes = 0;
    TileId peakTile;
    StepIndex peakStep;
    bool any = false;
    CategoryBytes bytes;

    /// Whether `tile` with so many bytes takes the place of the fullest one. A tie keeps the first tile.
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
