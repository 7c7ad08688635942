// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tables/tables.h"

#include "core/base/printable.h"
#include "core/base/sequences.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <map>

namespace tileline {

namespace {

/// The shortest text from which exactly the same number can be read back.
template <class T>
std::string numberText(T number) {
    std::array<char, 32> buffer{};
    const auto [end, error] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), number);
    return {buffer.data(), end};
}

std::string escapedForTsv(const std::string& text) {
    constexpr std::string_view Special = "\\\t\n\r";
    std::string escaped;
    escaped.reserve(text.size());
    for (const char c : text) {
        const size_t position = Special.find(c);
        (position == std::string_view::npos ? escaped : escaped += '\\') +=
            position == std::string_view::npos ? c : "\\tnr"[position];
    }
    return printable(escaped);
}

/// Puts an apostrophe in front of a text that a spreadsheet would mistake for a formula. A formula after a
/// semicolon also gets an apostrophe, because some spreadsheets begin a new field at a semicolon.
std::string withoutFormula(const std::string& text, std::string (*escape)(const std::string&)) {
    std::string escaped = escape(text);
    const bool isEscapedFirst = !text.empty() && escaped.front() == '\\' && text.front() != '\\';
    constexpr std::string_view Starts = "=+-@";
    for (size_t at = escaped.find(';'); at != std::string::npos; at = escaped.find(';', at + 1)) {
        const size_t next = escaped.find_first_not_of(" \"", at + 1);
        if (next != std::string::npos && Starts.find(escaped[next]) != std::string::npos) {
            escaped.insert(at + 1, 1, '\'');
        }
    }
    const bool isFormula =
        isEscapedFirst || (!text.empty() && Starts.find(text.front()) != std::string::npos);
    return isFormula ? "'" + escaped : escaped;
}

std::string quotedRaw(const std::string& text) {
    if (text.find_first_of("\",\r\n") == std::string::npos) {
        return text;
    }
    std::string quoted = "\"";
    for (const char c : text) {
        quoted += c;
        if (c == '"') {
            quoted += '"';
        }
    }
    return quoted + '"';
}

const char* delimiterOf(TableFormat format) {
    return format == TableFormat::Csv || format == TableFormat::RawCsv ? "," : "\t";
}

/// A text, as it is written to a field in the given format.
std::string fieldOf(TableFormat format, const std::string& text) {
    switch (format) {
    case TableFormat::Tsv:
        return escapedForTsv(text);
    case TableFormat::Csv:
        return quotedRaw(withoutFormula(text, [](const std::string& raw) { return printable(raw); }));
    case TableFormat::RawCsv:
        return quotedRaw(text);
    case TableFormat::Clipboard:
        return withoutFormula(text, escapedForTsv);
    case TableFormat::Json:
        break;
    }
    return printable(nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
}

/// A cell, as it is written to a field in the given format.
std::string fieldOf(TableFormat format, const Cell& cell) {
    const char* const none = format == TableFormat::Json ? "null" : "";
    return std::visit(
        [&](const auto& value) -> std::string {
            using T = std::decay_t<decltype(value)>;
            if constexpr (std::is_same_v<T, std::monostate>) {
                return none;
            } else if constexpr (std::is_same_v<T, bool>) {
                return value ? "true" : "false";
            } else if constexpr (std::is_same_v<T, std::string>) {
                return fieldOf(format, value);
            } else if constexpr (std::is_same_v<T, double>) {
                return std::isfinite(value) || *none == '\0' ? numberText(value) : none;
            } else {
                return numberText(value);
            }
        },
        cell.value);
}

Table picked(Table table, const std::vector<size_t>& positions) {
    const auto pick = [&](auto& all) {
        auto entries = std::exchange(all, {});
        for (const size_t position : positions) {
            all.push_back(std::move(entries[position]));
        }
    };
    pick(table.columns);
    std::ranges::for_each(table.rows, pick);
    return table;
}

/// Groups the rows by a column. The groups are in the order of their first rows.
std::vector<RowGroup> groupRows(const Table& table, size_t column) {
    std::vector<RowGroup> groups;
    std::map<Cell::Value, size_t> positions;
    for (size_t row = 0; row < table.rows.size(); ++row) {
        const Cell& key = table.rows[row][column];
        const auto [position, isNew] = positions.try_emplace(key.value, groups.size());
        if (isNew) {
            groups.push_back({key, {}});
        }
        groups[position->second].rows.push_back(row);
    }
    return groups;
}

} // namespace

std::optional<size_t> Table::find(std::string_view key) const {
    const auto found = std::ranges::find(columns, key, &Column::key);
    return found == columns.end() ? std::nullopt
                                  : std::optional(static_cast<size_t>(found - columns.begin()));
}

Table Table::only(std::initializer_list<std::string_view> keys) && {
    std::vector<size_t> positions;
    for (const std::string_view key : keys) {
        if (const auto position = find(key)) {
            positions.push_back(*position);
        }
    }
    return picked(std::move(*this), positions);
}

Table Table::without(std::initializer_list<std::string_view> keys) && {
    std::vector<size_t> positions;
    for (size_t position = 0; position < columns.size(); ++position) {
        if (std::ranges::find(keys, columns[position].key) == keys.end()) {
            positions.push_back(position);
        }
    }
    return picked(std::move(*this), positions);
}

std::vector<RowGroup> largestGroups(const Table& table, std::string_view key) {
    std::vector<RowGroup> groups = groupRows(table, *table.find(key));
    const size_t bytes = *table.find("bytes");
    uint64_t total = 0;
    for (RowGroup& group : groups) {
        group.bytes =
            sumOf(group.rows, [&](size_t row) { return std::get<uint64_t>(table.rows[row][bytes].value); });
        total += group.bytes;
    }
    for (RowGroup& group : groups) {
        group.share = static_cast<double>(group.bytes) / static_cast<double>(std::max<uint64_t>(total, 1));
    }
    std::ranges::sort(groups, [](const RowGroup& a, const RowGroup& b) {
        return a.bytes != b.bytes ? a.bytes > b.bytes : a.key.value < b.key.value;
    });
    return groups;
}

Table summed(const Table& table) {
    Table sums{table.columns, {}};
    for (const RowGroup& group : groupRows(table, 0)) {
        std::vector<Cell>& cells = sums.rows.emplace_back(std::vector<Cell>{group.key});
        for (size_t column = 1; column < table.columns.size(); ++column) {
            cells.emplace_back(sumOf(
                group.rows, [&](size_t row) { return std::get<int64_t>(table.rows[row][column].value); }));
        }
    }
    return sums;
}

TableWriter::TableWriter(const std::vector<Column>& columns, TableFormat format)
    : m_format(format)
    , m_names(mapped(columns, [&](const Column& column) { return fieldOf(format, column.key); })) {
}

std::string TableWriter::begin() const {
    return m_format == TableFormat::Json
               ? "["
               : joinedTexts(m_names, delimiterOf(m_format), std::identity()) + '\n';
}

std::string TableWriter::row(size_t number, const std::vector<Cell>& cells) const {
    const bool json = m_format == TableFormat::Json;
    std::string text = !json ? "" : number > 0 ? ",\n  {" : "\n  {";
    for (size_t column = 0; column < cells.size(); ++column) {
        if (json) {
            text += (column > 0 ? ", " : "") + m_names[column] + ": ";
        } else if (column > 0) {
            text += delimiterOf(m_format);
        }
        text += fieldOf(m_format, cells[column]);
    }
    return text + (json ? '}' : '\n');
}

std::string TableWriter::end(size_t rows) const {
    return m_format != TableFormat::Json ? "" : rows > 0 ? "\n]\n" : "]\n";
}

std::string toText(const Table& table, TableFormat format) {
    const TableWriter writer(table.columns, format);
    std::string text = writer.begin();
    for (size_t row = 0; row < table.rows.size(); ++row) {
        text += writer.row(row, table.rows[row]);
    }
    return text + writer.end(table.rows.size());
}

std::optional<TableFormat> tableFormatOf(std::string_view name) {
    for (const auto& [known, format] :
         {std::pair{"tsv", TableFormat::Tsv}, {"csv", TableFormat::Csv}, {"json", TableFormat::Json}}) {
        if (name == known) {
            return format;
        }
    }
    return std::nullopt;
}

} // namespace tileline
