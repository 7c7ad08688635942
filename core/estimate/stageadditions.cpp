// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/stageadditions.h"

#include <algorithm>
#include <tuple>

namespace tileline {

OwnedBytes::OwnedBytes(const Profile& profile, const PipelineUses& uses, std::span<const TileBlock> blocks,
                       uint32_t entries, std::optional<OutputSlot> slot)
    : m_added(entries + 1) {
    std::vector<uint64_t> owned(uses.alwaysLive().begin(), uses.alwaysLive().end());
    const uint32_t slots = entries + (slot ? 1 : 0);
    for (const TileBlock& block : blocks) {
        for (uint32_t last = 0; last < slots; ++last) {
            uint64_t before = 0;
            for (const TileBlock::Static& entry : block.statics({last})) {
                const uint64_t bytes = entry.sums.statics() - before;
                before += bytes;
                // A previous use that is stored as p counts for the stages that begin with p or later.
                if (last < entries) {
                    m_added[last].push_back({entry.previous, last, bytes});
                } else if (entry.previous < entries) { // else entry 0, which is always beside it, has it too
                    m_added[last].push_back({0, slot->lastBeside(entry.previous), bytes});
                }
            }
            if (const TileBlock::Static* const all = last < entries ? block.statics({last}, {0}) : nullptr) {
                const auto bytes = block.bytes(*all);
                for (uint32_t tile = 0; tile < bytes.size(); ++tile) {
                    owned[block.firstTile() + tile] += bytes[tile];
                }
            }
        }
    }
    for (uint32_t node = 1; node < uses.alwaysLiveByNode().size(); ++node) {
        if (const uint64_t bytes = uses.alwaysLiveByNode()[node]; bytes > 0) {
            for (const AddedTo& where : usedOn(uses.tree().entriesOf(node), slot)) {
                m_added[where.last].push_back({where.firstMin, where.firstMax, bytes});
            }
        }
    }
    for (std::vector<Added>& list : m_added) {
        std::sort(list.begin(), list.end(), [](const Added& a, const Added& b) {
            return std::tie(a.firstMin, a.firstMax) < std::tie(b.firstMin, b.firstMax);
        });
        size_t kept = 0;
        for (const Added& added : list) {
            if (kept > 0 && list[kept - 1].firstMin == added.firstMin &&
                list[kept - 1].firstMax == added.firstMax) {
                list[kept - 1].bytes += added.bytes;
            } else {
                list[kept++] = added;
            }
        }
        list.resize(kept);
        list.shrink_to_fit();
    }
    const TileMemoryCategory* const always = profile.findTileMemory("alwaysLive");
    const TileMemoryCategory* const stack = profile.findTileMemory("category.stack");
    for (size_t tile = 0; tile < owned.size(); ++tile) {
        m_ofAll += owned[tile];
        const uint64_t live = always ? at(always->bytes, tile) : 0;
        m_unowned.push_back(static_cast<uint32_t>(live > owned[tile] ? live - owned[tile] : 0));
        m_fixed.push_back(std::min(m_unowned.back(), stack ? at(stack->bytes, tile) : 0));
    }
}

uint64_t OwnedBytes::addedBy(uint32_t last, uint32_t first) const {
    uint64_t bytes = 0;
    for (const Added& added : m_added[last]) {
        if (added.firstMin > first) {
            break;
        }
        bytes += first <= added.firstMax ? added.bytes : 0;
    }
    return bytes;
}

size_t OwnedBytes::byteSize() const {
    size_t bytes = (m_unowned.capacity() + m_fixed.capacity()) * sizeof(uint32_t) +
                   m_added.capacity() * sizeof(std::vector<Added>);
    for (const std::vector<Added>& list : m_added) {
        bytes += list.capacity() * sizeof(Added);
    }
    return bytes;
}

uint32_t StageAdditions::unownedOf(const OwnedBytes& all, size_t tile, uint64_t owned) const {
    const uint32_t whole = all.unowned()[tile];
    if (unowned == Unowned::None || whole == 0) {
        return 0;
    }
    const uint32_t fixed = all.fixed()[tile];
    if (unowned == Unowned::All || whole == fixed || all.ofAll() == 0) {
        return unowned == Unowned::All ? whole : fixed;
    }
    // The rest is less than 2^32, and so are the bytes of each of at most 2^32 tiles.
    uint64_t product = 0;
    if (!__builtin_mul_overflow(uint64_t{whole} - fixed, owned, &product)) {
        return fixed + static_cast<uint32_t>(product / all.ofAll());
    }
    __extension__ using Wide = unsigned __int128;
    return fixed + static_cast<uint32_t>(Wide{whole - fixed} * owned / all.ofAll());
}

} // namespace tileline
