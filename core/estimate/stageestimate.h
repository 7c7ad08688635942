// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/ids.h"
#include "core/base/sequences.h"
#include "core/plan/splitplan.h"

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace tileline {

/// Bytes by category, on all tiles (StageEstimate) or on one tile (StageTiles::tile()).
struct CategoryBytes {
    uint64_t variables = 0;
    uint64_t vertexCode = 0;
    uint64_t vertexState = 0;
    uint64_t exchangeCode = 0;
    uint64_t controlCode = 0;
    // The following members are 0 in PopLiner's setting:
    uint64_t stash = 0;        ///< bytes of all copies of stashed variables
    uint64_t accumulators = 0; ///< accumulators of gradients
    uint64_t unowned = 0;      ///< always-live bytes that belong to no operation
    uint64_t ioTiles = 0;      ///< the tile's share of what I/O tiles cannot hold (see IoTiles); 0 in sums

    constexpr uint64_t statics() const { return vertexCode + vertexState + exchangeCode + controlCode; }
    constexpr uint64_t total() const {
        return variables + statics() + stash + accumulators + unowned + ioTiles;
    }
    CategoryBytes& operator+=(const CategoryBytes& other);
    bool operator==(const CategoryBytes&) const = default;
};

enum class StageCategory : uint8_t {
    Variables,
    VertexCode,
    VertexState,
    ExchangeCode,
    ControlCode,
    Stash,
    Accumulators,
    Unowned,
    IoTiles
};

struct StageCategoryInfo {
    StageCategory category;
    std::string_view id; ///< name in JSON and tables
    uint64_t CategoryBytes::*bytes;
};

/// All categories, in the order of CategoryBytes. Stash and all categories after it exist only in the
/// pipeline setting.
inline constexpr std::array<StageCategoryInfo, 9> StageCategories{
    {{StageCategory::Variables, "variables", &CategoryBytes::variables},
     {StageCategory::VertexCode, "vertex_code", &CategoryBytes::vertexCode},
     {StageCategory::VertexState, "vertex_state", &CategoryBytes::vertexState},
     {StageCategory::ExchangeCode, "exchange_code", &CategoryBytes::exchangeCode},
     {StageCategory::ControlCode, "control_code", &CategoryBytes::controlCode},
     {StageCategory::Stash, "stash", &CategoryBytes::stash},
     {StageCategory::Accumulators, "accumulators", &CategoryBytes::accumulators},
     {StageCategory::Unowned, "unowned", &CategoryBytes::unowned},
     {StageCategory::IoTiles, "io_tiles", &CategoryBytes::ioTiles}}};

inline CategoryBytes& CategoryBytes::operator+=(const CategoryBytes& other) {
    for (const StageCategoryInfo& category : StageCategories) {
        this->*category.bytes += other.*category.bytes;
    }
    return *this;
}

constexpr const StageCategoryInfo& infoOf(StageCategory category) {
    return StageCategories[static_cast<size_t>(category)];
}

/// The entries that one IPU of a plan holds. In PopLiner's setting, the entries alone determine the estimate.
struct PlacedStage {
    LayerRange entries;
    uint32_t copies = 0; ///< number of copies of each stashed variable; depends on the stage's position
    /// Whether Output also runs on this IPU, as a separate stage. If it does, `entries` begins with entry 0.
    bool withOutput = false;

    /// Whether the IPU holds `entry`. `last` is the last entry of the whole layer list.
    constexpr bool holds(LayerIndex entry, LayerIndex last) const {
        return (entries.first <= entry && entry <= entries.last) || (withOutput && entry == last);
    }
    constexpr auto operator<=>(const PlacedStage&) const = default;
};

/// The I/O tiles of an IPU hold no part of the model, so the other tiles hold the whole model.
struct IoTiles {
    uint32_t tiles = 0;   ///< number of all tiles of an IPU
    uint32_t ioTiles = 0; ///< the number of I/O tiles among `tiles`; less than `tiles`

    /// The bytes, rounded up, on a tile that would hold `bytes` if there were no I/O tiles.
    constexpr uint64_t peak(uint64_t bytes) const {
        const uint64_t left = tiles - ioTiles;
        return ioTiles == 0 ? bytes : (bytes * tiles + left - 1) / left;
    }
};

/// The memory that a stage needs, as StageEstimator and IntervalTable return it.
struct StageEstimate {
    uint64_t peakTileBytes = 0; ///< total bytes of the fullest tile, including CategoryBytes::ioTiles
    TileId peakTile;            ///< the first tile with `peakTileBytes`
    StepIndex peakStep;         ///< the first step with the most live bytes on `peakTile`
    CategoryBytes
        bytes; ///< sums over tiles; for `variables`, each tile counts with its bytes at its own peak step
    /// Whether the window of steps was repaired because its end was before its beginning, see StageWindows.
    bool windowRepaired = false;

    bool operator==(const StageEstimate&) const = default;
};

/// The bytes of a stage tile by tile, for the views. Element i of each list belongs to tile i of the IPU.
struct StageTiles {
    std::vector<uint32_t> variables; ///< bytes at the tile's own peak step
    std::vector<uint64_t> vertexCode;
    std::vector<uint64_t> vertexState;
    std::vector<uint64_t> exchangeCode;
    std::vector<uint64_t> controlCode;
    std::vector<StepIndex> peakStep;
    // The following lists are empty in PopLiner's setting:
    std::vector<uint64_t> stash = {};
    std::vector<uint32_t> accumulators = {};
    std::vector<uint32_t> unowned = {};
    IoTiles io = {};

    size_t size() const { return variables.size(); }
    CategoryBytes tile(size_t tile) const {
        const auto of = [tile](const auto& column) { return column.empty() ? uint64_t{0} : column[tile]; };
        CategoryBytes bytes{variables[tile],    vertexCode[tile],  vertexState[tile],
                            exchangeCode[tile], controlCode[tile], of(stash),
                            of(accumulators),   of(unowned),       0};
        bytes.ioTiles = io.peak(bytes.total()) - bytes.total();
        return bytes;
    }
};

/// The bytes of one tile of a stage. Code and vertex state are one sum, as in StageEstimator's index.
struct TileParts {
    uint64_t variables = 0;
    uint64_t statics = 0; ///< code and vertex state
    // The following members are 0 in PopLiner's setting:
    uint64_t stash = 0;
    uint64_t accumulators = 0;
    uint64_t unowned = 0;
    uint64_t ioTiles = 0; ///< as in CategoryBytes

    constexpr uint64_t total() const {
        return variables + statics + stash + accumulators + unowned + ioTiles;
    }
    bool operator==(const TileParts&) const = default;
};

/// The placement of a plan's stages on IPUs. Each IPU has one stage, unless Output runs on the first IPU. In
/// that case, Output is a second pipeline stage on the first IPU. If the last stage consists only of Output,
/// the plan then needs one IPU less. If only one IPU remains, the plan has a single stage.
struct StagePlacement {
    std::vector<PlacedStage> ipus;  ///< by IPU
    std::vector<LayerRange> stages; ///< the stages of the pipeline, in order

    bool outputOnFirst() const { return stages.size() > ipus.size(); }
    /// The numbers of the pipeline stages that run on an IPU, ascending.
    std::vector<uint32_t> stagesOf(size_t ipu) const;
    uint32_t ipuOf(LayerIndex entry) const;
};

/// A weight that a plan splits over IPUs.
struct SharedWeight {
    VariableIndex variable;
    uint64_t bytes = 0; ///< on all tiles of one IPU
    /// The first entry that uses the weight, and the first entry on another IPU that uses the weight.
    std::array<LayerIndex, 2> entries;
};

struct PlanEstimate {
    SplitPlan plan;
    std::vector<StageEstimate> stages;   ///< by IPU
    std::vector<uint64_t> crossingBytes; ///< by boundary between stages, see StageEstimator::crossingBytes()
    StagePlacement placement = {};
    /// The weights that the plan splits (pipeline setting). For training, no framework compiles a plan that
    /// splits weights. If sharedWeightsAreCertain is false, the listed variables may be constants, which can
    /// be copied.
    std::vector<SharedWeight> sharedWeights = {};
    bool sharedWeightsAreCertain = false;

    uint64_t peakTileBytes() const { return greatestOf(stages, &StageEstimate::peakTileBytes); }
};

} // namespace tileline
