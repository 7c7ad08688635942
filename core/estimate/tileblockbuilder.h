// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/layerprograms.h"
#include "core/estimate/tileblock.h"

#include <compare>
#include <optional>
#include <tuple>
#include <vector>

namespace tileline {

/// The data from which all blocks are built.
struct TileBlockSource {
    const Profile& profile;
    const Layers& layers;
    const LayerSets& sets;
    const LayerPrograms& programs;
    const StageWindows& windows;
    std::optional<OutputSlot> outputSlot; ///< empty if the last entry never runs on the first IPU
};

/// Builds one block of tiles after the other. Reuses its working memory, so each thread has its own builder.
class TileBlockBuilder {
public:
    explicit TileBlockBuilder(const TileBlockSource& source);

    /// OutOfRange when the bytes on a tile exceed what a tile could ever hold (2^31).
    Result<TileBlock> build(uint32_t firstTile, uint32_t tileCount);

private:
    /// Bytes on a tile of the lowered variables with the same equivalence class and the same set of layers.
    struct Group {
        uint64_t key = 0; ///< high 32 bits: equivalence class; low 32 bits: node of the layer set
        uint64_t bytes = 0;
    };
    /// A change and its filing key. Changes with the same key count together.
    struct FiledChange {
        uint64_t filing = 0; ///< layer and previous layer; if repeated: node of the layer set
        TileBlock::Change change;
        auto operator<=>(const FiledChange& other) const {
            return std::tie(filing, change.rank) <=> std::tie(other.filing, other.change.rank);
        }
    };
    struct FiledUses {
        uint32_t layer = 0;
        TileBlock::Uses uses;
    };
    /// Static bytes with the same previous layer, while they are summed up.
    struct Slot {
        uint32_t previous = 0;
        CategoryBytes sums;
        std::vector<uint64_t> bytes; ///< by tile of the block
    };

    Result<Done> addVariables(TileBlock& block, uint32_t tile);
    Result<Done> collectGroups(uint32_t tile);
    void markRanks();
    void emitRanks(TileBlock& block);
    /// Adds the changes of variables that go live once, separately for each layer.
    void emitChanges(TileBlock& block);
    /// Adds the changes of variables that go live repeatedly, once for all groups with the same layers.
    void emitRepeatedChanges(TileBlock& block);
    void emitUses(TileBlock& block);
    /// Calls `file(layer, previous)` for each layer of a layer set, from the last layer to the first.
    template <class File>
    void forEachLayer(uint32_t node, const File& file) const;
    /// Sorts m_changes, and calls `visit(filing, changes)` for each filing key.
    template <class Visit>
    void forEachFiling(const Visit& visit);
    /// Sums up the changes of one filing key by rank, and appends the sums that are not 0.
    TileBlock::Uses appendChanges(TileBlock& block, std::span<const FiledChange> changes,
                                  uint32_t previous) const;
    std::span<const StepInterval> intervalsOf(const Group& group) const;
    void fileChanges(uint64_t filing, const Group& group);
    uint32_t marksBefore(uint32_t step) const;

    Result<Done> addStatics(TileBlock& block);
    /// The code and state of the last entry in the extra slot.
    void addOutputSlot(const TileBlock& block, OutputSlot slot);
    void addProgram(const TileBlock& block, const LayerPrograms::Use& use, uint32_t layer);
    void addVertices(const TileBlock& block, const VertexInstances& vertices, uint32_t previous,
                     uint32_t layer);
    Result<Done> emitSlots(TileBlock& block);
    Slot& slot(uint32_t previous, uint32_t tileCount);
    std::span<const uint32_t> entriesOf(ByTile array, const TileBlock& block);

    TileBlockSource m_source;
    std::vector<Group> m_groups;
    std::vector<uint64_t> m_marks;       ///< bit set of steps that are ranks
    std::vector<uint32_t> m_marksBefore; ///< by word of m_marks: bits set in the words before it
    std::vector<FiledChange> m_changes;
    std::vector<FiledUses> m_uses;
    std::vector<Slot> m_slots;                ///< of the layer that is being walked
    std::vector<uint32_t> m_entries;          ///< of an array, by tile of the block
    std::vector<uint32_t> m_lastLayerOfKind;  ///< by vertex kind and tile of the block: last layer, plus one
    std::vector<uint32_t> m_firstLayerOfKind; ///< the same: first layer
};

} // namespace tileline
