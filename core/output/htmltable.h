// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tables/tables.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tileline {

/// The number with separators: "1,234,567". Numbers below 10,000 have no separators.
std::string groupedText(uint64_t number);

/// If `text` is longer than `maximum` bytes, cuts it and adds an ellipsis. Never cuts within a UTF-8
/// character.
std::string shortenedText(std::string_view text, size_t maximum);

/// A table as HTML. Long names are cut. If the rows take more than `maxBytes`, some are left out (see
/// `rank`), and a sentence below the table says so.
struct HtmlTable {
    std::string id;
    std::string caption;
    Table table;
    size_t maxBytes = 50'000;
    std::vector<std::string> sums = {}; ///< columns whose sums are shown below the table
    /// If not all rows fit, those with the largest values in this column are kept. If `rank` is empty, the
    /// first rows are kept.
    std::string rank = {};
    std::string complete = {}; ///< the command that lists all rows

    /// The table as HTML; an empty string if there are no rows.
    std::string html() const;
};

} // namespace tileline
