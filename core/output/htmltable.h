// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tables/tables.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tileline {

/// "1,234,567"; numbers below 10,000 as they are.
std::string groupedText(uint64_t number);

/// The start of a text that is longer than `maximum` bytes, with an ellipsis. Cuts no character of UTF-8 in
/// two.
std::string shortenedText(std::string_view text, size_t maximum);

/// A table as HTML. Long names are cut. If not all rows fit in `maxBytes`, those with the largest values
/// stay, and a sentence says so.
struct HtmlTable {
    std::string id;
    std::string caption;
    Table table;
    size_t maxBytes = 50'000;
    std::vector<std::string> sums = {}; ///< columns whose sum stands below the table
    std::string rank = {};              ///< the column whose largest values stay; empty: the first rows
    std::string complete = {};          ///< the command that lists all rows

    /// Empty if there are no rows.
    std::string html() const;
};

} // namespace tileline
