// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <numeric>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace tileline {

/// Asks the system to use large pages for a large block of memory that has not been used yet. The first use
/// of the memory is then much faster. On systems without this choice, and for small blocks, there is no
/// effect.
void preferLargePages(void* begin, size_t bytes);

/// An array of values that can be copied byte by byte. Unlike a vector, it leaves new values uninitialised,
/// and the system can enlarge a long array without copying it. Throws std::bad_alloc.
template <class T>
class GrowingArray {
    static_assert(std::is_trivially_copyable_v<T>);

public:
    size_t size() const { return m_size; }
    T* data() { return m_values.get(); }
    std::span<const T> values() const { return {m_values.get(), m_size}; }
    void resize(size_t size) {
        if (size > m_capacity) {
            setCapacity(std::max(size, 2 * m_capacity));
            // reserve() does not ask for large pages, because reserved memory may stay unused, and because
            // on some virtual machines the first use of a large page takes ten times as long as usual.
            preferLargePages(m_values.get(), m_capacity * sizeof(T));
        }
        m_size = size;
    }
    void reserve(size_t capacity) {
        if (capacity > m_capacity) {
            setCapacity(capacity);
        }
    }
    void shrink() {
        if (m_size == 0) {
            *this = {};
        } else if (m_size < m_capacity) {
            setCapacity(m_size);
        }
    }

private:
    struct Free {
        void operator()(T* values) const { std::free(values); }
    };

    void setCapacity(size_t capacity) {
        void* const values = capacity <= PTRDIFF_MAX / sizeof(T)
                                 ? std::realloc(m_values.get(), capacity * sizeof(T))
                                 : nullptr;
        if (values == nullptr) {
            throw std::bad_alloc();
        }
        (void)m_values.release();
        m_values.reset(static_cast<T*>(values));
        m_capacity = capacity;
    }

    std::unique_ptr<T[], Free> m_values;
    size_t m_size = 0;
    size_t m_capacity = 0;
};

/// A sequence of lists, stored as one array of values and one array of offsets. List i consists of
/// values[offsets[i] .. offsets[i+1]).
template <class T>
class Lists {
public:
    size_t size() const { return m_offsets.size() - 1; }
    std::span<const T> operator[](size_t i) const {
        return values().subspan(m_offsets[i], m_offsets[i + 1] - m_offsets[i]);
    }
    std::span<const T> values() const { return m_values.values(); }
    /// The values of all lists, to be changed in place.
    std::span<T> changeableValues() { return {m_values.data(), m_values.size()}; }
    /// The list that contains the value at position `value` of values(), and the value's position in the
    /// list.
    std::pair<size_t, size_t> placeOf(size_t value) const {
        const auto end = std::upper_bound(m_offsets.begin(), m_offsets.end(), value);
        return {static_cast<size_t>(end - m_offsets.begin()) - 1, value - *(end - 1)};
    }

    void append(std::span<const T> list) {
        std::ranges::copy(list, appendUninitialised(list.size()).begin());
    }
    /// Appends a list of `count` values for the caller to fill.
    std::span<T> appendUninitialised(size_t count) {
        m_values.resize(m_values.size() + count);
        m_offsets.push_back(m_values.size());
        return changeableValues().last(count);
    }
    void reserve(size_t lists, size_t values) {
        m_offsets.reserve(lists + 1);
        m_values.reserve(values);
    }
    void shrink() { m_values.shrink(); }
    size_t byteSize() const { return m_offsets.size() * sizeof(size_t) + m_values.size() * sizeof(T); }

private:
    std::vector<size_t> m_offsets{0};
    GrowingArray<T> m_values;
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
