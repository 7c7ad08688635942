// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/ids.h"
#include "core/estimate/pipelineuses.h"
#include "core/estimate/tileblock.h"
#include "core/plan/settingoptions.h"

#include <array>
#include <atomic>
#include <memory>
#include <span>
#include <vector>

namespace tileline {

/// A set of stages [a, b] to which bytes are added: those with b >= last and firstMin <= a <= firstMax. If
/// `last` is the extra slot (OutputSlot), Output runs beside entries [0, b], and firstMin..firstMax is the
/// range of b.
struct AddedTo {
    uint32_t last = 0;
    uint32_t firstMin = 0;
    uint32_t firstMax = 0;

    bool contains(LayerRange stage) const {
        return last <= stage.last.value && firstMin <= stage.first.value && stage.first.value <= firstMax;
    }
    auto operator<=>(const AddedTo&) const = default;
};

/// The stages on which an activation is stashed, by mode of recomputation. `starts` has the first step of
/// each entry's forward pass. `pivot` is the step at which the backward pass begins.
///
///     Inputs  stages that have a forward user of the activation but not its owner, because the owner is on
///             an earlier stage or on the host, if the activation crosses into the stage; everything from the
///             host enters the first stage
///     Layers  the same stages, and those that have both the owner and a later forward user, if the
///             activation crosses the boundary after the owner
///     Off     stages that have forward and backward users, if the activation is live across the pivot
std::vector<AddedTo> stashedOn(const Profile& profile, const PipelineEntries& entries, const UseTree& uses,
                               const ActivationKind& kind, Recompute recompute);

/// The stages with at least one of the entries `users`, each stage in exactly one of the results.
std::vector<AddedTo> usedOn(std::span<const uint32_t> users, std::optional<OutputSlot> slot);

/// Bytes by tile that are added to stages. Each variable counts at most once for a stage.
///
/// Like the uses in a TileBlock, bytes are filed under the last entry that a stage must reach, so a stage
/// that grows entry by entry adds only what is filed under the new entry.
class AddedBytes {
public:
    /// The maximum number of stages and bytes that are collected at once. No real profile comes near it.
    static constexpr size_t MaxFiled = size_t{1} << 25U;
    static Error tooLarge(size_t entries);

    /// Adds nothing to any stage.
    AddedBytes() = default;
    /// `groups(tile)` has the bytes of a tile by number, and `where[number]` the stages. TooLarge.
    template <class Groups>
    static Outcome<AddedBytes> build(uint32_t tiles, uint32_t entries, const Groups& groups,
                                     std::span<const std::vector<AddedTo>> where, Workers& workers,
                                     const std::stop_token& stop);

    bool empty() const { return m_blocks.empty(); }
    /// Adds the bytes filed under `last` for a stage that begins with `first` to the tiles of block number
    /// `block` (TileBlock::MaxTiles tiles each). Returns their sum.
    uint64_t addTo(std::array<uint64_t, TileBlock::MaxTiles>& tiles, size_t block, uint32_t last,
                   uint32_t first) const;
    size_t byteSize() const;

private:
    struct Range {
        uint32_t firstMin = 0;
        uint32_t firstMax = 0;
        uint64_t sum = 0; ///< over the block's tiles
    };
    struct Filed {
        AddedTo where;
        uint32_t tile = 0; ///< of the block
        uint32_t bytes = 0;
    };
    struct Block {
        std::vector<uint32_t> begin; ///< by last entry and slot, with one more for the end
        std::vector<Range> ranges;
        std::vector<uint32_t> bytes; ///< by range and tile of the block
    };

    static Block makeBlock(std::vector<Filed>& filed, uint32_t entries);

    std::vector<Block> m_blocks;
};

template <class Groups>
Outcome<AddedBytes> AddedBytes::build(uint32_t tiles, uint32_t entries, const Groups& groups,
                                      std::span<const std::vector<AddedTo>> where, Workers& workers,
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
                        large = large || filed.size() > MaxFiled;
                        if (large) {
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

/// The bytes that the operations of a profile own, by the entries of a stage, and the bytes that no operation
/// owns. An operation owns its code and vertex state and the always-live variables that it uses.
class OwnedBytes {
public:
    OwnedBytes() = default;
    OwnedBytes(const Profile& profile, const PipelineUses& uses, std::span<const TileBlock> blocks,
               uint32_t entries, std::optional<OutputSlot> slot);

    /// The bytes over all tiles that entry `last` adds to a stage that begins with `first`. For the extra
    /// slot, `first` is the last of the entries beside which Output runs.
    uint64_t addedBy(uint32_t last, uint32_t first) const;
    uint64_t ofAll() const { return m_ofAll; }
    /// By tile: the always-live bytes that no operation owns. They are 0 if the profile does not say which
    /// bytes are always live.
    std::span<const uint32_t> unowned() const { return m_unowned; }
    /// By tile: the part of the unowned bytes that every IPU needs, which is the stack.
    std::span<const uint32_t> fixed() const { return m_fixed; }
    size_t byteSize() const;

private:
    struct Added {
        uint32_t firstMin = 0;
        uint32_t firstMax = 0;
        uint64_t bytes = 0;
    };

    std::vector<std::vector<Added>> m_added; ///< by last entry and slot
    std::vector<uint32_t> m_unowned;
    std::vector<uint32_t> m_fixed;
    uint64_t m_ofAll = 0;
};

/// The bytes that the pipeline setting adds to a stage beside its stashes, for one choice of accumulators and
/// unowned bytes. Immutable.
struct StageAdditions {
    AddedBytes accumulators;
    Unowned unowned = Unowned::None;

    /// Unowned bytes of a tile on an IPU whose operations own `owned` bytes over all tiles.
    uint32_t unownedOf(const OwnedBytes& all, size_t tile, uint64_t owned) const;
};

} // namespace tileline
