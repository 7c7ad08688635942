// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/addedbytes.h"

#include "core/base/sequences.h"

#include <algorithm>
#include <utility>

namespace tileline {

namespace {

/// The first entry in `users` that is not before `entry`, or NoId. `users` must be ascending.
uint32_t nextUser(const std::vector<uint32_t>& users, uint32_t entry) {
    const auto next = std::ranges::lower_bound(users, entry);
    return next == users.end() ? NoId : *next;
}

/// The stages that hold both an entry from `forward` and an entry from `backward`.
std::vector<AddedTo> usedInBothPasses(const std::vector<uint32_t>& forward,
                                      const std::vector<uint32_t>& backward) {
    std::vector<uint32_t> users;
    std::set_union(forward.begin(), forward.end(), backward.begin(), backward.end(),
                   std::back_inserter(users));
    std::vector<AddedTo> stages;
    uint32_t firstMin = 0;
    for (const uint32_t user : users) {
        // In each stage whose first entry is in [firstMin, user], the first entry that uses the variable is
        // `user`.
        const uint32_t last = std::max(nextUser(forward, user), nextUser(backward, user));
        if (last != NoId) {
            stages.push_back({last, firstMin, user});
        }
        firstMin = user + 1;
    }
    return stages;
}

} // namespace

std::vector<AddedTo> stashedOn(const Profile& profile, const PipelineEntries& entries, const UseTree& uses,
                               const ActivationKind& kind, Recompute recompute) {
    const auto pivot = entries.passes().pivot();
    if (!pivot) {
        return {};
    }
    const std::vector<uint32_t> forward = uses.users(kind.uses, UseTree::Forward);
    if (recompute == Recompute::Off) {
        return crosses(profile, kind.liveClass, pivot)
                   ? usedInBothPasses(forward, uses.users(kind.uses, UseTree::Backward))
                   : std::vector<AddedTo>();
    }
    const auto crossesBefore = [&](uint32_t entry) {
        return crosses(profile, kind.liveClass, entries.start({entry}));
    };
    std::vector<AddedTo> stages;
    for (uint32_t first = kind.fromHost() ? 0 : kind.owner + 1; first <= forward.back(); ++first) {
        if (first > 0 && !crossesBefore(first)) {
            continue;
        }
        const uint32_t last = nextUser(forward, first);
        if (!stages.empty() && stages.back().last == last && stages.back().firstMax + 1 == first) {
            stages.back().firstMax = first;
        } else {
            stages.push_back({last, first, first});
        }
    }
    if (recompute == Recompute::Layers && !kind.fromHost()) {
        // Input has a checkpoint of its own only if the first layer is on another stage.
        const bool fromInput = kind.owner == 0 && entries.layers()->kinds[0] == EntryKind::Input &&
                               entries.layers()->count() > 1 &&
                               entries.layers()->kinds[1] == EntryKind::Layer;
        const uint32_t later = nextUser(forward, kind.owner + 1);
        if (!fromInput && later != NoId && crossesBefore(kind.owner + 1)) {
            stages.push_back({later, 0, kind.owner});
        }
    }
    return stages;
}

std::vector<AddedTo> usedOn(std::span<const uint32_t> users, std::optional<OutputSlot> slot) {
    std::vector<AddedTo> stages;
    uint32_t firstMin = 0;
    for (const uint32_t user : users) {
        stages.push_back({user, firstMin, user});
        firstMin = user + 1;
    }
    if (slot && firstMin == slot->layers) {
        // Output is the last user, and runs on the same IPU as a stage [0, b]. Output adds bytes only if that
        // stage holds no other user.
        const uint32_t end = users.size() > 1 ? users.front() : slot->layers;
        if (end > 0) {
            stages.push_back({slot->layers, 0, end - 1});
        }
    }
    return stages;
}

Error AddedBytes::tooLarge(size_t entries) {
    return errorAt(ErrorCode::TooLarge, "layers", "few enough layers for the estimate to fit into memory",
                   std::to_string(entries) + " layers", "Choose a layer regex that finds fewer layers.");
}

AddedBytes::Block AddedBytes::makeBlock(std::vector<Filed>& filed, uint32_t entries) {
    std::ranges::sort(filed, [](const Filed& a, const Filed& b) { return a.where < b.where; });
    Block block;
    size_t next = 0;
    for (uint32_t last = 0; last <= entries; ++last) {
        block.begin.push_back(static_cast<uint32_t>(block.ranges.size()));
        while (next < filed.size() && filed[next].where.last == last) {
            const AddedTo where = filed[next].where;
            block.ranges.push_back({where.firstMin, where.firstMax, 0});
            block.bytes.resize(block.bytes.size() + TileBlock::MaxTiles, 0);
            for (; next < filed.size() && filed[next].where == where; ++next) {
                block.bytes[block.bytes.size() - TileBlock::MaxTiles + filed[next].tile] += filed[next].bytes;
                block.ranges.back().sum += filed[next].bytes;
            }
        }
    }
    block.begin.push_back(static_cast<uint32_t>(block.ranges.size()));
    block.ranges.shrink_to_fit();
    block.bytes.shrink_to_fit();
    return block;
}

uint64_t AddedBytes::addTo(std::array<uint64_t, TileBlock::MaxTiles>& tiles, size_t block, uint32_t last,
                           uint32_t first) const {
    if (m_blocks.empty()) {
        return 0;
    }
    const Block& from = m_blocks[block];
    uint64_t sum = 0;
    for (uint32_t i = from.begin[last]; i < from.begin[last + 1]; ++i) {
        const Range& range = from.ranges[i];
        if (range.firstMin <= first && first <= range.firstMax) {
            const uint32_t* const bytes = &from.bytes[size_t{i} * TileBlock::MaxTiles];
            for (size_t tile = 0; tile < TileBlock::MaxTiles; ++tile) {
                tiles[tile] += bytes[tile];
            }
            sum += range.sum;
        }
    }
    return sum;
}

size_t AddedBytes::byteSize() const {
    return sumOf(m_blocks, [](const Block& block) {
        return block.begin.capacity() * sizeof(uint32_t) + block.ranges.capacity() * sizeof(Range) +
               block.bytes.capacity() * sizeof(uint32_t);
    });
}

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
                // The bytes are added to stages that begin with entry `previous` or a later entry.
                if (last < entries) {
                    m_added[last].push_back({entry.previous, last, bytes});
                } else if (entry.previous < entries) { // if previous == entries, entry 0 uses Output's code
                                                       // and state, so the slot adds nothing
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
        addUpBytes(list, [](const Added& added) { return std::pair(added.firstMin, added.firstMax); });
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
    return (m_unowned.capacity() + m_fixed.capacity()) * sizeof(uint32_t) +
           m_added.capacity() * sizeof(std::vector<Added>) +
           sumOf(m_added, [](const auto& list) { return list.capacity() * sizeof(Added); });
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
    // `whole` - `fixed` is less than 2^32, and `owned` is less than 2^64, so the product needs up to 96 bits.
    uint64_t product = 0;
    if (!__builtin_mul_overflow(uint64_t{whole} - fixed, owned, &product)) {
        return fixed + static_cast<uint32_t>(product / all.ofAll());
    }
    __extension__ using Wide = unsigned __int128;
    return fixed + static_cast<uint32_t>(Wide{whole - fixed} * owned / all.ofAll());
}

} // namespace tileline
