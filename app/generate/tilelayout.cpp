// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/generate/tilelayout.h"

#include <algorithm>
#include <limits>
#include <map>
#include <queue>

namespace tileline {

namespace {

constexpr uint64_t Alignment = 8;
/// Always-live variables are placed in groups of this size, with a gap before each group.
constexpr size_t GroupSize = 16;
constexpr uint64_t GroupGap = 32;

uint64_t aligned(uint64_t bytes) {
    return (bytes + Alignment - 1) / Alignment * Alignment;
}

/// The addresses that are free at the current step.
class FreeMemory {
public:
    explicit FreeMemory(uint64_t begin) { m_blocks[begin] = std::numeric_limits<uint64_t>::max() - begin; }

    /// The first block that is large enough.
    uint64_t take(uint64_t bytes) {
        const auto block = std::find_if(m_blocks.begin(), m_blocks.end(),
                                        [&](const auto& entry) { return entry.second >= bytes; });
        const auto [address, size] = *block;
        m_blocks.erase(block);
        if (size > bytes) {
            m_blocks.emplace(address + bytes, size - bytes);
        }
        return address;
    }
    void release(uint64_t address, uint64_t bytes) {
        const auto next = m_blocks.lower_bound(address);
        if (next != m_blocks.end() && next->first == address + bytes) {
            bytes += next->second;
            m_blocks.erase(next);
        }
        const auto after = m_blocks.lower_bound(address);
        if (after != m_blocks.begin() && std::prev(after)->first + std::prev(after)->second == address) {
            std::prev(after)->second += bytes;
        } else {
            m_blocks.emplace(address, bytes);
        }
    }

private:
    std::map<uint64_t, uint64_t> m_blocks; ///< sizes by address
};

uint64_t placeAlwaysLive(std::vector<LaidOutVariable>& variables) {
    uint64_t next = 0;
    size_t count = 0;
    for (LaidOutVariable& variable : variables) {
        if (variable.alwaysLive) {
            next += count++ % GroupSize == 0 ? GroupGap : 0;
            variable.address = static_cast<uint32_t>(next);
            next += aligned(variable.bytes);
        }
    }
    return next;
}

/// A variable keeps its addresses from its first step to its last, even while it is dead in between.
void placeOthers(std::vector<LaidOutVariable>& variables, uint64_t begin) {
    std::vector<LaidOutVariable*> order;
    for (LaidOutVariable& variable : variables) {
        if (!variable.alwaysLive) {
            order.push_back(&variable);
        }
    }
    std::stable_sort(order.begin(), order.end(), [](const LaidOutVariable* a, const LaidOutVariable* b) {
        return a->live.front().start < b->live.front().start;
    });
    const auto later = [](const LaidOutVariable* a, const LaidOutVariable* b) {
        return a->live.back().end > b->live.back().end;
    };
    std::priority_queue<LaidOutVariable*, std::vector<LaidOutVariable*>, decltype(later)> placed(later);
    FreeMemory memory(begin);
    for (LaidOutVariable* variable : order) {
        while (!placed.empty() && placed.top()->live.back().end <= variable->live.front().start) {
            memory.release(placed.top()->address, aligned(placed.top()->bytes));
            placed.pop();
        }
        variable->address = static_cast<uint32_t>(memory.take(aligned(variable->bytes)));
        placed.push(variable);
    }
}

/// Measures variables in the order of their addresses.
class Measure {
public:
    Measure(TileMemory& memory, uint64_t bytesPerTile)
        : m_memory(memory)
        , m_bounds{{{InterleavedMemoryStart, bytesPerTile},
                    {0, InterleavedMemoryStart},
                    {bytesPerTile, std::numeric_limits<uint64_t>::max()}}} {}

    void add(const LaidOutVariable& variable, uint64_t nextAddress) {
        const uint64_t begin = variable.address;
        const uint64_t end = begin + variable.bytes;
        const bool overlapped = begin < m_memory.includingGaps || nextAddress < end;
        const uint64_t newBegin = std::max(begin, m_memory.includingGaps);
        for (size_t region = 0; region < m_bounds.size(); ++region) {
            m_memory.parts[variable.category][region][overlapped ? 1 : 0] += within(region, begin, end);
            m_memory.regions[region] += within(region, newBegin, end);
        }
        m_memory.total += end - std::min(newBegin, end);
        m_memory.includingGaps = std::max(m_memory.includingGaps, end);
    }

private:
    uint64_t within(size_t region, uint64_t begin, uint64_t end) const {
        const auto [first, last] = m_bounds[region];
        const uint64_t from = std::max(begin, first);
        const uint64_t to = std::min(end, last);
        return from < to ? to - from : 0;
    }

    TileMemory& m_memory;
    std::array<std::pair<uint64_t, uint64_t>, MemoryRegions.size()> m_bounds;
};

} // namespace

uint32_t poplarCategory(std::string_view name) {
    return static_cast<uint32_t>(std::find(PoplarCategories.begin(), PoplarCategories.end(), name) -
                                 PoplarCategories.begin());
}

TileMemory layOut(std::vector<LaidOutVariable>& variables, uint64_t bytesPerTile) {
    placeOthers(variables, placeAlwaysLive(variables));
    std::vector<const LaidOutVariable*> order;
    for (const LaidOutVariable& variable : variables) {
        if (variable.bytes > 0) {
            order.push_back(&variable);
        }
    }
    std::sort(order.begin(), order.end(),
              [](const LaidOutVariable* a, const LaidOutVariable* b) { return a->address < b->address; });
    TileMemory memory;
    Measure measure(memory, bytesPerTile);
    for (size_t i = 0; i < order.size(); ++i) {
        measure.add(*order[i],
                    i + 1 < order.size() ? order[i + 1]->address : std::numeric_limits<uint64_t>::max());
    }
    return memory;
}

} // namespace tileline
