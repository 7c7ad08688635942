// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/htmltable.h"

#include "core/base/printable.h"
#include "core/base/sequences.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <map>
#include <numeric>

namespace tileline {

namespace {

/// The maximum length of a name in a cell, in bytes.
constexpr size_t MaxName = 200;
/// The maximum number of rows to print on paper. page.css must contain the same number.
constexpr size_t MaxPrinted = 60;
/// Names with more bytes than this are wrapped.
constexpr size_t MaxLine = 40;

std::string realText(double number) {
    if (!std::isfinite(number)) {
        return {};
    }
    if (number >= 1000 && number < 1e18) {
        return groupedText(static_cast<uint64_t>(std::llround(number)));
    }
    std::array<char, 32> buffer{};
    const auto end =
        std::to_chars(buffer.data(), buffer.data() + buffer.size(), number, std::chars_format::general, 4);
    return {buffer.data(), end.ptr};
}

struct CellText {
    const Column& column;

    std::string operator()(std::monostate) const { return {}; }
    std::string operator()(bool value) const { return value ? "yes" : "no"; }
    std::string operator()(int64_t value) const {
        return value < 0 ? "-" + groupedText(uint64_t{0} - static_cast<uint64_t>(value))
                         : groupedText(static_cast<uint64_t>(value));
    }
    std::string operator()(uint64_t value) const { return groupedText(value); }
    std::string operator()(double value) const {
        return column.type == ColumnType::Share ? percentText(value, 1) : realText(value);
    }
    std::string operator()(const std::string& value) const { return shortenedText(value, MaxName); }
};

const char* classOf(const Column& column) {
    // Changes are text, so that they keep the plus sign, but they are right-aligned like numbers.
    const bool isLeft =
        (isText(column.type) && !column.key.ends_with("change_bytes")) || column.type == ColumnType::Boolean;
    return isLeft ? " class=\"t\"" : "";
}

std::string headingOf(const Column& column) {
    std::string name = column.key == "ipu" ? "IPU" : column.key;
    std::ranges::replace(name, '_', ' ');
    return name;
}

std::string rowHtml(const Table& table, const std::vector<Cell>& row) {
    std::string html = "<tr>";
    for (size_t i = 0; i < row.size(); ++i) {
        const Column& column = table.columns[i];
        const std::string text = std::visit(CellText{column}, row[i].value);
        html += "<td" + std::string(text.size() > MaxLine ? " class=\"w\"" : classOf(column)) + ">" +
                htmlText(text) + "</td>";
    }
    return html + "</tr>\n";
}

uint64_t bytesOf(const Cell& cell) {
    const auto* const number = std::get_if<uint64_t>(&cell.value);
    return number == nullptr ? 0 : *number;
}

/// The HTML of each row that is shown, by row number.
std::map<size_t, std::string> keptRows(const HtmlTable& view) {
    const auto& rows = view.table.rows;
    std::vector<size_t> order(rows.size());
    std::iota(order.begin(), order.end(), size_t{0});
    if (const auto column = view.table.find(view.rank)) {
        std::ranges::stable_sort(
            order, [&](size_t a, size_t b) { return bytesOf(rows[a][*column]) > bytesOf(rows[b][*column]); });
    }
    std::map<size_t, std::string> kept;
    size_t bytes = 0;
    for (const size_t row : order) {
        std::string html = rowHtml(view.table, rows[row]);
        bytes += html.size();
        if (bytes > view.maxBytes) {
            break;
        }
        kept.emplace(row, std::move(html));
    }
    return kept;
}

std::string sumsHtml(const HtmlTable& view) {
    if (view.sums.empty()) {
        return {};
    }
    std::string html = "<tfoot><tr>";
    for (size_t i = 0; i < view.table.columns.size(); ++i) {
        const Column& column = view.table.columns[i];
        std::string text = i == 0 ? "sum" : "";
        if (std::ranges::find(view.sums, column.key) != view.sums.end()) {
            text = groupedText(sumOf(view.table.rows, [&](const auto& row) { return bytesOf(row[i]); }));
        }
        html += "<td" + std::string(classOf(column)) + ">" + text + "</td>";
    }
    return html + "</tr></tfoot>\n";
}

} // namespace

std::string groupedText(uint64_t number) {
    std::string text = std::to_string(number);
    for (size_t end = text.size(); number >= 10000 && end > 3; end -= 3) {
        text.insert(end - 3, ",");
    }
    return text;
}

std::string shortenedText(std::string_view text, size_t maximum) {
    if (text.size() <= maximum) {
        return std::string(text);
    }
    size_t end = maximum;
    // Moves `end` back to the first byte of a UTF-8 character, which has at most three more bytes.
    while (end > 0 && maximum - end < 3 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80) {
        --end;
    }
    return std::string(text.substr(0, end)) + "\u2026";
}

std::string HtmlTable::html() const {
    if (table.rows.empty()) {
        return {};
    }
    const std::map<size_t, std::string> rows = keptRows(*this);
    std::string html = "<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"" +
                       htmlText(caption) + "\"><table class=\"sorts\" id=\"" + htmlText(id) + "\"><caption>" +
                       htmlText(caption) + "</caption>\n<thead><tr>";
    for (const Column& column : table.columns) {
        html +=
            "<th scope=\"col\"" + std::string(classOf(column)) + ">" + htmlText(headingOf(column)) + "</th>";
    }
    html += "</tr></thead>\n<tbody>\n";
    for (const auto& [row, text] : rows) {
        html += text;
    }
    html += "</tbody>\n" + sumsHtml(*this) + "</table></div>\n";
    if (rows.size() > MaxPrinted) {
        html += "<p class=\"paper\">The first " + std::to_string(MaxPrinted) + " of " +
                groupedText(rows.size()) + " rows are printed.</p>\n";
    }
    if (rows.size() < table.rows.size()) {
        html += "<p class=\"cut\">Of " + groupedText(table.rows.size()) + " rows, the " +
                groupedText(rows.size()) + (rank.empty() ? " first" : " largest") +
                " are listed, so that the page stays small." +
                (complete.empty() ? std::string()
                                  : " <code>" + htmlText(complete) + "</code> lists all of them.") +
                "</p>\n";
    }
    return html;
}

} // namespace tileline
