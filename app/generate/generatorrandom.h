// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string_view>

namespace tileline {

/// Mixes 64 bits so that each bit of the input changes about half of the output's bits (the finaliser of
/// splitmix64). The distributions of <random> differ between libraries, but a generated profile must not.
constexpr uint64_t mixBits(uint64_t value) {
    value += 0x9E3779B97F4A7C15ULL;
    value = (value ^ (value >> 30U)) * 0xBF58476D1CE4E5B9ULL;
    value = (value ^ (value >> 27U)) * 0x94D049BB133111EBULL;
    return value ^ (value >> 31U);
}

/// Hash of a text, the same on every machine (FNV-1a).
constexpr uint64_t hashText(std::string_view text) {
    uint64_t hash = 0xCBF29CE484222325ULL;
    for (const char c : text) {
        hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3ULL;
    }
    return hash;
}

/// A stream of random numbers that depends only on the seed, on every machine.
class GeneratorRandom {
public:
    explicit GeneratorRandom(uint64_t seed)
        : m_state(mixBits(seed)) {}

    uint64_t next() { return mixBits(m_state++); }
    /// 0 .. bound-1; 0 if `bound` is 0.
    uint32_t below(uint32_t bound) { return static_cast<uint32_t>(((next() >> 32U) * bound) >> 32U); }
    /// first .. last, both included.
    uint32_t between(uint32_t first, uint32_t last) { return first + below(last - first + 1); }

private:
    uint64_t m_state;
};

} // namespace tileline
