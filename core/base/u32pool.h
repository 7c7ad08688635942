// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace tileline {

/// Storage for many by-tile arrays. It grows by whole blocks and never copies, so the peak memory of a load
/// stays close to what the load keeps. Blocks grow with the pool, so a small profile takes little. Spans stay
/// valid as long as the pool lives, even if the pool is moved.
class U32Pool {
public:
    U32Pool() = default;
    /// Leaves `other` empty.
    U32Pool(U32Pool&& other) noexcept { swap(other); }
    U32Pool& operator=(U32Pool&& other) noexcept {
        U32Pool(std::move(other)).swap(*this);
        return *this;
    }

    /// The entries are uninitialised.
    std::span<uint32_t> allocate(size_t count) {
        if (count > m_free) {
            addBlock(std::max(count, std::clamp(m_entries, MinBlockEntries, MaxBlockEntries)));
        }
        uint32_t* const begin = m_next;
        m_next += count;
        m_free -= count;
        return {begin, count};
    }
    size_t byteSize() const { return m_entries * sizeof(uint32_t); }

private:
    static constexpr size_t MinBlockEntries = size_t{1} << 12;
    static constexpr size_t MaxBlockEntries = size_t{1} << 20;

    void swap(U32Pool& other) noexcept {
        m_blocks.swap(other.m_blocks);
        std::swap(m_next, other.m_next);
        std::swap(m_free, other.m_free);
        std::swap(m_entries, other.m_entries);
    }
    void addBlock(size_t entries) {
        m_blocks.push_back(std::make_unique_for_overwrite<uint32_t[]>(entries));
        m_next = m_blocks.back().get();
        m_free = entries;
        m_entries += entries;
    }

    std::vector<std::unique_ptr<uint32_t[]>> m_blocks;
    uint32_t* m_next = nullptr;
    size_t m_free = 0;
    size_t m_entries = 0;
};

} // namespace tileline
