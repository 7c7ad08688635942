// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tileline {

/// A sequence of lists, stored as one array of values and one array of offsets. List i consists of
/// values[offsets[i] .. offsets[i+1]).
template <class T>
class Lists {
public:
    size_t size() const { return m_offsets.size() - 1; }
    std::span<const T> operator[](size_t i) const {
        return {m_values.data() + m_offsets[i], m_offsets[i + 1] - m_offsets[i]};
    }
    std::span<const T> values() const { return m_values; }

    void append(std::span<const T> list) {
        m_values.insert(m_values.end(), list.begin(), list.end());
        m_offsets.push_back(m_values.size());
    }
    /// Appends a list of `count` entries for the caller to fill.
    std::span<T> appendUninitialised(size_t count) {
        m_values.resize(m_values.size() + count);
        m_offsets.push_back(m_values.size());
        return {m_values.data() + m_values.size() - count, count};
    }
    void reserve(size_t lists, size_t values) {
        m_offsets.reserve(lists + 1);
        m_values.reserve(values);
    }
    size_t byteSize() const {
        return m_offsets.capacity() * sizeof(size_t) + m_values.capacity() * sizeof(T);
    }

private:
    std::vector<size_t> m_offsets{0};
    std::vector<T> m_values;
};

/// Sorts a list by the unsigned number that `keyOf` returns. Elements with the same number keep their order.
/// Takes one pass over the list for each byte in which the numbers differ. For thousands of elements, this is
/// several times faster than sorting by comparison. `spare` is scratch memory, which the caller can reuse.
template <class T, class KeyOf>
void sortByNumber(std::vector<T>& list, std::vector<T>& spare, const KeyOf& keyOf) {
    uint64_t differing = 0;
    for (const T& element : list) {
        differing |= keyOf(element) ^ keyOf(list.front());
    }
    for (uint32_t shift = 0; shift < 64; shift += 8) {
        const auto byteOf = [&](const T& element) { return uint64_t{keyOf(element)} >> shift & 0xFFU; };
        if ((differing >> shift & 0xFFU) == 0) {
            continue;
        }
        std::array<size_t, 257> begin{};
        for (const T& element : list) {
            ++begin[byteOf(element) + 1];
        }
        std::partial_sum(begin.begin(), begin.end(), begin.begin());
        spare.resize(list.size());
        for (const T& element : list) {
            spare[begin[byteOf(element)]++] = element;
        }
        list.swap(spare);
    }
}

/// Merges neighbours with the same key into one element. The `bytes` of the merged elements are added up.
template <class T, class KeyOf>
void addUpNeighbours(std::vector<T>& list, const KeyOf& keyOf) {
    size_t kept = 0;
    for (const T& element : list) {
        if (kept > 0 && keyOf(list[kept - 1]) == keyOf(element)) {
            list[kept - 1].bytes += element.bytes;
        } else {
            list[kept++] = element;
        }
    }
    list.resize(kept);
}

/// Sorts a list by a key. Merges elements with the same key, adding up their `bytes`.
template <class T, class KeyOf>
void addUpBytes(std::vector<T>& list, const KeyOf& keyOf) {
    std::ranges::sort(list, {}, keyOf);
    addUpNeighbours(list, keyOf);
}

/// Sorts a list and removes duplicates.
template <class T>
void sortDistinct(std::vector<T>& values) {
    std::ranges::sort(values);
    values.erase(std::unique(values.begin(), values.end()), values.end());
}

/// Many strings in one block of memory. If a string is not needed, append an empty string in its place, so
/// that the following strings keep their positions.
class StringPool {
public:
    size_t size() const { return m_ends.size(); }
    std::string_view operator[](size_t i) const {
        const size_t begin = i == 0 ? 0 : m_ends[i - 1];
        return std::string_view(m_characters).substr(begin, m_ends[i] - begin);
    }
    void append(std::string_view text) {
        m_characters.append(text);
        m_ends.push_back(m_characters.size());
    }

private:
    std::string m_characters;
    std::vector<size_t> m_ends;
};

} // namespace tileline
