// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tileline {

/// Names a place in a table for `Error::item`: "lowered_variable, tile 3, column bytes, entry 17". Empty
/// parts are left out.
struct Location {
    std::string_view table;
    std::string_view key{};          ///< column that identifies the row, or "row"
    std::optional<uint64_t> row{};   ///< value of that column
    std::string_view column{};       ///< column with the error
    std::optional<uint64_t> entry{}; ///< position in the column's list

    std::string text() const {
        std::string text(table);
        const auto add = [&text](std::string_view what, std::string_view value) {
            text.append(text.empty() ? "" : ", ").append(what).append(what.empty() ? "" : " ").append(value);
        };
        if (row) {
            add(key, std::to_string(*row));
        }
        if (!column.empty()) {
            add("column", column);
        }
        if (entry) {
            add("entry", std::to_string(*entry));
        }
        return text;
    }
};

} // namespace tileline
