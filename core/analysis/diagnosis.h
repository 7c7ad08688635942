// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/layers.h"
#include "core/base/result.h"
#include "core/model/profile.h"

#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace tileline {

/// Bytes as Poplar counted them, beside what is found by way of operations.
struct Coverage {
    /// What tile_memory says; for variables: all lowered variables. Nothing where the profile does not say.
    std::optional<uint64_t> measured;
    uint64_t estimate = 0;        ///< of one stage with all layers, as plans are estimated
    uint64_t allOperations = 0;   ///< all that any operation needs
    uint64_t layerOperations = 0; ///< only what operations in a layer need

    /// `bytes` in per cent of what was measured; nothing where there is nothing to compare with.
    std::optional<double> percent(uint64_t bytes) const {
        if (!measured || *measured == 0) {
            return std::nullopt;
        }
        return 100.0 * static_cast<double>(bytes) / static_cast<double>(*measured);
    }
};

/// The categories of the estimate.
struct CategoryCoverage {
    Coverage variables;
    Coverage vertexCode;
    Coverage vertexState; ///< measured: vertex instance state and vector list descriptors
    Coverage exchangeCode;
    Coverage controlCode;
    Coverage total; ///< measured: all categories without gaps, also those that the estimate does not know
};

/// Programs of one type: how many there are, and how many belong to operations.
struct ProgramCoverage {
    std::string type; ///< libpva's type name
    uint64_t inProfile = 0;
    uint64_t inOperations = 0;
    uint64_t inLayers = 0;
};

/// Lowered variables, on the tiles of one IPU.
struct VariableCoverage {
    uint64_t count = 0;
    uint64_t bytes = 0;
};

/// A variable that the estimate misses at the worst tile and step.
struct MissingVariable {
    LoweredIndex row;
    std::string name; ///< of its unlowered variable; empty where there is none
    uint64_t bytes = 0;
    bool outsideLayers = false; ///< operations use it, but none in a layer; else no operation does
};

/// A category of tile_memory that the estimate does not know.
struct OtherCategory {
    std::string name;
    uint64_t bytes = 0;          ///< over all tiles of the IPU
    uint64_t worstTileBytes = 0; ///< at the worst tile
};

/// How far the estimate can be trusted on a profile: what Poplar counted, and what belongs to operations.
struct Diagnosis {
    std::vector<ProgramCoverage> programs; ///< by type, most programs first
    VariableCoverage allVariables;
    VariableCoverage withoutOperation; ///< no operation uses them
    VariableCoverage outsideLayers;    ///< operations use them, but none in a layer

    CategoryCoverage sums; ///< over the tiles; `variables` sums each tile's own peak

    TileId worstTile;       ///< with most memory, as Poplar counted it (else: most live variables)
    StepIndex worstStep;    ///< at which most bytes of variables are live on it
    CategoryCoverage worst; ///< on that tile; variables at that step

    std::vector<OtherCategory> otherCategories; ///< largest first
    std::vector<MissingVariable> missing;       ///< at the worst tile and step, largest first, capped
    VariableCoverage missingThere;              ///< all of them
};

/// Compares the profile with its operations. At most `maxMissing` missing variables are listed.
Outcome<Diagnosis> diagnose(const Profile& profile, const Layers& layers, size_t maxMissing = 20,
                            std::stop_token stop = {});

} // namespace tileline
