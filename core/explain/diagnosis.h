// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/layers/layers.h"
#include "core/memory/operationtiles.h"
#include "core/profile/profile.h"

#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace tileline {

/// The estimate of the plan of one stage in the pipeline setting, by tile of the IPU.
struct OneStageTiles {
    OperationTiles held;              ///< what is not in `unowned`
    std::vector<uint64_t> alwaysLive; ///< the part of held.variables that is always live
    std::vector<uint64_t> unowned;    ///< always-live bytes of no operation
};

/// Bytes of one category as Poplar counted them, and the bytes that can be traced to operations.
struct Coverage {
    /// Bytes in tile_memory; for variables, the peak of all lowered variables (DataVariables). Empty if the
    /// profile has no such category.
    std::optional<uint64_t> measured;
    uint64_t missing = 0;       ///< sum of what the estimate lacks on tiles where it is lower than `measured`
    uint64_t tooMuch = 0;       ///< sum of what it has too much on the other tiles
    uint64_t estimate = 0;      ///< the estimate for a plan with all layers in one stage
    uint64_t allOperations = 0; ///< needed by any operation
    uint64_t layerOperations = 0; ///< needed by operations in a layer

    /// `bytes` in per cent of `measured`; nothing if `measured` is absent or 0.
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
    Coverage vertexState; ///< `measured` sums vertex instance state and vector list descriptors
    Coverage exchangeCode;
    Coverage controlCode;
    Coverage unowned; ///< in the pipeline setting: always-live bytes of no operation; only `estimate`
    /// `measured` includes categories that the estimate does not have, but no gaps. `missing` and `tooMuch`
    /// are sums: in PopLiner's setting over the categories and OtherCategory, in the pipeline setting over
    /// the two parts of Books.
    Coverage total;
};

/// The bytes that are live on the tiles of the IPU according to Poplar, and those that the plan of one stage
/// holds in the pipeline setting. If no always-live bytes are missing, this proves nothing, because the bytes
/// that no operation owns are shared among the IPUs.
struct Books {
    Coverage alwaysLive;
    Coverage notAlwaysLive; ///< sums of each tile's peak
    uint64_t owned = 0;     ///< of what is always live: counted because operations own it
    uint64_t shared = 0;    ///< of what is always live: shared out among IPUs
    /// The bytes by which the addresses that Poplar uses, gaps included, exceed the live bytes: over all
    /// tiles, and on the worst tile. Empty if the profile does not state them.
    std::optional<uint64_t> beyondLive;
    uint64_t beyondLiveOnWorst = 0;
};

/// Programs of one type: how many there are in all, and how many belong to operations.
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
    std::string name; ///< of its unlowered variable; empty if there is none
    uint64_t bytes = 0;
    bool outsideLayers = false; ///< true: used only outside all layers; false: used by no operation
};

/// A category of tile_memory that the estimate does not include.
struct OtherCategory {
    std::string name;
    uint64_t bytes = 0;          ///< over all tiles of the IPU
    uint64_t worstTileBytes = 0; ///< on the worst tile
};

/// How far the estimate can be trusted for a profile: compares what Poplar counted with what belongs to
/// operations.
struct Diagnosis {
    std::vector<ProgramCoverage> programs; ///< by type, most programs first
    VariableCoverage allVariables;
    VariableCoverage withoutOperation; ///< no operation uses them
    VariableCoverage outsideLayers;    ///< operations use them, but none in a layer

    CategoryCoverage sums; ///< over the tiles; `variables` sums each tile's own peak

    TileId worstTile;           ///< has the most memory as Poplar counted it, or else the most live variables
    StepIndex worstStep;        ///< when the most bytes of variables are live on that tile
    CategoryCoverage worst;     ///< on the worst tile; `variables` at the worst step
    std::optional<Books> books; ///< only in the pipeline setting

    std::vector<OtherCategory> otherCategories; ///< largest first
    std::vector<MissingVariable> missing; ///< on that tile at that step, largest first, at most maxMissing
    VariableCoverage missingThere;        ///< all missing variables, listed or not
};

/// Compares the profile with its operations, and lists at most `maxMissing` missing variables. With
/// `oneStage`, the estimate is that of the pipeline setting, and `layers` is its list of entries. Without it,
/// the estimate is PopLiner's.
Outcome<Diagnosis> diagnose(const Profile& profile, const Layers& layers, size_t maxMissing = 20,
                            std::stop_token stop = {}, const OneStageTiles* oneStage = nullptr);

} // namespace tileline
