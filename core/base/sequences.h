// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <functional>
#include <iterator>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace tileline {

// Below, `make` and `value` are either functions that take an item, or pointers to members of the items.

/// A list of what `make` returns for each of `items`.
template <class Items, class Make>
auto mapped(const Items& items, const Make& make) {
    std::vector<std::decay_t<std::invoke_result_t<const Make&, decltype(*std::begin(items))>>> made;
    made.reserve(static_cast<size_t>(std::size(items)));
    for (const auto& item : items) {
        made.push_back(std::invoke(make, item));
    }
    return made;
}

/// A list of what `make` returns for each number from 0 to `count` - 1.
template <std::integral Count, class Make>
auto mapped(const Count& count, const Make& make) {
    std::vector<std::decay_t<std::invoke_result_t<const Make&, uint32_t>>> made;
    made.reserve(count);
    for (uint32_t number = 0; number < count; ++number) {
        made.push_back(make(number));
    }
    return made;
}

/// The sum of `value` over `items`; without `value`, the sum of `items`. Unsigned sums have 64 bits.
template <class Items, class Value = std::identity>
auto sumOf(const Items& items, const Value& value = {}) {
    using Summand = std::decay_t<std::invoke_result_t<const Value&, decltype(*std::begin(items))>>;
    std::conditional_t<std::is_unsigned_v<Summand>, uint64_t, Summand> sum{};
    for (const auto& item : items) {
        sum += std::invoke(value, item);
    }
    return sum;
}

/// The greatest `value` of all `items`; without `value`, the greatest item. Returns 0 if there are no items.
template <class Items, class Value = std::identity>
auto greatestOf(const Items& items, const Value& value = {}) {
    std::decay_t<std::invoke_result_t<const Value&, decltype(*std::begin(items))>> greatest{};
    for (const auto& item : items) {
        greatest = std::max(greatest, std::invoke(value, item));
    }
    return greatest;
}

/// The texts that `make` returns for `items`, joined with `separator`.
template <class Items, class Make>
std::string joinedTexts(const Items& items, std::string_view separator, const Make& make) {
    std::string text;
    bool first = true;
    for (const auto& item : items) {
        text.append(std::exchange(first, false) ? std::string_view() : separator)
            .append(std::invoke(make, item));
    }
    return text;
}

} // namespace tileline
