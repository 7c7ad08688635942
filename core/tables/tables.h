// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

namespace tileline {

/// What the cells of a column hold. A cell can be empty in any column.
enum class ColumnType : uint8_t { Text, Integer, Real, Boolean };

struct Column {
    std::string name; ///< header in TSV and CSV, key in JSON
    ColumnType type = ColumnType::Text;
};

/// One value of a table: nothing, text (UTF-8), a whole number, a real number, or yes and no.
struct Cell {
    using Value = std::variant<std::monostate, bool, int64_t, uint64_t, double, std::string>;

    Cell() = default;
    Cell(std::string text)
        : value(std::move(text)) {}
    Cell(std::string_view text)
        : value(std::string(text)) {}
    Cell(const char* text)
        : value(std::string(text)) {}
    template <class T>
    requires std::is_arithmetic_v<T> Cell(T number) {
        if constexpr (std::is_same_v<T, bool>) {
            value = number;
        } else if constexpr (std::is_floating_point_v<T>) {
            value = double{number};
        } else if constexpr (std::is_signed_v<T>) {
            value = int64_t{number};
        } else {
            value = uint64_t{number};
        }
    }
    template <class T>
    Cell(const std::optional<T>& maybe)
        : Cell(maybe ? Cell(*maybe) : Cell()) {}

    Value value;
    bool operator==(const Cell&) const = default;
};

/// A table as data, for all that is copied or exported. Rows have as many cells as there are columns.
struct Table {
    std::vector<Column> columns;
    std::vector<std::vector<Cell>> rows;
};

enum class TableFormat : uint8_t { Tsv, Csv, Json };

/// One header line and a line for each row, each ended by a line feed. Fields are separated by tabs; in text,
/// backslash, tab, line feed and carriage return are written `\\`, `\t`, `\n` and `\r`. Empty cells are
/// empty.
std::string toTsv(const Table& table);

/// As RFC 4180 quotes, with line feeds: a field with a quote, comma, CR or LF is quoted, quotes are doubled.
std::string toCsv(const Table& table);

/// An array with an object for each row, one row a line, keys in the order of the columns. Empty cells and
/// numbers that JSON has no way to write (infinity, NaN) are null. Bytes that are no UTF-8 become U+FFFD.
std::string toJson(const Table& table);

std::string toText(const Table& table, TableFormat format);

/// "tsv", "csv" or "json".
std::optional<TableFormat> tableFormatOf(std::string_view name);

} // namespace tileline
