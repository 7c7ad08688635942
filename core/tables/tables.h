// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/translatable.h"

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace tileline {

/// The type of the cells of a column. In a column of any type, cells can be empty.
enum class ColumnType : uint8_t {
    // Text types. In columns of these types, the window shows names instead of ids, and omits directories.
    Text,
    Layer,  ///< a layer name in the form of Layers::nameInFiles()
    Source, ///< a file and a line
    Category,
    Role,
    Cause,
    Change,
    Figure,
    Step, ///< the kind or the pass of a step, or the type of a TraceBlock
    Help, ///< one of HelpIds
    // Whole-number types.
    Integer,
    Bytes,
    ByteChange,
    // Real-number types and, at the end, Boolean.
    Real,
    Cycles,
    Share,   ///< a share, from 0 to 1
    Balance, ///< balance of the work between tiles, from 0 to 1
    Boolean,
};
constexpr bool isText(ColumnType type) {
    return type < ColumnType::Integer;
}

/// The translation context for the titles and tips of columns. The window translates these texts.
struct ColumnText {
    TILELINE_TR_FUNCTIONS(Columns)
};

/// A column of a table. The same description serves the command line, CSV, JSON and the window.
struct Column {
    std::string key; ///< header in TSV and CSV, key in JSON
    ColumnType type = ColumnType::Text;
    const char* title = ""; ///< title in the window; %1 stands for `titleValue`
    const char* tip = "";   ///< explanation of the title
    std::string titleValue = {};
};

/// One value of a table: text (UTF-8), an integer, a real number, a Boolean, or empty.
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

inline Cell textCell(std::string text) {
    return text.empty() ? Cell() : Cell(std::move(text));
}

/// A table as data, which can be shown, copied or exported. Each row has one cell per column.
struct Table {
    std::vector<Column> columns;
    std::vector<std::vector<Cell>> rows = {};

    /// The position of the column with the key `key`; empty if the table does not have this column.
    std::optional<size_t> find(std::string_view key) const;
    /// A table of the columns in `keys`, in the order of `keys`. Keys without a column are ignored.
    Table only(std::initializer_list<std::string_view> keys) &&;
    Table without(std::initializer_list<std::string_view> keys) &&;
};

/// The rows of a table that have the same cell in a column.
struct RowGroup {
    Cell key;
    std::vector<size_t> rows;
    uint64_t bytes = 0; ///< sum of the bytes of the rows
    double share = 0;   ///< `bytes` as a share of the bytes of all rows
};
/// Groups the rows by the column `key`. The groups with the most bytes (column `bytes`, uint64_t) come first.
std::vector<RowGroup> largestGroups(const Table& table, std::string_view key);
/// Merges all rows that have the same first cell. Their other cells, which must be int64_t, are added up.
Table summed(const Table& table);

/// The columns of a table in which each row stands for an object of type Row. Each column has a function that
/// makes a cell from an object of type Row.
template <class Row>
class Columns {
public:
    struct Entry {
        Column column;
        std::function<Cell(const Row&)> cell;
    };

    Columns(std::initializer_list<Entry> entries) {
        for (const Entry& entry : entries) {
            m_columns.push_back(entry.column);
            m_cells.push_back(entry.cell);
        }
    }
    void add(const Columns& more) {
        m_columns.insert(m_columns.end(), more.m_columns.begin(), more.m_columns.end());
        m_cells.insert(m_cells.end(), more.m_cells.begin(), more.m_cells.end());
    }

    const std::vector<Column>& columns() const { return m_columns; }
    Cell cell(const Row& row, size_t column) const { return m_cells[column](row); }
    std::vector<Cell> row(const Row& row) const {
        std::vector<Cell> cells;
        cells.reserve(m_cells.size());
        for (const auto& cell : m_cells) {
            cells.push_back(cell(row));
        }
        return cells;
    }
    /// Makes a table with a row for each object. `rows` is a range of objects or, if Row is an integer type,
    /// the number of objects.
    template <class Rows>
    Table table(const Rows& rows) const {
        Table table{m_columns, {}};
        if constexpr (std::is_integral_v<Rows>) {
            for (Rows i = 0; i < rows; ++i) {
                table.rows.push_back(row(static_cast<Row>(i)));
            }
        } else {
            for (const auto& each : rows) {
                table.rows.push_back(row(each));
            }
        }
        return table;
    }

private:
    std::vector<Column> m_columns;
    std::vector<std::function<Cell(const Row&)>> m_cells; ///< by column: function for its cells
};

/// The format of a table's text. All formats except RawCsv escape the characters that printable() escapes.
enum class TableFormat : uint8_t {
    /// A header line and a line for each row. Each line ends with a line feed. Fields are separated by tabs.
    /// In text, backslash, tab, line feed and carriage return are written as `\\`, `\t`, `\n` and `\r`. Empty
    /// cells are empty fields.
    Tsv,
    /// CSV, quoted as in RFC 4180: a field that contains a quote, comma, CR or LF is quoted, and its quotes
    /// are doubled. But lines end with LF, not with CR LF. A text that begins with `=`, `+`, `-`, `@` or a
    /// control character gets a leading apostrophe, because spreadsheets would treat it as a formula. Numbers
    /// get no apostrophe.
    Csv,
    RawCsv,    ///< CSV without apostrophes and escapes: texts are only quoted
    Clipboard, ///< TSV for pasting into a spreadsheet, with apostrophes as in CSV
    /// JSON: an array with one object per row, one row per line, and keys in the order of the columns. Empty
    /// cells are null, and so are infinity and NaN, which JSON cannot represent. Bytes that are not valid
    /// UTF-8 become U+FFFD.
    Json,
};

std::string toText(const Table& table, TableFormat format);

/// Makes the text of a table row by row, for tables that are too large to be held in memory.
class TableWriter {
public:
    TableWriter(const std::vector<Column>& columns, TableFormat format);

    std::string begin() const; ///< the text before the rows
    /// The text of row `number`. The rows must be written in order, from 0.
    std::string row(size_t number, const std::vector<Cell>& cells) const;
    std::string end(size_t rows) const; ///< the text after the rows

private:
    TableFormat m_format;
    std::vector<std::string> m_names; ///< the columns' names, written as fields of the format
};

/// The format with the name "tsv", "csv" or "json"; empty for any other name.
std::optional<TableFormat> tableFormatOf(std::string_view name);

} // namespace tileline
