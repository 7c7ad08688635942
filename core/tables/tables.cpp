// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tables/tables.h"

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
    return escaped;
}

std::string quotedForCsv(const std::string& text) {
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

std::string jsonString(const std::string& text) {
    return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
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
    const auto append = [&](size_t column, const std::string& value) {
        if (column > 0) {
            text += delimiter;
        }
        text += field(value);
    };
    for (size_t column = 0; column < table.columns.size(); ++column) {
        append(column, table.columns[column].name);
    }
    text += '\n';
    for (const std::vector<Cell>& row : table.rows) {
        for (size_t column = 0; column < row.size(); ++column) {
            append(column, plainText(row[column]));
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
