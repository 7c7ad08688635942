// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tables/tables.h"

#include "core/base/printable.h"

#include <nlohmann/json.hpp>

#include <array>
#include <charconv>
#include <cmath>
#include <type_traits>

namespace tileline {

namespace {

/// Shortest text that reads back as the same number.
template <class T>
std::string numberText(T number) {
    std::array<char, 32> buffer{};
    const auto [end, error] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), number);
    return {buffer.data(), end};
}

std::string plainText(const Cell& cell) {
    return std::visit(
        [](const auto& value) -> std::string {
            using T = std::decay_t<decltype(value)>;
            if constexpr (std::is_same_v<T, std::monostate>) {
                return {};
            } else if constexpr (std::is_same_v<T, bool>) {
                return value ? "true" : "false";
            } else if constexpr (std::is_same_v<T, std::string>) {
                return value;
            } else {
                return numberText(value);
            }
        },
        cell.value);
}

std::string escapedForTsv(const std::string& text) {
    std::string escaped;
    escaped.reserve(text.size());
    for (const char c : text) {
        switch (c) {
        case '\\':
            escaped += "\\\\";
            break;
        case '\t':
            escaped += "\\t";
            break;
        case '\n':
            escaped += "\\n";
            break;
        case '\r':
            escaped += "\\r";
            break;
        default:
            escaped += c;
        }
    }
    return printable(escaped);
}

/// A text that a spreadsheet would take for a formula gets an apostrophe in front.
std::string withoutFormula(const std::string& text, std::string (*escape)(const std::string&)) {
    std::string escaped = escape(text);
    const bool isEscapedFirst = !text.empty() && escaped.front() == '\\' && text.front() != '\\';
    const bool isFormula =
        isEscapedFirst || (!text.empty() && std::string_view("=+-@").find(text.front()) != std::string::npos);
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

std::string quotedForCsv(const std::string& text) {
    return quotedRaw(withoutFormula(text, [](const std::string& raw) { return printable(raw); }));
}

std::string jsonString(const std::string& text) {
    return printable(nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
}

std::string jsonValue(const Cell& cell) {
    if (std::holds_alternative<std::monostate>(cell.value)) {
        return "null";
    }
    if (const auto* number = std::get_if<double>(&cell.value); number && !std::isfinite(*number)) {
        return "null";
    }
    const std::string text = plainText(cell);
    return std::holds_alternative<std::string>(cell.value) ? jsonString(text) : text;
}

std::string delimited(const Table& table, char delimiter, std::string (*field)(const std::string&)) {
    std::string text;
    for (size_t column = 0; column < table.columns.size(); ++column) {
        (column > 0 ? text += delimiter : text) += field(table.columns[column].name);
    }
    text += '\n';
    for (const std::vector<Cell>& row : table.rows) {
        for (size_t column = 0; column < row.size(); ++column) {
            const auto* const name = std::get_if<std::string>(&row[column].value);
            (column > 0 ? text += delimiter : text) += name ? field(*name) : plainText(row[column]);
        }
        text += '\n';
    }
    return text;
}

} // namespace

std::string toTsv(const Table& table) {
    return delimited(table, '\t', escapedForTsv);
}

std::string toCsv(const Table& table) {
    return delimited(table, ',', quotedForCsv);
}

std::string clipboardField(const std::string& text) {
    return withoutFormula(text, escapedForTsv);
}

std::string toJson(const Table& table) {
    std::vector<std::string> keys;
    for (const Column& column : table.columns) {
        keys.push_back(jsonString(column.name));
    }
    std::string text = "[";
    const char* rowSeparator = "\n";
    for (const std::vector<Cell>& row : table.rows) {
        text += rowSeparator;
        rowSeparator = ",\n";
        text += "  {";
        for (size_t column = 0; column < row.size(); ++column) {
            text += (column > 0 ? ", " : "") + keys[column] + ": " + jsonValue(row[column]);
        }
        text += '}';
    }
    return text + (table.rows.empty() ? "]\n" : "\n]\n");
}

std::string toText(const Table& table, TableFormat format) {
    switch (format) {
    case TableFormat::Tsv:
        return toTsv(table);
    case TableFormat::Csv:
        return toCsv(table);
    case TableFormat::RawCsv:
        return delimited(table, ',', quotedRaw);
    case TableFormat::Clipboard:
        return delimited(table, '\t', clipboardField);
    case TableFormat::Json:
        break;
    }
    return toJson(table);
}

std::optional<TableFormat> tableFormatOf(std::string_view name) {
    if (name == "tsv") {
        return TableFormat::Tsv;
    }
    if (name == "csv") {
        return TableFormat::Csv;
    }
    if (name == "json") {
        return TableFormat::Json;
    }
    return std::nullopt;
}

} // namespace tileline
