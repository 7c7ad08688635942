// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/stageestimator.h"
#include "core/memory/roles.h"

#include <optional>
#include <string_view>
#include <vector>

namespace tileline {

/// Changes to a model. For each change, a simple rule states how the change affects the bytes of whole roles.
/// The rules ignore everything else that may differ when the model is compiled again.
struct ModelChanges {
    enum class MicroBatch : uint8_t { Same, Halved, Doubled };

    bool optimizerOffChip = false; ///< removes all optimizer state; no buffer takes its place
    bool halfAccumulators = false; ///< halves the bytes of all accumulators
    /// Halves or doubles the bytes of activations, of their gradients and of their stashes.
    MicroBatch microBatch = MicroBatch::Same;

    bool any() const { return optimizerOffChip || halfAccumulators || microBatch != MicroBatch::Same; }
    /// Adds the change named `id`. Returns false if modelChangeIds() does not contain `id`, or if the change
    /// contradicts an earlier one.
    bool add(std::string_view id);
    std::vector<std::string_view> ids() const;

    bool operator==(const ModelChanges&) const = default;
};

/// The names of all changes: "optimizer-off-chip", "half-accumulators", "halve-activations",
/// "double-activations".
std::span<const std::string_view> modelChangeIds();

/// The fullest tile of a stage after changes to the model.
struct ChangedPeak {
    uint64_t tileBytes = 0;
    TileId tile;

    bool operator==(const ChangedPeak&) const = default;
};

struct StageRoles {
    RoleBytes bytes;     ///< bytes on all tiles, each at its own peak step; adds up to StageEstimate::bytes
    RoleBytes peakBytes; ///< bytes on the fullest tile; adds up to StageEstimate::peakTileBytes
    std::optional<ChangedPeak> changed; ///< the peak after the changes, if there are any
};

/// Divides the estimate of a stage among the roles. If there are changes, the peak of each tile is computed
/// anew, so the changed peak can be on another tile and in another step.
Outcome<StageRoles> rolesOf(const StageEstimator& estimator, const VariableRoles& roles,
                            const PlacedStage& stage, const ModelChanges& whatIf, Workers& workers,
                            std::stop_token stop = {});

} // namespace tileline
