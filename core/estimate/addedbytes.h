// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/ids.h"
#include "core/base/lists.h"
#include "core/estimate/pipelineuses.h"
#include "core/estimate/tileblock.h"
#include "core/plan/settingoptions.h"

#include <array>
#include <atomic>
#include <span>
#include <vector>

namespace tileline {

/// A set of stages to which bytes are added: each stage [a, b] with b >= last and firstMin <= a <= firstMax.
/// If `last` is the extra slot (OutputSlot), the set is for plans in which Output runs on the first IPU. The
/// set then holds the stages [0, b] with firstMin <= b <= firstMax.
struct AddedTo {
    uint32_t last = 0;
    uint32_t firstMin = 0;
    uint32_t firstMax = 0;

    bool contains(LayerRange stage) const {
        return last <= stage.last.value && firstMin <= stage.first.value && stage.first.value <= firstMax;
    }
    auto operator<=>(const AddedTo&) const = default;
};

/// The stages on which an activation is stashed in a given mode of recomputation. An activation crosses into
/// a stage if it is live when the stage's forward pass begins (PipelineEntries::start). The pivot is the step
/// at which the backward pass begins.
///
///     Inputs  each stage that the activation crosses into, if the stage holds a forward user of the
///             activation but not its owner. The owner is then the host, or an entry on an earlier stage. An
///             activation from the host always crosses into the first stage.
///     Layers  the stages of mode Inputs and, if the activation crosses the boundary after its owner, each
///             stage that holds the owner and a later forward user. If the owner is the entry Input and a
///             layer follows that entry, only the stages of mode Inputs.
///     Off     each stage with both forward and backward users, if the activation is live across the pivot
std::vector<AddedTo> stashedOn(const Profile& profile, const PipelineEntries& entries, const UseTree& uses,
                               const ActivationKind& kind, Recompute recompute);

/// The stages that hold an entry from `users`. Each of these stages is in exactly one of the returned sets.
std::vector<AddedTo> usedOn(std::span<const uint32_t> users, std::optional<OutputSlot> slot);

/// The bytes that variables add to stages, for each tile. Each stage counts a variable at most once.
///
/// As in a TileBlock, bytes are filed under an entry (AddedTo::last), and counted only for stages that
/// contain that entry. Extending a stage by an entry therefore adds only the bytes filed under the entry.
class AddedBytes {
public:
    /// The maximum number of byte counts in a block of tiles, and the maximum number of sets of stages in all
    /// blocks together. Real profiles stay below both limits.
    static constexpr size_t MaxFiled = size_t{1} << 25U;
    static Error tooLarge(size_t entries);

    /// Makes an object that adds no bytes to any stage.
    AddedBytes() = default;
    /// `groups(tile)` returns the PipelineUses::Group objects of a tile. The bytes of each group are added to
    /// each set of stages in `where[group.number]`. Error: TooLarge.
    template <class Groups>
    static Outcome<AddedBytes> build(uint32_t tiles, uint32_t entries, const Groups& groups,
                                     const Lists<AddedTo>& where, Workers& workers,
                                     const std::stop_token& stop);

    bool empty() const { return m_blocks.empty(); }
    /// Adds to `tiles` the bytes that are filed under `last` and count for a stage that begins with `first`.
    /// `tiles` has a sum for each tile of block number `block`. Returns the total of the added bytes.
    uint64_t addTo(std::array<uint64_t, TileBlock::MaxTiles>& tiles, size_t block, uint32_t last,
                   uint32_t first) const;
    size_t byteSize() const;

private:
    struct Range {
        uint32_t firstMin = 0;
        uint32_t firstMax = 0;
        uint64_t sum = 0; ///< bytes, summed over the block's tiles
    };
    struct Filed {
        AddedTo where;
        uint32_t tile = 0; ///< number of the tile within its block
        uint32_t bytes = 0;
    };
    struct Block {
        /// For each entry, then for the extra slot: the position of the first range that is filed under it.
        /// The final element is the number of ranges.
        std::vector<uint32_t> begin;
        std::vector<Range> ranges;
        std::vector<uint32_t> bytes; ///< for each range: its bytes on each tile of the block
    };

    static Block makeBlock(std::vector<Filed>& filed, uint32_t entries);

    std::vector<Block> m_blocks;
};

template <class Groups>
Outcome<AddedBytes> AddedBytes::build(uint32_t tiles, uint32_t entries, const Groups& groups,
                                      const Lists<AddedTo>& where, Workers& workers,
                                      const std::stop_token& stop) {
    AddedBytes added;
    added.m_blocks.resize((tiles + TileBlock::MaxTiles - 1) / TileBlock::MaxTiles);
    std::atomic<size_t> ranges{0};
    std::atomic<bool> large{false};
    const bool finished = workers.forEach(
        added.m_blocks.size(), 1,
        [&](size_t begin, size_t end, size_t) {
            for (size_t block = begin; block < end; ++block) {
                std::vector<Filed> filed;
                const auto first = static_cast<uint32_t>(block * TileBlock::MaxTiles);
                for (uint32_t tile = first; tile < std::min(first + TileBlock::MaxTiles, tiles); ++tile) {
                    for (const PipelineUses::Group& group : groups(tile)) {
                        for (const AddedTo& stages : where[group.number]) {
                            filed.push_back({stages, tile - first, group.bytes});
                        }
                        if (filed.size() > MaxFiled || large) {
                            large = true;
                            return;
                        }
                    }
                }
                added.m_blocks[block] = makeBlock(filed, entries);
                ranges += added.m_blocks[block].ranges.size();
                large = large || ranges > MaxFiled;
            }
        },
        stop);
    if (large) {
        return tooLarge(entries);
    }
    if (!finished) {
        return Cancelled{};
    }
    return added;
}

/// The bytes that operations own and the bytes that no operation owns. An operation owns its code, its vertex
/// state and its always-live variables. The bytes that an operation owns are added to every stage that holds
/// the operation.
class OwnedBytes {
public:
    OwnedBytes() = default;
    OwnedBytes(const Profile& profile, const PipelineUses& uses, std::span<const TileBlock> blocks,
               uint32_t entries, std::optional<OutputSlot> slot);

    /// The bytes that entry `last` adds to a stage that begins with `first`, summed over all tiles. If `last`
    /// is the extra slot, these are the bytes that Output adds on the IPU of the stage [0, first].
    uint64_t addedBy(uint32_t last, uint32_t first) const;
    uint64_t ofAll() const { return m_ofAll; }
    /// By tile: the always-live bytes that no operation owns; 0 if the profile lacks these numbers.
    std::span<const uint32_t> unowned() const { return m_unowned; }
    /// By tile: the unowned bytes that every IPU needs, namely the stack.
    std::span<const uint32_t> fixed() const { return m_fixed; }
    size_t byteSize() const;

private:
    struct Added {
        uint32_t firstMin = 0;
        uint32_t firstMax = 0;
        uint64_t bytes = 0;
    };

    std::vector<std::vector<Added>> m_added; ///< a list for each entry, then one for the extra slot
    std::vector<uint32_t> m_unowned;
    std::vector<uint32_t> m_fixed;
    uint64_t m_ofAll = 0;
};

/// All bytes that the pipeline setting adds to stages, apart from stashes. The options for accumulators and
/// unowned bytes determine these additions. Immutable.
struct StageAdditions {
    AddedBytes accumulators = {};
    Unowned unowned = Unowned::None;

    /// The unowned bytes that the estimate adds to a tile of a stage. The stage's operations own `owned`
    /// bytes on all tiles together.
    uint32_t unownedOf(const OwnedBytes& all, size_t tile, uint64_t owned) const;
};

} // namespace tileline
