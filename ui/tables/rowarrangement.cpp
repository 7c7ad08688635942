// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tables/rowarrangement.h"

#include "core/layers/layers.h"
#include "ui/text/plaintext.h"

#include <algorithm>
#include <numeric>

namespace tileline {

namespace {

bool matches(const std::vector<Cell>& row, const TextMatcher& matcher) {
    return std::any_of(row.begin(), row.end(), [&](const Cell& cell) {
        const auto* const text = std::get_if<std::string>(&cell.value);
        return text && matcher.matches(exactText(*text));
    });
}

/// Less-than of two cells with values of the same type.
struct CellLess {
    template <class T>
    bool operator()(const T& a, const T& b) const {
        return a < b;
    }
    bool operator()(const std::string& a, const std::string& b) const { return naturalLess(a, b); }
    bool operator()(std::monostate, std::monostate) const { return false; }
    template <class A, class B>
    bool operator()(const A&, const B&) const {
        return false;
    }
};

bool empty(const Cell& cell) {
    return std::holds_alternative<std::monostate>(cell.value);
}

} // namespace

std::vector<uint32_t> arrangeRows(const TableData& data, const RowArrangement& arrangement,
                                  const std::stop_token& stop) {
    const auto& rows = data.table.rows;
    std::vector<uint32_t> order;
    order.reserve(rows.size());
    const TextMatcher matcher(arrangement.filter);
    for (size_t row = 0; row < rows.size() && !stop.stop_requested(); ++row) {
        if (matcher.all() || matches(rows[row], matcher)) {
            order.push_back(static_cast<uint32_t>(row));
        }
    }
    const auto column = static_cast<size_t>(arrangement.sortColumn);
    if (arrangement.sortColumn < 0 || column >= data.table.columns.size()) {
        return order;
    }
    const bool ascending = arrangement.sortOrder == Qt::AscendingOrder;
    std::stable_sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
        const Cell& left = rows[a][column];
        const Cell& right = rows[b][column];
        if (empty(left) || empty(right)) {
            return !empty(left) && empty(right);
        }
        return ascending ? std::visit(CellLess(), left.value, right.value)
                         : std::visit(CellLess(), right.value, left.value);
    });
    return order;
}

} // namespace tileline
