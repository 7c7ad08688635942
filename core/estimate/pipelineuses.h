// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/lists.h"
#include "core/base/parallel.h"
#include "core/estimate/layersets.h"
#include "core/estimate/liveclasses.h"
#include "core/estimate/stageestimate.h"
#include "core/layers/pipelineentries.h"

#include <initializer_list>
#include <optional>
#include <span>
#include <stop_token>
#include <utility>
#include <vector>

namespace tileline {

/// A kind of activations. All variables of a kind have the same equivalence class and the same owner, and the
/// same entries use them in the same ways. Therefore, the variables are stashed on the same stages and cross
/// the same boundaries. Activations are not always live, and have at least one forward user.
struct ActivationKind {
    ClassIndex liveClass;
    uint32_t owner = NoId; ///< entry of the first operation that uses the variables; NoId: a host operation
    uint32_t uses = 0;     ///< node of PipelineUses::tree()

    bool fromHost() const { return owner == NoId; }
    auto operator<=>(const ActivationKind&) const = default;
};

constexpr size_t hashOf(std::initializer_list<uint32_t> numbers) {
    uint64_t hash = 0;
    for (const uint32_t number : numbers) {
        hash = (hash ^ number) * 0x9E3779B97F4A7C15U;
        hash ^= hash >> 32U;
    }
    return hash;
}

/// For each lowered variable: which entries use it, and how. Each label is entry × LabelsPerEntry + Use.
class UseTree : public SetTree {
public:
    enum Use : uint32_t { Forward, Backward, Host, LabelsPerEntry };

    using SetTree::SetTree;

    /// The entries that use the variables of node `set` in the way that `use` names, ascending.
    std::vector<uint32_t> users(uint32_t set, Use use) const;
    /// The entries that use the variables of node `set` in any way, ascending.
    std::vector<uint32_t> entriesOf(uint32_t set) const;
    /// For each node of the tree: 1 if an entry uses the node's variables in the forward pass, otherwise 0.
    std::vector<uint8_t> usedForward() const;
};

/// The uses of consecutive lowered variables.
struct RowUses {
    /// The value in `owner` for a variable that no operation uses.
    static constexpr uint32_t Unused = NoId - 1;

    UseTree tree;                ///< row 0 of the tree is the first of the variables
    std::vector<uint32_t> owner; ///< by variable: as ActivationKind::owner, or Unused
};

/// The uses of the `count` lowered variables that begin at row `first`.
Outcome<RowUses> findRowUses(const Profile& profile, const PipelineEntries& entries, size_t first,
                             size_t count, Workers& workers, const std::stop_token& stop);

/// A weight: an unlowered variable that has a gradient. The lowered variables of a weight are counted only if
/// they are always live.
struct PipelineWeight {
    VariableIndex variable;
    uint64_t bytes = 0; ///< on all tiles of an IPU, counting only lowered variables that operations use
    std::vector<LayerIndex> entries; ///< all entries that use the weight, ascending
};

struct VariableBytes {
    VariableIndex variable{NoId};
    uint64_t bytes = 0;
};

/// Finds out which entries of the pipeline setting use the lowered variables on the tiles of one IPU, and in
/// which pass. The result is the same for all options. Immutable once built.
///
/// A forward operation that copies a variable from the host does not count as a user in the forward pass. If
/// a variable's first user copies it from the host, the owner of the variable is the host, not an entry.
class PipelineUses {
public:
    /// The number of an ActivationKind or of a tree node, and the bytes of all its variables on one tile.
    struct Group {
        uint32_t number = 0;
        uint32_t bytes = 0;
    };

    static Outcome<PipelineUses> build(const Profile& profile, const PipelineEntries& entries,
                                       Workers& workers, const std::stop_token& stop);

    const UseTree& tree() const { return m_tree; }

    std::span<const ActivationKind> activationKinds() const { return m_kinds; }
    /// The bytes of the activations on a tile, by ActivationKind.
    std::span<const Group> activations(size_t tile) const { return m_activations[tile]; }
    /// The bytes of the weights on a tile, by node of tree().
    std::span<const Group> weights(size_t tile) const { return m_weightGroups[tile]; }
    /// The same, but only for weights for which isHalf() is true. Empty unless weightsAreCertain().
    std::span<const Group> halfWeights(size_t tile) const { return m_halfWeightGroups[tile]; }
    /// Of the optimizer state that the stage uses: the variable with the most bytes on the tile.
    VariableBytes largestState(size_t tile, const PlacedStage& stage, LayerIndex lastEntry) const;
    /// The steps in which lowered variables are live in a pipeline.
    const LiveClasses& live() const { return m_live; }
    /// By node of tree(): the bytes of the always-live variables, summed over all tiles.
    std::span<const uint64_t> alwaysLiveByNode() const { return m_alwaysLiveByNode; }
    /// By tile: the bytes of the always-live variables that operations use.
    std::span<const uint64_t> alwaysLive() const { return m_alwaysLive; }

    /// The profile's weights, except for those that no operation uses. If the profile has no gradients,
    /// weights look like constants, so all always-live variables without a PopART mark are listed.
    std::span<const PipelineWeight> weightList() const { return m_weightList; }
    bool weightsAreCertain() const { return m_weightsAreCertain; }
    bool isWeight(VariableIndex variable) const { return m_isWeight[variable.index()] != 0; }
    /// Whether the profile has gradient accumulators of its own.
    bool hasAccumulators() const { return m_hasAccumulators; }
    /// Whether the type of a weight is half precision or unknown.
    bool isHalf(VariableIndex variable) const { return m_isHalf[variable.index()] != 0; }

    /// Frees the assignment of sets to variables, which is no longer needed once LayerSets has been made.
    void releaseRows() { m_tree.releaseRows(); }
    /// Frees the activations, which are no longer needed once it is known where they are stashed.
    void releaseActivations() {
        std::vector<ActivationKind>().swap(m_kinds);
        m_activations = {};
    }
    size_t byteSize() const;

private:
    /// The bytes that a variable of the optimizer state takes on a tile.
    struct StateUse {
        uint32_t kind = 0; ///< position in m_stateKinds
        uint32_t bytes = 0;
    };
    struct StateKind {
        VariableIndex variable;
        std::vector<uint32_t> entries; ///< the entries that use the state, ascending
    };

    PipelineUses(UseTree tree, const Profile& profile)
        : m_tree(std::move(tree))
        , m_live(profile) {}

    void findWeights(const Profile& profile, const PipelineEntries& entries);

    UseTree m_tree;
    std::vector<ActivationKind> m_kinds;
    Lists<Group> m_activations;
    Lists<Group> m_weightGroups;
    Lists<Group> m_halfWeightGroups;
    Lists<StateUse> m_state; ///< by tile: its variables of optimizer state, ascending
    std::vector<StateKind> m_stateKinds;
    LiveClasses m_live;
    std::vector<uint64_t> m_alwaysLiveByNode;
    std::vector<uint64_t> m_alwaysLive;
    std::vector<uint8_t> m_isWeight; ///< by unlowered variable
    std::vector<uint8_t> m_isHalf;   ///< by unlowered variable
    std::vector<PipelineWeight> m_weightList;
    bool m_weightsAreCertain = false;
    bool m_hasAccumulators = false;
};

/// Whether the variables of a class are live on both sides of a boundary. The entry after the boundary begins
/// at `step`; if `step` is empty, the result is false.
bool crosses(const Profile& profile, ClassIndex liveClass, std::optional<StepIndex> step);

} // namespace tileline
