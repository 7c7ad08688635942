// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/ids.h"
#include "core/estimate/estimateindex.h"
#include "core/estimate/stageestimator.h"
#include "core/memory/roles.h"
#include "core/memory/tilememory.h"

#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace tileline {

/// Returns a number for each lowered variable of the profile: 1 if the estimate of the stage counts it,
/// otherwise 0. A variable is counted if it is on a tile of the IPU and an operation of the stage uses it.
Outcome<std::vector<uint8_t>> rowsUsedBy(const StageEstimator& estimator, const PlacedStage& stage,
                                         const std::stop_token& stop = {});

/// Finds the lowered variables that a pipeline keeps copies of. In PopLiner's setting, no copies are kept.
class StashedRows {
public:
    /// Makes an object for the `count` lowered variables that begin at row `first`.
    static Outcome<StashedRows> find(const StageEstimator::Index& index, size_t first, size_t count,
                                     const std::stop_token& stop);

    /// Whether the stage keeps copies of lowered variable `row`. Call contains() only if an operation of the
    /// stage uses the variable.
    bool contains(size_t row, const PlacedStage& stage);

private:
    explicit StashedRows(const StageEstimator::Index& index)
        : m_index(index) {}

    const StageEstimator::Index& m_index;
    size_t m_first = 0;
    std::optional<RowUses> m_uses; ///< empty if nothing is stashed
    std::map<ActivationKind, std::vector<AddedTo>> m_stages;
};

bool addsAccumulators(const StageEstimator::Index& index, const PlacedStage& stage);
/// How many bytes a gradient accumulator needs for each byte of lowered variable `row`; 0 if the variable
/// does not belong to a weight. Call this function only in the pipeline setting.
uint32_t accumulatorFactor(const StageEstimator::Index& index, size_t row);

/// A variable and the bytes that the estimate of a stage counts for it.
struct HeldVariable {
    StageCategory category{}; ///< Variables, Stash or Accumulators
    Role role{};
    VariableIndex variable; ///< NoId: stands for all unknown variables of `group`
    uint8_t group = NoCategory;
    uint64_t bytes = 0;     ///< over all tiles, each tile at its own peak step
    uint64_t peakBytes = 0; ///< bytes on the `peakTile` of stageVariables()
};

/// All variables that the operations of a stage use, including those without bytes at the peak. `tiles` is
/// the estimate of the stage (StageEstimator::tilesPlaced); the variables add up to the estimated bytes in
/// the categories Variables, Stash and Accumulators.
Outcome<std::vector<HeldVariable>> stageVariables(const StageEstimator& estimator, const VariableRoles& roles,
                                                  StashedRows& stashed, const PlacedStage& stage,
                                                  const StageTiles& tiles, TileId peakTile,
                                                  const std::stop_token& stop);

/// Something that an IPU of a plan holds on some tiles. The category decides which members identify the item:
///
///     Variables, Stash, Accumulators   `row`, and `variable` if it is known; lowered variables that belong
///                                      to the same variable and have the same role are one item
///     VertexCode, VertexState          `vertex` and, for VertexState, `instances`
///     ExchangeCode, ControlCode        `program`
///     Unowned, IoTiles                 none
struct StageItem {
    StageCategory category{};
    Role role{};
    bool isStack = false; ///< whether the item is the stack: the unowned bytes that every IPU needs
    uint32_t copies = 1;  ///< number of copies of a stashed variable that a pipeline keeps
    uint64_t bytes = 0;   ///< bytes of all copies together
    uint64_t instances = 0;
    /// On each tile, one live interval of the item contains the tile's peak step. `live` is the smallest
    /// interval that contains all these intervals. If the item is always live, `live` has all steps.
    StepInterval live;
    std::optional<VariableIndex> variable = {};
    std::optional<LoweredIndex> row = {}; ///< the item's first lowered variable on the tiles
    /// The type of the item's vertices. If several vertex types share a name, this is one of them.
    std::optional<VertexTypeIndex> vertex = {};
    std::optional<ProgramIndex> program = {};
    /// `entry` is the first of the IPU's entries to use the item. `operation` is the first operation of
    /// `entry` to use the item; it is a tensor only if no other operation of `entry` uses the item.
    /// `operation` is a position in Layers::operations. Both members are empty for Unowned and IoTiles.
    std::optional<LayerIndex> entry = {};
    std::optional<OperationIndex> operation = {};

    bool isAlwaysLive(const Profile& profile) const {
        return live == StepInterval{{0}, {profile.stepCount()}};
    }
    bool operator==(const StageItem&) const = default;
};

/// The items that a stage holds on some tiles, each tile at its own peak step; largest item first. `estimate`
/// is the estimate of the stage (StageEstimator::tilesPlaced). In every category but IoTiles, the items add
/// up to the estimated bytes of the category on the tiles.
Outcome<std::vector<StageItem>> stageContents(const StageEstimator& estimator, const VariableRoles& roles,
                                              const PlacedStage& stage, const StageTiles& estimate,
                                              const TileSet& tiles, const std::stop_token& stop = {});
/// Lists when the variables on a tile are live in the estimate. Only variables that the stage's operations
/// use are listed. Always-live variables come first, then the others, sorted by their first live step. The
/// result contains no offsets in memory, because addresses are unknown until the stage is compiled. Copies
/// that a pipeline keeps are left out.
Outcome<std::vector<MapEntry>> stageLifetimes(const StageEstimator& estimator, const PlacedStage& stage,
                                              TileId tile, const std::stop_token& stop = {});
/// For each compute set: whether an operation of the stage runs it.
std::vector<bool> computeSetsUsedBy(const StageEstimator& estimator, const PlacedStage& stage);

/// The name of the item's variable, vertices or program; empty if the item has none.
std::string nameOf(const Profile& profile, const StageItem& item);
/// The module of the item's operation: the operation's name without its last part. Empty if unknown.
std::string_view modulePathOf(const Layers& layers, const StageItem& item);
/// The item's location in the user's source code. The location comes from the debug context of the item's
/// variable or program. If that context contains no location, the location comes from the item's operation.
std::optional<SourceLocation> locationOf(const Profile& profile, const Layers& layers, const StageItem& item);

} // namespace tileline
