// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/tables/tabledata.h"
#include "ui/tables/textfilter.h"

#include <Qt>

#include <stop_token>

namespace tileline {

/// Which rows of a table to show, and in which order.
struct RowArrangement {
    TextFilter filter;   ///< rows with a text cell that passes
    int sortColumn = -1; ///< -1: in the order of the table
    Qt::SortOrder sortOrder = Qt::AscendingOrder;
};

/// Indices of the rows to show, in order. Numbers are compared as numbers and texts in natural order ("layer
/// 9" before "layer 10"); empty cells come last. Equal rows keep their order. For worker threads: takes some
/// milliseconds for 10,000 rows. When stopped, returns early with an arbitrary result.
std::vector<uint32_t> arrangeRows(const TableData& data, const RowArrangement& arrangement,
                                  const std::stop_token& stop);

} // namespace tileline
