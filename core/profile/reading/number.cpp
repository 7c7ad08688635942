// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/reading/valueevents.h"

#include <array>
#include <charconv>
#include <cmath>

namespace tileline {

namespace {

template <class T>
std::string shortest(T value) {
    std::array<char, 32> buffer{};
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr;
    return {buffer.data(), end};
}

constexpr double Two64 = 18446744073709551616.0;
constexpr double Two63 = 9223372036854775808.0;

std::string textOf(double value) {
    if (!std::isfinite(value)) {
        return "null";
    }
    if (value == std::trunc(value) && std::fabs(value) < Two63) {
        return shortest(static_cast<int64_t>(value));
    }
    return shortest(value);
}

} // namespace

std::optional<uint64_t> Number::natural() const {
    if (const auto* natural = std::get_if<uint64_t>(&m_value)) {
        return *natural;
    }
    if (const auto* integer = std::get_if<int64_t>(&m_value)) {
        return *integer < 0 ? std::nullopt : std::optional(static_cast<uint64_t>(*integer));
    }
    const double real = std::get<double>(m_value);
    if (!(real >= 0) || real >= Two64 || real != std::trunc(real)) {
        return std::nullopt;
    }
    return static_cast<uint64_t>(real);
}

std::string Number::text() const {
    if (const auto* real = std::get_if<double>(&m_value)) {
        return textOf(*real);
    }
    if (const auto* integer = std::get_if<int64_t>(&m_value)) {
        return shortest(*integer);
    }
    return shortest(std::get<uint64_t>(m_value));
}

} // namespace tileline
