// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tileline {

/// Names a place in a table for `Error::item`: "lowered_variable, tile 3, column bytes, entry 17".
/// What is empty is left out.
struct Location {
    std::string_view table;
    std::string_view key{};          ///< column that identifies the row, or "row"
    std::optional<uint64_t> row{};   ///< its value
    std::string_view column{};       ///< column that is wrong
    std::optional<uint64_t> entry{}; ///< position in its list
    std::string text() const;
};

} // namespace tileline
