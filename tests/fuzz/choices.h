// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/fuzz/targets.h"

#include <algorithm>

namespace tileline::fuzz {

/// Choices that an input makes, one after the other. After its end, everything is 0.
class Choices {
public:
    explicit Choices(Input input)
        : m_input(input) {}

    /// 0 to end-1.
    uint32_t below(uint32_t end) {
        uint32_t value = 0;
        for (uint32_t covered = 1; covered < end && covered < (1U << 24U); covered <<= 8U) {
            value = value << 8U | byte();
        }
        return end == 0 ? 0 : value % end;
    }
    bool yes() { return (byte() & 1U) != 0; }
    template <class Value>
    Value oneOf(std::initializer_list<Value> values) {
        return *(values.begin() + below(static_cast<uint32_t>(values.size())));
    }
    uint64_t number() {
        uint64_t value = 0;
        for (int i = 0; i < 8; ++i) {
            value = value << 8U | byte();
        }
        return value;
    }
    bool atEnd() const { return m_next == m_input.size(); }

private:
    uint8_t byte() { return m_next < m_input.size() ? m_input[m_next++] : uint8_t{0}; }

    Input m_input;
    size_t m_next = 0;
};

} // namespace tileline::fuzz
