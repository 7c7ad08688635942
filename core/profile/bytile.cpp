// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/bytile.h"

#include <bit>

namespace tileline {

namespace {

constexpr uint32_t WidthBits = 2;
constexpr size_t WordsOfBits = 2;

/// Writes `values` to `out`, each as a T. All values must fit in a T.
template <class T>
void pack(std::span<const uint32_t> values, uint32_t* out) {
    for (size_t i = 0; i < values.size(); ++i) {
        const auto value = static_cast<T>(values[i]);
        std::memcpy(reinterpret_cast<std::byte*>(out) + i * sizeof(T), &value, sizeof(T));
    }
}

/// Writes the values of a block from the tile at position `first` on to `out`. `contents` begins with one bit
/// for each tile. If the bit is set, the tile has the next stored value; otherwise, it has the value of the
/// tile before it.
template <class T>
void unpack(const uint32_t* contents, size_t first, std::span<uint32_t> out) {
    uint64_t changes = 0;
    std::memcpy(&changes, contents, sizeof(changes));
    const auto* const values = reinterpret_cast<const std::byte*>(contents + WordsOfBits);
    auto next = static_cast<size_t>(std::popcount(changes & ((uint64_t{1} << first) - 1)));
    changes >>= first;
    for (uint32_t& entry : out) {
        next += changes & 1U;
        changes >>= 1U;
        T value = 0;
        std::memcpy(&value, values + (next - 1) * sizeof(T), sizeof(T));
        entry = value;
    }
}

} // namespace

static_assert(std::endian::native == std::endian::little, "entries of 1 and 2 bytes are packed into words");

uint32_t ByTile::operator[](size_t tile) const {
    uint32_t entry = 0;
    copy(tile, {&entry, 1});
    return entry;
}

void ByTile::decode(size_t first, std::span<uint32_t> out) const {
    const size_t block = first / BlockEntries;
    const size_t stored = first < m_size && block >= m_skipped ? std::min(m_size - first, out.size()) : 0;
    std::ranges::fill(out.subspan(stored), 0);
    if (stored == 0) {
        return;
    }
    out = out.first(stored);
    const uint32_t word = m_words[block - m_skipped];
    const uint32_t* const contents = m_words + (word >> WidthBits);
    switch (word & Equal) {
    case One:
        return unpack<uint8_t>(contents, first % BlockEntries, out);
    case Two:
        return unpack<uint16_t>(contents, first % BlockEntries, out);
    case Four:
        return unpack<uint32_t>(contents, first % BlockEntries, out);
    default:
        std::ranges::fill(out, *contents);
    }
}

void ByTile::copy(size_t first, std::span<uint32_t> out) const {
    while (!out.empty()) {
        const size_t count = std::min(BlockEntries - first % BlockEntries, out.size());
        decode(first, out.first(count));
        out = out.subspan(count);
        first += count;
    }
}

std::vector<uint32_t> expanded(ByTile array, size_t tiles) {
    std::vector<uint32_t> entries(tiles);
    array.copy(0, entries);
    return entries;
}

void ByTileEncoder::append(size_t count, uint32_t value) {
    if (value == 0) {
        m_zeros += count;
    } else if (count > 0) {
        appendZeros();
        appendRun(count, value);
    }
}

void ByTileEncoder::append(std::span<const uint32_t> entries) {
    const auto isUsed = [](uint32_t entry) { return entry != 0; };
    const auto first = std::ranges::find_if(entries, isUsed);
    const auto last = std::find_if(entries.rbegin(), std::make_reverse_iterator(first), isUsed).base();
    m_zeros += static_cast<size_t>(first - entries.begin());
    if (first != entries.end()) {
        appendZeros();
    }
    for (auto next = first; next != last;) {
        if (m_filled == 0 && last - next >= static_cast<std::ptrdiff_t>(ByTile::BlockEntries) &&
            std::memcmp(&*next, &*next + 1, (ByTile::BlockEntries - 1) * sizeof(*next)) == 0) {
            appendRun(ByTile::BlockEntries, *next); // all entries of the block are equal
            next += static_cast<std::ptrdiff_t>(ByTile::BlockEntries);
            continue;
        }
        const auto count = std::min<std::ptrdiff_t>(
            last - next, static_cast<std::ptrdiff_t>(ByTile::BlockEntries - m_filled));
        // The first entry of a block always counts as different from its predecessor.
        uint32_t previous = m_filled == 0 ? ~*next : m_last;
        size_t values = m_valueCount;
        uint64_t changes = 0;
        uint32_t bits = 0; // bitwise OR of the values; a local variable stays in a register
        for (ptrdiff_t i = 0; i < count; ++i) {
            const uint32_t value = *next++;
            const bool differs = value != previous;
            m_values[values] = value;
            values += differs ? 1 : 0;
            changes |= static_cast<uint64_t>(differs) << static_cast<uint64_t>(i);
            bits |= value;
            previous = value;
        }
        m_changes |= changes << m_filled;
        m_filled += static_cast<size_t>(count);
        m_bits |= bits;
        m_valueCount = values;
        m_last = previous;
        m_size += static_cast<size_t>(count);
        if (m_filled == ByTile::BlockEntries) {
            endBlock();
        }
    }
    m_zeros += static_cast<size_t>(entries.end() - last);
}

/// Appends the pending zeros, because another entry follows them.
void ByTileEncoder::appendZeros() {
    if (m_size == 0) {
        m_skipped = m_zeros / ByTile::BlockEntries;
        m_size = m_skipped * ByTile::BlockEntries;
        m_zeros %= ByTile::BlockEntries;
    }
    appendRun(std::exchange(m_zeros, 0), 0);
}

void ByTileEncoder::appendRun(size_t count, uint32_t value) {
    while (count > 0) {
        const size_t part = std::min(count, ByTile::BlockEntries - m_filled);
        if (m_filled == 0 || value != m_last) {
            m_values[m_valueCount++] = value;
            m_changes |= uint64_t{1} << m_filled;
            m_bits |= value;
            m_last = value;
        }
        m_filled += part;
        m_size += part;
        count -= part;
        if (m_filled == ByTile::BlockEntries) {
            endBlock();
        }
    }
}

void ByTileEncoder::endBlock() {
    const auto blockOf = [this](uint32_t width) {
        return static_cast<uint32_t>(m_contents.size()) << WidthBits | width;
    };
    if (m_valueCount == 1) {
        // If the previous block also consists only of this value, both blocks use the same contents.
        const uint32_t before = m_blocks.empty() ? 0 : m_blocks.back();
        if ((before & ByTile::Equal) == ByTile::Equal && m_contents.back() == m_last) {
            m_blocks.push_back(before);
        } else {
            m_blocks.push_back(blockOf(ByTile::Equal));
            m_contents.push_back(m_last);
        }
    } else {
        const uint32_t width = m_bits < 1U << 8U    ? ByTile::One
                               : m_bits < 1U << 16U ? ByTile::Two
                                                    : ByTile::Four;
        const size_t bytes = m_valueCount << width;
        m_blocks.push_back(blockOf(width));
        const size_t begin = m_contents.size();
        m_contents.resize(begin + WordsOfBits + (bytes + sizeof(uint32_t) - 1) / sizeof(uint32_t));
        std::memcpy(&m_contents[begin], &m_changes, sizeof(m_changes));
        uint32_t* const out = &m_contents[begin + WordsOfBits];
        const std::span<const uint32_t> values(m_values.data(), m_valueCount);
        if (width == ByTile::One) {
            pack<uint8_t>(values, out);
        } else if (width == ByTile::Two) {
            pack<uint16_t>(values, out);
        } else {
            pack<uint32_t>(values, out);
        }
    }
    m_valueCount = 0;
    m_filled = 0;
    m_changes = 0;
    m_bits = 0;
}

size_t ByTileEncoder::finish() {
    if (m_filled > 0) {
        endBlock();
    }
    return m_blocks.size() + m_contents.size();
}

ByTile ByTileEncoder::storeIn(U32Pool& pool) {
    const std::span<uint32_t> words = pool.allocate(finish());
    const auto blocks = static_cast<uint32_t>(m_blocks.size());
    std::ranges::transform(m_blocks, words.begin(),
                           [&](uint32_t block) { return block + (blocks << WidthBits); });
    std::copy(m_contents.begin(), m_contents.end(), words.begin() + blocks);
    ByTile array;
    array.m_words = words.data();
    array.m_size = static_cast<uint32_t>(m_size);
    array.m_skipped = static_cast<uint32_t>(m_skipped);
    clear();
    return array;
}

void ByTileEncoder::clear() {
    m_blocks.clear();
    m_contents.clear();
    m_size = 0;
    m_skipped = 0;
    m_zeros = 0;
    m_valueCount = 0;
    m_filled = 0;
    m_changes = 0;
    m_bits = 0;
}

} // namespace tileline
