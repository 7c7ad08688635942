// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/lists.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <vector>

namespace tileline {

/// Storage for many by-tile arrays. The pool grows by whole blocks and never copies values, so loading a
/// profile needs hardly more memory than the loaded profile. The larger the pool, the larger the next block,
/// so a small profile takes little memory. Spans stay valid while the pool exists, even if the pool is moved.
class U32Pool {
public:
    U32Pool() = default;
    /// Leaves `other` empty.
    U32Pool(U32Pool&& other) noexcept { swap(other); }
    U32Pool& operator=(U32Pool&& other) noexcept {
        U32Pool(std::move(other)).swap(*this);
        return *this;
    }

    /// Returns `count` uninitialised values.
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
    static constexpr size_t MaxBlockEntries = size_t{1} << 22;

    void swap(U32Pool& other) noexcept {
        m_blocks.swap(other.m_blocks);
        std::swap(m_next, other.m_next);
        std::swap(m_free, other.m_free);
        std::swap(m_entries, other.m_entries);
    }
    void addBlock(size_t entries) {
        m_blocks.push_back(std::make_unique_for_overwrite<uint32_t[]>(entries));
        preferLargePages(m_blocks.back().get(), entries * sizeof(uint32_t));
        m_next = m_blocks.back().get();
        m_free = entries;
        m_entries += entries;
    }

    std::vector<std::unique_ptr<uint32_t[]>> m_blocks;
    uint32_t* m_next = nullptr;
    size_t m_free = 0;
    size_t m_entries = 0;
};

/// Bytes, counts or cycles by tile: value i is for tile i, numbered over all IPUs. Zeros at the end of the
/// array are left out. A ByTile points into the profile's pool.
///
/// A profile has tens of thousands of these arrays, and most contain runs of equal numbers. Each array is
/// stored in blocks of 64 values. A block has a bit for each value. The bit is set if the value differs from
/// its predecessor. Only values that differ from their predecessor are stored, in 1, 2 or 4 bytes each.
/// Blocks of zeros at the start of an array are not stored.
class ByTile {
public:
    static constexpr size_t BlockEntries = 64;

    ByTile() = default;
    size_t size() const { return m_size; }
    bool empty() const { return m_size == 0; }
    uint32_t operator[](size_t tile) const;
    /// Fills `out` with the values from tile `first` on; values beyond the end of the array are 0.
    void copy(size_t first, std::span<uint32_t> out) const;
    /// Calls visit(first, values) for each stored block, where `first` is the tile of the block's first
    /// value. All values outside these blocks are 0.
    template <class Visit>
    void forEachBlock(const Visit& visit) const {
        std::array<uint32_t, BlockEntries> block;
        for (size_t first = m_skipped * BlockEntries; first < m_size; first += BlockEntries) {
            const auto entries = std::span(block).first(std::min(BlockEntries, m_size - first));
            decode(first, entries);
            visit(first, std::span<const uint32_t>(entries));
        }
    }

private:
    friend class ByTileEncoder;

    /// Writes the values from tile `first` on to `out`; values beyond the end of the array are 0. All of them
    /// must be in the same block.
    void decode(size_t first, std::span<uint32_t> out) const;

    /// The encoded array: one word for each block, then the contents of all blocks. Bits 2 to 31 of a word
    /// are the index in m_words of the block's contents; bits 0 and 1 are the Width.
    const uint32_t* m_words = nullptr;
    uint32_t m_size = 0;
    uint32_t m_skipped = 0; ///< number of blocks at the start that are not stored, because they are all 0

    /// The contents of a block: two words that together have a bit for each value, and then the stored
    /// values. If all values of a block are equal (Equal), the block stores one value and no bits.
    enum Width : uint32_t { One, Two, Four, Equal };
};

/// The value of a tile; 0 beyond the end of the array.
inline uint32_t at(ByTile array, size_t tile) {
    return tile < array.size() ? array[tile] : 0;
}

/// The values of the first `tiles` tiles.
std::vector<uint32_t> expanded(ByTile array, size_t tiles);
/// All values of the array.
inline std::vector<uint32_t> expanded(ByTile array) {
    return expanded(array, array.size());
}

/// Makes by-tile arrays, one after the other, from values or from runs of equal values. Long runs of zeros
/// at the start and at the end are not stored.
class ByTileEncoder {
public:
    void append(size_t count, uint32_t value);
    void append(std::span<const uint32_t> entries);
    /// Completes the array. Returns the number of words that the array needs.
    size_t finish();
    /// Moves the completed array to `pool`, and begins the next one.
    ByTile storeIn(U32Pool& pool);
    void clear();

private:
    void appendZeros();
    void appendRun(size_t count, uint32_t value);
    void endBlock();

    std::vector<uint32_t> m_blocks;   ///< by block: position of its contents in m_contents, and the Width
    std::vector<uint32_t> m_contents; ///< contents of all blocks
    size_t m_size = 0;
    size_t m_skipped = 0;
    size_t m_zeros = 0; ///< number of pending zeros, which are stored only if another value follows

    // The members from here on describe the block that is being filled.
    std::array<uint32_t, ByTile::BlockEntries> m_values{}; ///< values that differ from their predecessor
    size_t m_valueCount = 0;
    size_t m_filled = 0;
    uint64_t m_changes = 0;
    uint32_t m_bits = 0; ///< bitwise OR of all values
    uint32_t m_last = 0;
};

/// The sum of the values [begin, end). Values beyond the array's end count as 0.
inline uint64_t sumOver(const ByTile& bytes, size_t begin = 0, size_t end = SIZE_MAX) {
    uint64_t sum = 0;
    bytes.forEachBlock([&](size_t first, std::span<const uint32_t> entries) {
        for (size_t i = 0; i < entries.size(); ++i) {
            sum += first + i >= begin && first + i < end ? entries[i] : 0;
        }
    });
    return sum;
}

} // namespace tileline
