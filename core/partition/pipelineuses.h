// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/pipelineentries.h"
#include "core/base/lists.h"
#include "core/base/parallel.h"
#include "core/partition/settree.h"

#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace tileline {

/// How the variables of one equivalence class that the same entries use are used. They are stashed on the
/// same stages, and cross the same boundaries. Never always live, and with at least one forward user.
struct ActivationKind {
    ClassIndex liveClass;
    uint32_t owner = NoId; ///< the entry of the first operation that uses them; NoId: the host
    uint32_t uses = 0;     ///< node of PipelineUses::tree()

    bool fromHost() const { return owner == NoId; }
    auto operator<=>(const ActivationKind&) const = default;
};

/// A weight: an unlowered variable with a gradient. Only its always-live lowered variables count.
struct PipelineWeight {
    VariableIndex variable;
    uint64_t bytes = 0;              ///< over the tiles of an IPU, of those that operations use
    std::vector<LayerIndex> entries; ///< all that use it, ascending
};

/// Which entries of the pipeline setting use which lowered variables, in which pass, for the tiles of one
/// IPU. Does not depend on options. Immutable once built.
///
/// A forward operation that copies from the host is no user in the forward pass. If it is the first operation
/// that uses a variable, the host is the owner of the variable, not an entry.
class PipelineUses {
public:
    /// Bytes on a tile of the variables with one number: of an ActivationKind, or of a node of sets().
    struct Group {
        uint32_t number = 0;
        uint32_t bytes = 0;
    };
    /// Labels of tree(): entry × LabelsPerEntry + one of these.
    enum Use : uint32_t { Forward, Backward, Host, LabelsPerEntry };

    static Outcome<PipelineUses> build(const Profile& profile, const PipelineEntries& entries,
                                       Workers& workers, const std::stop_token& stop);

    const SetTree& tree() const { return m_tree; }
    /// The entries that use a variable of a kind in one pass, ascending.
    std::vector<uint32_t> users(const ActivationKind& kind, Use use) const;
    /// The entries of a node of tree() whatever the use, ascending.
    std::vector<uint32_t> entriesOf(uint32_t node) const;

    std::span<const ActivationKind> activationKinds() const { return m_kinds; }
    /// By tile: the bytes of activations by kind.
    std::span<const Group> activations(size_t tile) const { return m_activations[tile]; }
    /// By tile: the bytes of weights by node of tree().
    std::span<const Group> weights(size_t tile) const { return m_weightGroups[tile]; }
    /// The bytes, over all tiles, of always-live variables by node of tree().
    std::span<const uint64_t> alwaysLiveByNode() const { return m_alwaysLiveByNode; }
    /// By tile: the bytes of always-live variables that operations use.
    std::span<const uint64_t> alwaysLive() const { return m_alwaysLive; }

    /// The weights of the profile that operations use. In a profile without gradients, nothing tells weights
    /// from constants; then these are all always-live variables without a mark.
    std::span<const PipelineWeight> weightList() const { return m_weightList; }
    bool weightsAreCertain() const { return m_weightsAreCertain; }
    /// Whether the profile has gradient accumulators of its own.
    bool hasAccumulators() const { return m_hasAccumulators; }

    /// No longer needed once the blocks are built: the sets of all variables.
    void releaseRows() { m_tree.releaseRows(); }
    /// No longer needed once it is known where activations are stashed.
    void releaseActivations() {
        m_kinds = {};
        m_activations = {};
    }
    size_t byteSize() const;

private:
    explicit PipelineUses(size_t rows)
        : m_tree(rows) {}

    Outcome<std::vector<uint32_t>> addOperations(const Profile& profile, const PipelineEntries& entries,
                                                 const std::stop_token& stop);
    void findWeights(const Profile& profile, const PipelineEntries& entries);

    SetTree m_tree;
    std::vector<ActivationKind> m_kinds;
    Lists<Group> m_activations;
    Lists<Group> m_weightGroups;
    std::vector<uint64_t> m_alwaysLiveByNode;
    std::vector<uint64_t> m_alwaysLive;
    std::vector<uint8_t> m_isWeight; ///< by unlowered variable
    std::vector<PipelineWeight> m_weightList;
    bool m_weightsAreCertain = false;
    bool m_hasAccumulators = false;
};

/// Whether a variable of the class is live on both sides of the boundary before an entry that starts at
/// `step`. False without a step.
bool crosses(const Profile& profile, ClassIndex liveClass, std::optional<StepIndex> step);

} // namespace tileline
