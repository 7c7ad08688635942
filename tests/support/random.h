// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>

namespace tileline::test {

/// Random numbers for tests, the same on every machine (splitmix64).
class Random {
public:
    explicit Random(uint64_t seed)
        : m_state(seed) {}

    uint64_t next() {
        uint64_t z = (m_state += 0x9E3779B97F4A7C15ULL);
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
        return z ^ (z >> 31);
    }
    /// From 0 to limit-1.
    uint32_t below(size_t limit) { return static_cast<uint32_t>(next() % limit); }

private:
    uint64_t m_state;
};

} // namespace tileline::test
