// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/lists.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <memory>
#include <span>
#include <utility>
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
    class Iterator;
    static constexpr size_t BlockEntries = 64;
    using Block = std::array<uint32_t, BlockEntries>;

    ByTile() = default;
    size_t size() const { return m_size; }
    bool empty() const { return m_size == 0; }
    uint32_t operator[](size_t tile) const;
    Iterator begin() const;
    Iterator end() const;
    /// Fills `out` with the values from tile `first` on; values beyond the end of the array are 0.
    void copy(size_t first, std::span<uint32_t> out) const;
    /// Calls visit(first, values) for each stored block, where `first` is the tile of the block's first
    /// value. All values outside these blocks are 0.
    template <class Visit>
    void forEachBlock(const Visit& visit) const {
        Block entries;
        for (size_t first = m_skipped * BlockEntries; first < m_size; first += BlockEntries) {
            decode(first / BlockEntries, entries);
            visit(first, std::span<const uint32_t>(entries).first(std::min(BlockEntries, m_size - first)));
        }
    }

private:
    friend class ByTileEncoder;

    /// Writes the values of a block to `out`; values beyond the end of the array are 0.
    void decode(size_t block, Block& out) const;

    /// The encoded array: one word for each block, then the contents of all blocks. Bits 2 to 31 of a word
    /// are the index in m_words of the block's contents; bits 0 and 1 are the Width.
    const uint32_t* m_words = nullptr;
    uint32_t m_size = 0;
    uint32_t m_skipped = 0; ///< number of blocks at the start that are not stored, because they are all 0

    /// The contents of a block: two words that together have a bit for each value, and then the stored
    /// values. If all values of a block are equal (Equal), the block stores one value and no bits.
    enum Width : uint32_t { One, Two, Four, Equal };
};

/// Reads the values one after the other, much faster than operator[] does.
class ByTile::Iterator {
public:
    using iterator_category = std::forward_iterator_tag;
    using value_type = uint32_t;
    using difference_type = std::ptrdiff_t;
    using pointer = const uint32_t*;
    using reference = uint32_t;

    Iterator() = default;
    uint32_t operator*() const { return m_entries[m_tile % BlockEntries]; }
    Iterator& operator++() {
        if (++m_tile % BlockEntries == 0) {
            m_array.decode(m_tile / BlockEntries, m_entries);
        }
        return *this;
    }
    Iterator operator++(int) {
        Iterator before = *this;
        ++*this;
        return before;
    }
    bool operator==(const Iterator& other) const { return m_tile == other.m_tile; }

private:
    friend class ByTile;
    Iterator(const ByTile& array, size_t tile)
        : m_array(array)
        , m_tile(tile) {
        m_array.decode(m_tile / BlockEntries, m_entries);
    }

    ByTile m_array;
    size_t m_tile = 0;
    Block m_entries{}; ///< the values of the block that contains m_tile
};

inline ByTile::Iterator ByTile::begin() const {
    return {*this, 0};
}
inline ByTile::Iterator ByTile::end() const {
    return {*this, m_size};
}

/// The value of a tile; 0 beyond the end of the array.
inline uint32_t at(ByTile array, size_t tile) {
    return tile < array.size() ? array[tile] : 0;
}

/// The values of the first `tiles` tiles.
std::vector<uint32_t> expanded(ByTile array, size_t tiles);

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
inline uint64_t sumOver(const ByTile& bytes, uint32_t begin, uint32_t end) {
    uint64_t sum = 0;
    uint32_t tile = 0;
    for (const uint32_t entry : bytes) {
        sum += tile >= begin && tile < end ? entry : 0;
        ++tile;
    }
    return sum;
}

} // namespace tileline
