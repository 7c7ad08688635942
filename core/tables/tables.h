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

/// The type of the cells in a column. A cell can be empty in any column.
enum class ColumnType : uint8_t { Text, Integer, Real, Boolean };

struct Column {
    std::string name; ///< header in TSV and CSV, key in JSON
    ColumnType type = ColumnType::Text;
};

/// One value of a table: empty, text (UTF-8), an integer, a real number or a Boolean.
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

/// A table as data, for everything that is copied or exported. Each row has one cell per column.
struct Table {
    std::vector<Column> columns;
    std::vector<std::vector<Cell>> rows;
};

/// In all formats but RawCsv, what printable() escapes is written as `\uXXXX`.
enum class TableFormat : uint8_t {
    /// A header line and a line for each row, each ended by a line feed. Fields are separated by tabs. In
    /// text, backslash, tab, line feed and carriage return are written as `\\`, `\t`, `\n` and `\r`. Empty
    /// cells are empty fields.
    Tsv,
    /// Quoted as in RFC 4180, but lines end with a line feed: a field that contains a quote, comma, CR or LF
    /// is quoted, and its quotes are doubled. Spreadsheets take a text that begins with `=`, `+`, `-`, `@` or
    /// a control character for a formula, so it gets a leading apostrophe. Numbers do not.
    Csv,
    RawCsv,    ///< CSV with the texts as they are
    Clipboard, ///< TSV to paste into a spreadsheet
    /// An array with one object per row, one row per line, and keys in the order of the columns. Empty cells
    /// and numbers that JSON cannot represent (infinity, NaN) are null. Bytes that are not valid UTF-8 become
    /// U+FFFD.
    Json,
};

/// A text as a field of TableFormat::Clipboard: escaped as in TSV, with the apostrophe of CSV.
std::string clipboardField(const std::string& text);

std::string toText(const Table& table, TableFormat format);

/// The text of a table in parts, for tables that would not fit into the memory.
class TableWriter {
public:
    TableWriter(const std::vector<Column>& columns, TableFormat format);

    std::string begin() const; ///< what is before the rows
    /// The rows must be written in order, from 0.
    std::string row(size_t number, const std::vector<Cell>& cells) const;
    std::string end(size_t rows) const; ///< what is after them

private:
    TableFormat m_format;
    std::vector<std::string> m_names; ///< of the columns, as the format writes them
};

/// "tsv", "csv" or "json".
std::optional<TableFormat> tableFormatOf(std::string_view name);

} // namespace tileline
