// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <charconv>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tileline {

/// A value of a list. The user typed the list, or it comes from a file.
struct ListItem {
    std::string text;  ///< the value without quotation marks
    size_t offset = 0; ///< offset of the value's first byte in the whole text
};

/// The maximum number of items in a list.
inline constexpr size_t MaxListItems = 65536;

/// For each occurrence of a key, the position at which its value begins: after a colon or an equals sign, at
/// the opening bracket of a call, or after the blank that follows an option of a command line. Where `key`
/// has underscores, the text may have hyphens. Comments, from # to the end of the line, are skipped.
std::vector<size_t> findKeyedValues(std::string_view text, std::string_view key);

/// Reads the list that begins at `offset` of `text`, in the syntax of Python, YAML, JSON or a command line:
///
///     [3, 7, 7]   (3, 7, 7)   3, 7, 7   3 7 7   and lines with "- 3", "- 7", "- 7"
///
/// Values may be in single or double quotes. A list without brackets ends at the end of its line, or before
/// the next option of a command line. If `whole` is true, nothing may follow the list. Error: BadPlan; `item`
/// is the place.
Result<std::vector<ListItem>> readList(std::string_view text, size_t offset, bool whole);

/// The value of `text` if it is a whole number; otherwise empty.
template <class Number>
std::optional<Number> numberIn(std::string_view text) {
    Number number = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
    return problem == std::errc() && end == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

} // namespace tileline
