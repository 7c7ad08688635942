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

/// A table for a view. Each row has a key: the index of the object that the row shows, such as a variable.
/// Built on a worker thread, and immutable from then on.
struct TableData {
    Table table;
    std::vector<uint32_t> keys;
};

using TableDataPtr = std::shared_ptr<const TableData>;

/// A table whose keys are the numbers of its rows.
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

/// The value that item models return for a cell. Depending on `role`, this is the text, the alignment, a tool
/// tip, or the length of the bar (BarRole). The tool tip has the exact number of bytes if the cell is a size,
/// and otherwise the whole text. `greatest` comes from greatestNumbers().
QVariant cellData(const Column& column, const Cell& cell, int role, double greatest = 0);
/// The value that item models return for the heading of a column.
QVariant headerOf(const std::vector<Column>& columns, int section, Qt::Orientation orientation, int role);

/// A filter that the user typed: a text that must occur in a cell, or a regular expression (PCRE) that must
/// match a part of the cell. Case is ignored. An empty filter matches every text.
struct TextFilter {
    QString text;
    bool regex = false;

    QRegularExpression expression() const {
        return QRegularExpression(regex ? text : QRegularExpression::escape(text),
                                  QRegularExpression::CaseInsensitiveOption);
    }
};

/// A filter, compiled once to be applied to many texts. An invalid expression matches no text.
class TextMatcher {
public:
    explicit TextMatcher(const TextFilter& filter)
        : m_all(filter.text.isEmpty())
        , m_expression(filter.expression()) {}
    bool matches(const QString& text) const { return m_all || m_expression.match(text).hasMatch(); }
    /// Whether the filter matches every text; if so, callers need not call matches().
    bool all() const { return m_all; }

private:
    bool m_all;
    QRegularExpression m_expression;
};

/// Which rows of a table are shown, and in which order.
struct RowArrangement {
    TextFilter filter;   ///< a row is shown if the text of at least one cell matches
    int sortColumn = -1; ///< the column by which rows are sorted; -1: not sorted
    Qt::SortOrder sortOrder = Qt::AscendingOrder;
    std::vector<bool> hidden = {}; ///< by column: whether the filter ignores it; false if not listed
};

/// The numbers of the rows to show, in order. Numbers are sorted by value, texts in natural order ("layer 9"
/// before "layer 10"); empty cells come last. Equal rows keep their order. Call this on a worker thread:
/// 10,000 rows take several milliseconds. If `stop` is requested, the result is arbitrary.
std::vector<uint32_t> arrangeRows(const TableData& data, const RowArrangement& arrangement,
                                  const std::stop_token& stop);

/// The item role for the length of a cell's bar, from 0 (no bar) to 1. Bytes and cycles are divided by the
/// greatest number of their column; shares are used as they are.
inline constexpr int BarRole = Qt::UserRole;

/// The greatest number in each column of bytes or cycles; 0 for every other column.
std::vector<double> greatestNumbers(const Table& table);

} // namespace tileline
