// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/estimateindex.h"
#include "core/memory/roles.h"

#include <map>
#include <stop_token>
#include <vector>

namespace tileline {

/// By lowered variable: 1 if an operation of the stage brings it, else 0.
Outcome<std::vector<uint8_t>> rowsUsedBy(const PlacedStage& stage, const Profile& profile,
                                         const Layers& layers, const std::stop_token& stop);

/// Which of some lowered variables a pipeline keeps copies of. None in PopLiner's setting.
class StashedRows {
public:
    /// For `count` lowered variables from row `first` on.
    static Outcome<StashedRows> find(const StageEstimator::Index& index, size_t first, size_t count,
                                     const std::stop_token& stop);

    /// Whether the stage stashes a lowered variable that its operations use.
    bool contains(size_t row, const PlacedStage& stage);

private:
    explicit StashedRows(const StageEstimator::Index& index)
        : m_index(index) {}

    const StageEstimator::Index& m_index;
    size_t m_first = 0;
    std::optional<RowUses> m_uses; ///< empty if nothing is stashed
    std::map<ActivationKind, std::vector<AddedTo>> m_stages;
};

/// Whether accumulators are added to the weights of a stage.
bool addsAccumulators(const StageEstimator::Index& index, const PlacedStage& stage);
/// Whether a lowered variable is of a weight that has an accumulator. Not in PopLiner's setting.
bool hasAccumulator(const StageEstimator::Index& index, size_t row);

/// What a stage holds of a variable, as the estimate counts it.
struct HeldVariable {
    StageCategory category{}; ///< Variables, Stash or Accumulators
    Role role{};
    VariableIndex variable; ///< NoId: the sum of all lowered variables of a category without a variable
    uint8_t group = NoCategory;
    uint64_t bytes = 0;     ///< over all tiles, each at its own peak step
    uint64_t peakBytes = 0; ///< on the tile that was asked for
};

/// All variables that the operations of a stage use, also those that take no bytes at the peak. They sum to
/// the categories of `tiles`, which is the estimate of the stage (StageEstimator::tilesPlaced).
Outcome<std::vector<HeldVariable>> stageVariables(const StageEstimator& estimator, const VariableRoles& roles,
                                                  StashedRows& stashed, const PlacedStage& stage,
                                                  const StageTiles& tiles, TileId peakTile,
                                                  const std::stop_token& stop);

} // namespace tileline
