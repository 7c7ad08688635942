// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tileline {

/// A column of lists: all values in one array, list i is values[offsets[i] .. offsets[i+1]).
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

/// Many strings in one block of memory. A string that is not needed can be appended as an empty one, so that
/// the following strings keep their positions.
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
