// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/parallel.h"
#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/estimate/layersets.h"
#include "core/estimate/liveclasses.h"
#include "core/estimate/stageestimate.h"
#include "core/estimate/stagewindows.h"

#include <optional>
#include <span>
#include <stop_token>
#include <vector>

namespace tileline {

/// The extra slot of a TileBlock for Output. Output is the last of `layers` entries.
struct OutputSlot {
    uint32_t layers = 0;

    LayerIndex index() const { return {layers}; }
    /// The value of `previous` for a use in the slot, if `first` is the first layer that uses the same item.
    uint32_t previous(uint32_t first) const { return first + 1 < layers ? layers - first : 0; }
    /// For an IPU with [0, last] and Output: the largest `previous` with which a use in the slot is counted.
    LayerIndex bound(LayerIndex last) const { return {layers - 1 - last.value}; }
    /// A use in the slot with previous < `layers` is counted for [0, last] if last <= lastBeside(previous).
    uint32_t lastBeside(uint32_t previous) const { return layers - 1 - previous; }
};

/// The data from which all blocks are built.
struct TileBlockSource {
    const Profile& profile;
    const Layers& layers;
    const LayerSets& sets;
    const LayerPrograms& programs;
    const StageWindows& windows;
    std::optional<OutputSlot> outputSlot; ///< empty if the last entry never runs on the first IPU
    const LiveClasses& live;
    Freed freed = {};
};

/// Data about consecutive tiles. The bytes of any stage on these tiles can be computed from the data.
///
/// A stage [a, b] counts each program, vertex type and variable once, however many of its layers use it. Each
/// use is therefore stored under the layer that uses the item, together with *previous*, the last earlier
/// layer that uses the same item. A use (layer, previous) is counted for [a, b] if and only if `layer` lies
/// in [a, b] and `previous` is before a or does not exist.
///
///     layer      1   2   3   4   5
///     variable   x       x   x          uses: (1, -), (3, 1), (4, 3)
///     [2, 4]        └─────────┘         of these only (3, 1) is counted: 1 < 2
///
/// Each layer has a list of its uses, sorted by `previous`. The uses that are counted for [a, b] are
/// therefore the first uses in each list. They are the same for every b, so they need not be found again when
/// a stage grows at its end. The stored value of `previous` is the number of that layer plus 1, or 0 if no
/// earlier layer uses the item. A use is therefore counted if the stored value is at most a.
///
/// Live bytes change only at steps. The *ranks* of a tile are the steps at which a variable on it goes live,
/// and the steps at which a window can begin. Live bytes never grow between two ranks, so their maximum over
/// a window is their maximum over the ranks in the window. A variable that is live in [start, end) is stored
/// as two changes: its bytes are added at the rank of `start`, and subtracted at the first rank that is not
/// before `end`. The uses of a layer that share a value of `previous` are always counted together, so their
/// changes at a rank are summed up. Summing up saves changes, because one variable often dies at the rank at
/// which the next one goes live.
///
/// If Output runs on the first IPU, that IPU holds the entries [0, b] and the last entry. For this case, the
/// uses of the last entry are stored a second time, in an extra *slot* after the layers. A use in the slot is
/// stored with the *first* layer that uses the item, not with the previous one. Such a use is counted if the
/// first layer lies after b. OutputSlot converts the first layer to a value of `previous`, so that the rule
/// for other uses also holds for the slot.
class TileBlock {
public:
    static constexpr uint32_t MaxTiles = 32;

    /// From `rank` on, the number of live bytes is higher by `bytes`, modulo 2^32.
    struct Change {
        uint32_t rank = 0;
        uint32_t bytes = 0;
    };
    /// The uses in one layer that have the same value of `previous`. Either all of them are counted or none.
    /// Uses in several layers can refer to the same changes: those of variables that go live more than once,
    /// which are scratch space of code that is called repeatedly.
    struct Uses {
        uint32_t previous = 0;
        uint32_t changesBegin = 0;
        uint32_t changesEnd = 0;
    };
    /// The code and vertex state of those uses of a layer whose `previous` is at most this one.
    struct Static {
        uint32_t previous = 0;
        CategoryBytes sums; ///< bytes, summed over the block's tiles; `variables` is not set
    };

    uint32_t firstTile() const { return m_firstTile; }
    uint32_t tileCount() const { return m_tileCount; }

    /// The uses of `layer` on tile number `tile` of the block, by ascending `previous`.
    std::span<const Uses> uses(uint32_t tile, LayerIndex layer) const {
        const uint32_t* const begin = &m_usesBegin[size_t{tile} * (m_layerCount + 1) + layer.index()];
        return {m_uses.data() + begin[0], begin[1] - begin[0]};
    }
    /// The changes of `uses`, by ascending rank. Bytes that outlive the last rank are subtracted at
    /// ranks().size().
    std::span<const Change> changes(const Uses& uses) const {
        return {m_changes.data() + uses.changesBegin, uses.changesEnd - uses.changesBegin};
    }
    /// The steps of a tile's ranks, ascending; the first is 0.
    std::span<const StepIndex> ranks(uint32_t tile) const {
        return {m_ranks.data() + m_rankBegin[tile], m_rankBegin[tile + 1] - m_rankBegin[tile]};
    }
    /// Element i is the position in ranks() of the last rank that is at most StageWindows::steps()[i].
    std::span<const uint32_t> windowRanks(uint32_t tile) const {
        return {m_windowRanks.data() + size_t{tile} * m_windowSteps, m_windowSteps};
    }
    /// Uses whose changes are added to a stage without accumulators, because such a stage frees no gradients.
    std::span<const Uses> unfreedGradients(uint32_t tile) const { return uses(tile, {m_layerCount - 1}); }
    /// The code and vertex state of `layer`, by ascending `previous`.
    std::span<const Static> statics(LayerIndex layer) const {
        const uint32_t* const begin = &m_staticBegin[layer.index()];
        return {m_statics.data() + begin[0], begin[1] - begin[0]};
    }
    /// The code and vertex state that `layer` adds to a stage that begins with `first`; null if none.
    const Static* statics(LayerIndex layer, LayerIndex first) const;
    /// For each tile of the block: the bytes of the code and vertex state in `entry`.
    std::span<const uint32_t> bytes(const Static& entry) const {
        return {m_staticBytes.data() + static_cast<size_t>(&entry - m_statics.data()) * m_tileCount,
                m_tileCount};
    }

    /// All blocks, by ascending tile; together they cover the tiles of one IPU. Errors: TooLarge; OutOfRange
    /// if a tile would hold 2^31 bytes or more, far beyond any real tile.
    static Outcome<std::vector<TileBlock>> buildAll(const TileBlockSource& source, Workers& workers,
                                                    Progress& progress, const std::stop_token& stop);

    size_t byteSize() const;

private:
    class Builder;

    uint32_t m_firstTile = 0;
    uint32_t m_tileCount = 0;
    uint32_t m_layerCount = 0; ///< number of lists per tile: layers, slot (if any), unfreedGradients()
    size_t m_windowSteps = 0;
    std::vector<uint32_t> m_usesBegin; ///< indices into m_uses: by tile and layer, and an end for each tile
    std::vector<Uses> m_uses;
    std::vector<Change> m_changes;
    std::vector<uint32_t> m_rankBegin;
    std::vector<StepIndex> m_ranks;
    std::vector<uint32_t> m_windowRanks;
    std::vector<uint32_t> m_staticBegin; ///< by layer, with one extra element for the end
    std::vector<Static> m_statics;
    std::vector<uint32_t> m_staticBytes; ///< by element of m_statics and tile of the block
};

} // namespace tileline
