// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/stepinterval.h"
#include "core/estimate/stageestimator.h"
#include "core/memory/roles.h"

#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace tileline {

/// Something that an IPU of a plan holds on a tile. Which of the ids are set depends on the category:
///
///     Variables, Stash, Accumulators   `row`, and `variable` if it is known; several lowered variables of
///                                      one variable are one item if they have the same role
///     VertexCode, VertexState          `vertex`, and `instances` of vertex state
///     ExchangeCode, ControlCode        `program`
///     Unowned                          none
struct StageItem {
    StageCategory category{};
    Role role{};
    bool isStack = false; ///< the part of the unowned bytes that every IPU needs
    uint32_t copies = 1;  ///< that a pipeline keeps of a stashed variable
    uint64_t bytes = 0;   ///< of all copies
    uint64_t instances = 0;
    StepInterval live; ///< around the step in question; all steps for what is always live
    std::optional<VariableIndex> variable;
    std::optional<LoweredIndex> row;       ///< the first one on the tile
    std::optional<VertexTypeIndex> vertex; ///< one type with the name of the vertices
    std::optional<ProgramIndex> program;
    /// The first entry of the IPU that uses it, and the first operation of that entry that does (a position
    /// in Layers::operations; a tensor only if no other operation does). Empty for unowned bytes.
    std::optional<LayerIndex> entry;
    std::optional<OperationIndex> operation;

    bool isAlwaysLive(const Profile& profile) const {
        return live == StepInterval{{0}, {profile.stepCount()}};
    }
    bool operator==(const StageItem&) const = default;
};

/// What a stage holds on a tile at the peak step of that tile, largest first. `tiles` is the estimate of the
/// stage (StageEstimator::tilesPlaced); the bytes of each category add up to those of the tile in it.
Outcome<std::vector<StageItem>> stageContents(const StageEstimator& estimator, const VariableRoles& roles,
                                              const PlacedStage& stage, const StageTiles& tiles, TileId tile,
                                              const std::stop_token& stop = {});

/// The name of the variable, the vertices or the program; empty if there is none.
std::string nameOf(const Profile& profile, const StageItem& item);
/// Where the item's operation is in the model: its name without the last part. Empty if there is none.
std::string_view modulePathOf(const Layers& layers, const StageItem& item);
/// The place in the user's source: from the variable's or the program's own debug context, otherwise from the
/// operation.
std::optional<SourceLocation> locationOf(const Profile& profile, const Layers& layers, const StageItem& item);

} // namespace tileline
