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

/// A table for a view, and a key for each row: the index of the object that the row shows. Built on a worker
/// thread, and immutable from then on.
struct TableData {
    Table table;
    std::vector<uint32_t> keys;
};

using TableDataPtr = std::shared_ptr<const TableData>;

/// A table whose keys are the numbers of the rows.
TableDataPtr makeTableData(Table table);

/// A row for each of `rows`; `keyOf` returns its key.
template <class Row, class Rows, class KeyOf>
TableDataPtr makeTableData(const Columns<Row>& columns, const Rows& rows, KeyOf keyOf) {
    auto data = std::make_shared<TableData>(TableData{columns.table(rows), {}});
    for (const auto& row : rows) {
        data->keys.push_back(keyOf(row));
    }
    return data;
}

/// The value that item models return for a cell: its text; a tool tip with the whole text, or with all digits
/// of a size; and its bar, if the column has a `greatest` number.
QVariant cellData(const Column& column, const Cell& cell, int role, double greatest = 0);
/// The value that item models return for the heading of a column.
QVariant headerOf(const std::vector<Column>& columns, int section, Qt::Orientation orientation, int role);

/// A filter that the user typed: a text that must occur in a cell, or a regular expression (PCRE) that must
/// match. Ignores case. An empty filter lets everything pass.
struct TextFilter {
    QString text;
    bool regex = false;

    QRegularExpression expression() const {
        return QRegularExpression(regex ? text : QRegularExpression::escape(text),
                                  QRegularExpression::CaseInsensitiveOption);
    }
};

/// A filter that is ready to be applied to many texts. With an invalid filter, nothing passes.
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

/// The rows of a table to show, and their order.
struct RowArrangement {
    TextFilter filter;   ///< shows rows in which a text cell passes
    int sortColumn = -1; ///< -1 for the order of the table
    Qt::SortOrder sortOrder = Qt::AscendingOrder;
    std::vector<bool> hidden = {}; ///< by column: whether the filter ignores it; may be shorter
};

/// Indices of the rows to show, in order. Numbers are compared as numbers and texts in natural order ("layer
/// 9" before "layer 10"); empty cells come last. Equal rows keep their order. Call it on a worker thread: it
/// takes some milliseconds for 10,000 rows. When stopped, returns early with an arbitrary result.
std::vector<uint32_t> arrangeRows(const TableData& data, const RowArrangement& arrangement,
                                  const std::stop_token& stop);

/// The item role for the length of a cell's bar, from 0 (no bar) to 1. Bytes and cycles are divided by the
/// greatest number of their column; shares are used as they are.
inline constexpr int BarRole = Qt::UserRole;

/// The sum of each column of bytes or cycles over some rows; empty for columns of other types.
std::vector<Cell> sumsOf(const Table& table, const std::vector<uint32_t>& rows);

/// The greatest number of each column, in bytes or cycles. Columns of other types have 0, and no bars.
std::vector<double> greatestNumbers(const Table& table);

} // namespace tileline
