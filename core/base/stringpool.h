// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace tileline {

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
