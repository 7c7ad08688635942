// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/stageestimator.h"

#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace tileline {

/// The bytes of one category: those that Poplar counted, those of the estimate, and those that operations
/// need.
struct Coverage {
    /// The bytes that tile_memory states. For variables: the peak of all lowered variables that contain data
    /// (DataVariables). Empty if the profile has no such category.
    std::optional<uint64_t> measured;
    uint64_t missing = 0;  ///< bytes that the estimate lacks, summed over the tiles on which it is too low
    uint64_t tooMuch = 0;  ///< excess bytes of the estimate, summed over the tiles on which it is too high
    uint64_t estimate = 0; ///< bytes estimated for a plan with all layers in one stage
    uint64_t allOperations = 0;   ///< bytes that any operation needs
    uint64_t layerOperations = 0; ///< bytes that operations in a layer need

    /// `bytes` as a percentage of `measured`; empty if `measured` is absent or 0.
    std::optional<double> percent(uint64_t bytes) const {
        if (!measured || *measured == 0) {
            return std::nullopt;
        }
        return 100.0 * static_cast<double>(bytes) / static_cast<double>(*measured);
    }
};

/// The coverage of each category of the estimate.
struct CategoryCoverage {
    Coverage variables;
    Coverage vertexCode;
    Coverage vertexState; ///< `measured` is vertex instance state plus vector list descriptors
    Coverage exchangeCode;
    Coverage controlCode;
    Coverage unowned; ///< pipeline setting: bytes that no operation owns; only `estimate` is set
    /// `measured` includes categories that the estimate lacks, but excludes gaps between variables. In
    /// PopLiner's setting, `missing` and `tooMuch` are sums over all categories, including
    /// Diagnosis::otherCategories. In the pipeline setting, `missing` and `tooMuch` are sums over
    /// Books::alwaysLive and Books::notAlwaysLive.
    Coverage total;
};

/// Compares two figures for the tiles of the IPU: the live bytes that Poplar counted, and the bytes that the
/// pipeline setting estimates for the one-stage plan. Even if no always-live bytes are missing, the estimate
/// of a plan for several IPUs can be wrong, because those IPUs share the bytes that no operation owns.
struct Books {
    Coverage alwaysLive;
    Coverage notAlwaysLive; ///< the peaks of the tiles, summed over all tiles
    uint64_t owned = 0;     ///< estimated always-live bytes that operations own
    uint64_t shared = 0;    ///< estimated always-live bytes that no operation owns; IPUs share them
    /// The bytes that Poplar allocates, including gaps, minus the live bytes: `beyondLive` is the sum over
    /// all tiles, and `beyondLiveOnWorst` is for the worst tile. `beyondLive` is empty if the profile does
    /// not state the allocated bytes.
    std::optional<uint64_t> beyondLive;
    uint64_t beyondLiveOnWorst = 0;
};

/// The number of programs of one type, and how many of them belong to operations.
struct ProgramCoverage {
    std::string type; ///< libpva's type name
    uint64_t inProfile = 0;
    uint64_t inOperations = 0;
    uint64_t inLayers = 0;
};

/// A group of lowered variables on the tiles of one IPU: their number, and the sum of their bytes.
struct VariableCoverage {
    uint64_t count = 0;
    uint64_t bytes = 0;
};

/// A variable that is live on the worst tile at the worst step, but is missing from the estimate.
struct MissingVariable {
    LoweredIndex row;
    std::string name; ///< name of the unlowered variable; empty if there is none
    uint64_t bytes = 0;
    bool outsideLayers = false; ///< true: used only outside all layers; false: used by no operation
};

/// A category of tile_memory that the estimate does not include.
struct OtherCategory {
    std::string name;
    uint64_t bytes = 0;          ///< bytes, summed over all tiles of the IPU
    uint64_t worstTileBytes = 0; ///< bytes on the worst tile
};

/// Shows how far the estimate can be trusted for a profile. Compares the bytes that Poplar counted with the
/// estimate, and with the bytes that operations need.
struct Diagnosis {
    std::vector<ProgramCoverage> programs; ///< by type, most programs first
    VariableCoverage allVariables;
    VariableCoverage withoutOperation; ///< variables that no operation uses
    VariableCoverage outsideLayers;    ///< variables that only operations outside all layers use

    CategoryCoverage sums; ///< bytes on all tiles; for `variables`, the sum of the peaks of the tiles

    TileId worstTile;       ///< tile with the highest total or, if there are no totals, the highest peak
    StepIndex worstStep;    ///< the step in which the most bytes of variables are live on worstTile
    CategoryCoverage worst; ///< bytes on the worst tile; for `variables`, the bytes live at the worst step
    std::optional<Books> books; ///< only in the pipeline setting

    std::vector<OtherCategory> otherCategories; ///< largest first
    std::vector<MissingVariable> missing; ///< variables missing on worstTile in worstStep, largest first
    VariableCoverage missingThere;        ///< all variables missing on worstTile in worstStep, listed or not
};

/// Compares the bytes that Poplar counted with the estimate of `estimator`. Lists at most `maxMissing`
/// missing variables. A null `estimator` means PopLiner's setting. `layers` must be the layer list of the
/// same setting.
Outcome<Diagnosis> diagnose(const Profile& profile, const Layers& layers, const StageEstimatorPtr& estimator,
                            size_t maxMissing, Workers& workers, const std::stop_token& stop = {});

} // namespace tileline
