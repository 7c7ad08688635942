// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/aligned.h"

#include "core/base/sequences.h"

#include <algorithm>
#include <cstdio>

namespace tileline::cli {

namespace {

/// The heading of a column. "share" becomes "percent", because cells with shares are shown in per cent.
std::string headingOf(const Column& column) {
    if (column.type != ColumnType::Share) {
        return column.key;
    }
    const bool isShare = column.key.ends_with("share");
    return column.key.substr(0, column.key.size() - (isShare ? std::string_view("share").size() : 0)) +
           (isShare ? "percent" : "_percent");
}

std::string cellText(const Cell& cell, ColumnType type) {
    if (const auto* text = std::get_if<std::string>(&cell.value)) {
        return printable(*text);
    }
    if (const auto* yes = std::get_if<bool>(&cell.value)) {
        return *yes ? "yes" : "no";
    }
    if (const auto* number = std::get_if<int64_t>(&cell.value)) {
        return std::to_string(*number);
    }
    if (const auto* number = std::get_if<uint64_t>(&cell.value)) {
        return std::to_string(*number);
    }
    if (const auto* number = std::get_if<double>(&cell.value)) {
        char buffer[32];
        std::snprintf(buffer, sizeof buffer, "%.2f", type == ColumnType::Share ? *number * 100 : *number);
        return buffer;
    }
    return "-";
}

/// The width of a text: its number of code points. For names of layers and operations, this is close enough
/// to the number of terminal columns.
size_t widthOf(const std::string& text) {
    return static_cast<size_t>(std::ranges::count_if(
        text, [](char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U; }));
}

using Row = std::vector<std::string>;

std::vector<Row> textsOf(const Table& table) {
    std::vector<Row> rows;
    rows.reserve(table.rows.size() + 1);
    rows.push_back(mapped(table.columns, headingOf));
    for (const auto& cells : table.rows) {
        Row row;
        for (size_t i = 0; i < cells.size(); ++i) {
            row.push_back(cellText(cells[i], table.columns[i].type));
        }
        rows.push_back(std::move(row));
    }
    return rows;
}

void appendRow(std::string& text, const Row& row, const Table& table, const std::vector<size_t>& widths) {
    const size_t begin = text.size();
    for (size_t i = 0; i < row.size(); ++i) {
        const std::string gap(widths[i] - widthOf(row[i]), ' ');
        const bool left = isText(table.columns[i].type);
        text += (i == 0 ? "" : "  ") + (left ? row[i] + gap : gap + row[i]);
    }
    text.erase(std::max(begin, text.find_last_not_of(' ') + 1));
    text += '\n';
}

} // namespace

std::string toAligned(const Table& table) {
    const std::vector<Row> rows = textsOf(table);
    std::vector<size_t> widths(table.columns.size(), 0);
    for (const Row& row : rows) {
        for (size_t i = 0; i < row.size(); ++i) {
            widths[i] = std::max(widths[i], widthOf(row[i]));
        }
    }
    std::string text;
    for (const Row& row : rows) {
        appendRow(text, row, table, widths);
    }
    return text;
}

} // namespace tileline::cli
