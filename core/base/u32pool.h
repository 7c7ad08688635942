// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace tileline {

/// Storage for many by-tile arrays. Grows by blocks, so that nothing is copied when it grows and the peak
/// memory of a load stays close to what it keeps. Spans stay valid for the pool's life, also when it moves.
class U32Pool {
public:
    std::span<uint32_t> allocate(size_t count) {
        if (count > m_free) {
            const size_t block = std::max(count, BlockEntries);
            m_blocks.push_back(std::make_unique_for_overwrite<uint32_t[]>(block));
            m_next = m_blocks.back().get();
            m_free = block;
            m_entries += block;
        }
        uint32_t* const begin = m_next;
        m_next += count;
        m_free -= count;
        return {begin, count};
    }
    size_t byteSize() const { return m_entries * sizeof(uint32_t); }

private:
    static constexpr size_t BlockEntries = size_t{1} << 20;

    std::vector<std::unique_ptr<uint32_t[]>> m_blocks;
    uint32_t* m_next = nullptr;
    size_t m_free = 0;
    size_t m_entries = 0;
};

} // namespace tileline
