// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tables/tables.h"

#include <QRegularExpression>
#include <QVariant>

#include <cstdint>
#include <memory>
#include <stop_token>
#include <vector>

namespace tileline {

/// A table for a view, with a key for each row: the index of the object (such as a variable) that the row
/// shows. Built on a worker thread, and immutable from then on.
struct TableData {
    Table table;
    std::vector<uint32_t> keys;
};

using TableDataPtr = std::shared_ptr<const TableData>;

/// A table in which the key of each row is the row's number.
TableDataPtr makeTableData(Table table);

/// A table with a row for each element of `rows`. `keyOf` returns the key for an element.
template <class Row, class Rows, class KeyOf>
TableDataPtr makeTableData(const Columns<Row>& columns, const Rows& rows, KeyOf keyOf) {
    auto data = std::make_shared<TableData>(TableData{columns.table(rows), {}});
    for (const auto& row : rows) {
        data->keys.push_back(keyOf(row));
    }
    return data;
}

/// The value that item models return for a cell and a role: the cell's text, a tool tip with the whole text
/// or with all digits of a size, or the length of the bar (BarRole). `greatest`: see greatestNumbers().
QVariant cellData(const Column& column, const Cell& cell, int role, double greatest = 0);
/// The value that item models return for the heading of a column.
QVariant headerOf(const std::vector<Column>& columns, int section, Qt::Orientation orientation, int role);

/// A filter that the user typed: a text that must occur in a cell, or a regular expression (PCRE) that must
/// match a part of the cell. Case is ignored. An empty filter lets everything pass.
struct TextFilter {
    QString text;
    bool regex = false;

    QRegularExpression expression() const {
        return QRegularExpression(regex ? text : QRegularExpression::escape(text),
                                  QRegularExpression::CaseInsensitiveOption);
    }
};

/// A compiled filter, to be applied to many texts. If its expression is invalid, no text passes.
class TextMatcher {
public:
    explicit TextMatcher(const TextFilter& filter)
        : m_all(filter.text.isEmpty())
        , m_expression(filter.expression()) {}
    bool matches(const QString& text) const { return m_all || m_expression.match(text).hasMatch(); }
    /// Whether all texts pass, so that matches() need not be called.
    bool all() const { return m_all; }

private:
    bool m_all;
    QRegularExpression m_expression;
};

/// Which rows of a table to show, and in which order.
struct RowArrangement {
    TextFilter filter;   ///< a row is shown if the text in one of its cells passes
    int sortColumn = -1; ///< -1: the rows keep the order of the table
    Qt::SortOrder sortOrder = Qt::AscendingOrder;
    std::vector<bool> hidden = {}; ///< by column: whether the filter ignores it; missing entries mean false
};

/// The numbers of the rows to show, in order. Numbers are compared as numbers and texts in natural order
/// ("layer 9" before "layer 10"); empty cells come last. Equal rows keep their order. Call it on a worker
/// thread: it takes some milliseconds for 10,000 rows. If stopped, it returns early with an arbitrary result.
std::vector<uint32_t> arrangeRows(const TableData& data, const RowArrangement& arrangement,
                                  const std::stop_token& stop);

/// The item role for the length of a cell's bar, from 0 (no bar) to 1. Bytes and cycles are divided by the
/// greatest number of their column; shares are used as they are.
inline constexpr int BarRole = Qt::UserRole;

/// The greatest number in each column of bytes or cycles; 0 for every other column.
std::vector<double> greatestNumbers(const Table& table);

} // namespace tileline
