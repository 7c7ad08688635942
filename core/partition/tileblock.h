// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/partition/layersets.h"
#include "core/partition/stageestimate.h"
#include "core/partition/stagewindows.h"

#include <span>
#include <vector>

namespace tileline {

/// What the estimate of any stage needs to know of some neighbouring tiles.
///
/// A stage [a, b] counts each program, each vertex type and each variable once, however many of its layers
/// use it. So each use by a layer is filed under that layer together with the *previous* layer that uses the
/// same thing: the use counts in [a, b] exactly when its layer lies in [a, b] and the previous one before a.
///
///     layer      1   2   3   4   5
///     variable   x       x   x          uses: (1, -), (3, 1), (4, 3)
///     [2, 4]        └─────────┘         of these only (3, 1) counts: 1 < 2
///
/// Filed by layer and sorted by previous layer, what counts is a prefix of each layer's list, whether a
/// stage is made from scratch or grown layer by layer. `previous` is stored plus one, 0 for none: it counts
/// when previous <= a.
///
/// Live bytes change only at steps. A tile's *ranks* are the steps at which something on it goes live, and
/// those at which a window can begin; between two ranks nothing grows, so the maximum sum over a window is
/// the maximum at a rank. A variable that is live in [start, end) covers the ranks from that of `start`
/// up to the first one at or after `end`: it is a change at the one, and the opposite change at the other.
/// What a layer's uses with the same previous layer change at a rank is summed up, as they all count or none
/// does: one variable often dies where the next goes live.
class TileBlock {
public:
    static constexpr uint32_t MaxTiles = 32;

    /// From `rank` on so many bytes more are live, modulo 2^32.
    struct Change {
        uint32_t rank = 0;
        uint32_t bytes = 0;
    };
    /// Uses of a layer that count together. Variables that go live more than once, scratch space of code that
    /// is called again and again, have their changes once for all layers that use them.
    struct Uses {
        uint32_t previous = 0;
        uint32_t changesBegin = 0;
        uint32_t changesEnd = 0;
    };
    /// Code and state of a layer, cumulative: with all uses whose previous layer is at most `previous`.
    struct Static {
        uint32_t previous = 0;
        CategoryBytes sums; ///< over the block's tiles; no variables
    };

    uint32_t firstTile() const { return m_firstTile; }
    uint32_t tileCount() const { return m_tileCount; }

    /// Uses of `layer` on tile number `tile` of the block, by ascending `previous`.
    std::span<const Uses> uses(uint32_t tile, LayerIndex layer) const {
        const uint32_t* const begin = &m_usesBegin[size_t{tile} * (m_layerCount + 1) + layer.index()];
        return {m_uses.data() + begin[0], begin[1] - begin[0]};
    }
    /// What they change, by ascending rank. The last rank may be the one after the tile's ranks.
    std::span<const Change> changes(const Uses& uses) const {
        return {m_changes.data() + uses.changesBegin, uses.changesEnd - uses.changesBegin};
    }
    /// The steps that the ranks of a tile stand for, ascending; the first is 0.
    std::span<const StepIndex> ranks(uint32_t tile) const {
        return {m_ranks.data() + m_rankBegin[tile], m_rankBegin[tile + 1] - m_rankBegin[tile]};
    }
    /// Rank of each of StageWindows::steps() on a tile: the one that the step lies in.
    std::span<const uint32_t> windowRanks(uint32_t tile) const {
        return {m_windowRanks.data() + size_t{tile} * m_windowSteps, m_windowSteps};
    }
    /// What `layer` adds to a stage that begins with `first`; null where that is nothing.
    const Static* statics(LayerIndex layer, LayerIndex first) const;
    /// Its bytes by tile of the block.
    std::span<const uint32_t> bytes(const Static& entry) const {
        return {m_staticBytes.data() + static_cast<size_t>(&entry - m_statics.data()) * m_tileCount,
                m_tileCount};
    }

    size_t byteSize() const;

private:
    friend class TileBlockBuilder;

    uint32_t m_firstTile = 0;
    uint32_t m_tileCount = 0;
    uint32_t m_layerCount = 0;
    size_t m_windowSteps = 0;
    std::vector<uint32_t> m_usesBegin; ///< by tile and layer, and one more for each tile
    std::vector<Uses> m_uses;
    std::vector<Change> m_changes;
    std::vector<uint32_t> m_rankBegin;
    std::vector<StepIndex> m_ranks;
    std::vector<uint32_t> m_windowRanks;
    std::vector<uint32_t> m_staticBegin; ///< by layer, and one more
    std::vector<Static> m_statics;
    std::vector<uint32_t> m_staticBytes; ///< by entry and tile
};

} // namespace tileline
