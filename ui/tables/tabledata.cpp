// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tables/tabledata.h"

#include "core/layers/layers.h"
#include "ui/text/bytestext.h"
#include "ui/text/celltext.h"
#include "ui/text/plaintext.h"

#include <algorithm>
#include <numeric>

namespace tileline {

namespace {

/// Whether a column of this type contains ids that the window replaces with words.
bool hasWords(ColumnType type) {
    return isText(type) && type > ColumnType::Source;
}

/// A filter searches the text that the window shows for a cell. Returns this text.
QString foundIn(const std::string& text, ColumnType type) {
    return type == ColumnType::Source ? exactText(std::string_view(text).substr(text.find_last_of('/') + 1))
           : hasWords(type) || (type == ColumnType::Layer && text.starts_with('@')) ? cellText(text, type)
                                                                                    : exactText(text);
}

bool matches(const Table& table, const std::vector<Cell>& row, const TextMatcher& matcher,
             const std::vector<bool>& hidden) {
    for (size_t column = 0; column < row.size(); ++column) {
        const auto* const text = std::get_if<std::string>(&row[column].value);
        if (text && (column >= hidden.size() || !hidden[column]) &&
            matcher.matches(foundIn(*text, table.columns[column].type))) {
            return true;
        }
    }
    return false;
}

/// Whether `a` comes before `b` in ascending order. Neither cell may be empty. Texts are in natural order.
bool isBefore(const Cell& a, const Cell& b) {
    const auto* const left = std::get_if<std::string>(&a.value);
    const auto* const right = std::get_if<std::string>(&b.value);
    return left && right ? naturalLess(*left, *right) : a.value < b.value;
}

double numberIn(const Cell& cell) {
    const auto* const whole = std::get_if<uint64_t>(&cell.value);
    const auto* const real = std::get_if<double>(&cell.value);
    return whole ? static_cast<double>(*whole) : real ? *real : 0;
}

QString tipOf(const Cell& cell, ColumnType type) {
    const auto* const bytes = std::get_if<uint64_t>(&cell.value);
    return bytes && type == ColumnType::Bytes
               ? exactBytesText(*bytes)
               : cellText(cell, type == ColumnType::Source ? ColumnType::Text : type);
}

} // namespace

TableDataPtr makeTableData(Table table) {
    auto data = std::make_shared<TableData>(TableData{std::move(table), {}});
    data->keys.resize(data->table.rows.size());
    std::iota(data->keys.begin(), data->keys.end(), 0U);
    return data;
}

QVariant cellData(const Column& column, const Cell& cell, int role, double greatest) {
    switch (role) {
    case BarRole:
        return column.type == ColumnType::Share ? numberIn(cell)
               : greatest > 0                   ? numberIn(cell) / greatest
                                                : 0;
    case Qt::DisplayRole:
        return cellText(cell, column.type);
    case Qt::ToolTipRole:
        return plainToolTip(tipOf(cell, column.type));
    case Qt::TextAlignmentRole:
        return QVariant((isText(column.type) ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    default:
        return {};
    }
}

QVariant headerOf(const std::vector<Column>& columns, int section, Qt::Orientation orientation, int role) {
    if (orientation != Qt::Horizontal || static_cast<size_t>(section) >= columns.size()) {
        return {};
    }
    const Column& column = columns[static_cast<size_t>(section)];
    if (role == Qt::ToolTipRole) {
        return plainToolTip(columnTip(column));
    }
    return role == Qt::DisplayRole ? QVariant(columnTitle(column)) : QVariant();
}

std::vector<double> greatestNumbers(const Table& table) {
    std::vector<double> greatest(table.columns.size());
    for (size_t column = 0; column < greatest.size(); ++column) {
        const ColumnType type = table.columns[column].type;
        for (const auto& row : table.rows) {
            if (type == ColumnType::Bytes || type == ColumnType::Cycles) {
                greatest[column] = std::max(greatest[column], numberIn(row[column]));
            }
        }
    }
    return greatest;
}

std::vector<uint32_t> arrangeRows(const TableData& data, const RowArrangement& arrangement,
                                  const std::stop_token& stop) {
    const auto& rows = data.table.rows;
    std::vector<uint32_t> order;
    order.reserve(rows.size());
    const TextMatcher matcher(arrangement.filter);
    for (size_t row = 0; row < rows.size() && !stop.stop_requested(); ++row) {
        if (matcher.all() || matches(data.table, rows[row], matcher, arrangement.hidden)) {
            order.push_back(static_cast<uint32_t>(row));
        }
    }
    const auto column = static_cast<size_t>(arrangement.sortColumn);
    if (arrangement.sortColumn < 0 || column >= data.table.columns.size()) {
        return order;
    }
    std::vector<Cell> words; // the words that the window shows for ids; empty for other columns
    if (const ColumnType type = data.table.columns[column].type; hasWords(type)) {
        for (const auto& row : rows) {
            words.push_back(textCell(cellText(row[column], type).toStdString()));
        }
    }
    const auto cellOf = [&](uint32_t row) -> const Cell& {
        return words.empty() ? rows[row][column] : words[row];
    };
    const bool ascending = arrangement.sortOrder == Qt::AscendingOrder;
    std::ranges::stable_sort(order, [&](uint32_t a, uint32_t b) {
        const Cell& left = cellOf(a);
        const Cell& right = cellOf(b);
        if (left == Cell() || right == Cell()) {
            return left != Cell() && right == Cell();
        }
        return ascending ? isBefore(left, right) : isBefore(right, left);
    });
    return order;
}

} // namespace tileline
