// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/tabledata.h"

#include <QString>
#include <Qt>

#include <optional>
#include <stop_token>

namespace tileline {

/// Which rows of a table to show, and in which order.
struct RowArrangement {
    QString filter;      ///< rows with a text cell that contains it; empty: all rows
    bool regex = false;  ///< `filter` is a regular expression (PCRE)
    int sortColumn = -1; ///< -1: as the table has them
    Qt::SortOrder sortOrder = Qt::AscendingOrder;
};

/// What is wrong with a filter, and where.
struct FilterError {
    QString message;
    int position = 0;
};
/// Nothing where the filter is good.
std::optional<FilterError> checkFilter(const RowArrangement& arrangement);

/// Positions of the rows to show, in order. Case does not matter to filters; numbers are compared as numbers,
/// texts naturally ("layer 9" before "layer 10"), empty cells come last. Equal rows keep their order. For
/// worker threads: some milliseconds for each 10,000 rows. Ends early, with any result, when stopped.
std::vector<uint32_t> arrangeRows(const TableData& data, const RowArrangement& arrangement,
                                  const std::stop_token& stop);

} // namespace tileline
