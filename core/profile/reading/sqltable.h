// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/profile/profilebuilder.h"
#include "core/profile/reading/database.h"
#include "core/profile/reading/source.h"

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <vector>

namespace tileline {

namespace format {

struct Column {
    std::string_view name;
    std::string_view declaration{}; ///< declaration in CREATE TABLE
    bool optional = false;          ///< the column may be absent; it is then read as NULL
};

/// A table of a format, used to create SQL and to name places in errors.
struct Table {
    std::string_view name;
    std::vector<Column> columns{};
    std::string_view constraint{}; ///< further constraints on the table
    bool withoutRowid = false;
    bool keyed = true;       ///< whether the first column is an integer that identifies a row in errors
    std::string_view last{}; ///< if the table has this column, only rows with its largest value are read
    bool optional = false;   ///< the table may be absent
    uint32_t rowCost = 1;    ///< relative time to read a row; 1 for most tables of a format

    std::string createStatement() const;
    /// The minimum size of a row in bytes: 4 bytes of overhead, and a byte for each required column.
    uint64_t minRowBytes() const {
        return 4 + static_cast<uint64_t>(std::ranges::count(columns, false, &Column::optional));
    }
};

/// SQL text that can be a template argument.
template <size_t Size>
struct Sql {
    constexpr Sql(const char (&from)[Size]) { std::copy_n(from, Size, text); } // from a literal
    char text[Size]{};
};

/// A column with its declaration and the function that reads its values. The declaration is empty in formats
/// that Tileline only reads. `Read` is a member function of the reader or of the cursor; a function of the
/// cursor may take the reader as an argument.
template <auto Read, Sql Declaration = "">
struct ColumnOf : Column {
    explicit ColumnOf(std::string_view of, bool mayBeAbsent = false)
        : Column{of, Declaration.text, mayBeAbsent} {}

    /// Whether NULL stands for an empty value: true if the declaration consists only of a type.
    static constexpr bool Nullable = std::ranges::count(Declaration.text, ' ') == 0;

    template <class Cursor, class Reader>
    static auto read(Cursor& rows, int column, Reader& reader) {
        if constexpr (std::is_invocable_v<decltype(Read), Cursor&, int>) {
            return std::invoke(Read, rows, column);
        } else if constexpr (std::is_invocable_v<decltype(Read), Cursor&, int, Reader&>) {
            return std::invoke(Read, rows, column, reader);
        } else {
            return std::invoke(Read, reader, rows, column);
        }
    }
};

/// A table whose columns have types; the compiler generates the code that reads and writes its rows.
template <class... Columns>
struct TableOf : Table {
    TableOf(Table table, Columns... typed)
        : Table(std::move(table)) {
        columns = {typed...};
    }
};

template <class... Tables>
std::array<const Table*, sizeof...(Tables)> listOf(const Tables&... tables) {
    return {&tables...};
}

} // namespace format

/// Finds out which tables and columns of a format exist in a database.
class Schema {
public:
    explicit Schema(Database& database)
        : m_database(&database) {}

    /// For every table, check() must be called before the other functions. Errors: MissingTable if a required
    /// table is absent, or is a view or a virtual table and could therefore contain anything; MissingColumn
    /// if a required column is absent.
    Outcome<Done> check(const format::Table& table);
    bool has(const format::Table& table) const { return m_absent.contains(table.name); }
    bool has(const format::Table& table, std::string_view column) const;
    /// Selects the table's columns, with NULL for absent columns. Returns an empty value if the table is
    /// absent.
    Outcome<std::optional<Statement>> select(const format::Table& table) const;
    /// The same schema for another connection to the same file.
    Schema on(Database& other) const {
        Schema schema = *this;
        schema.m_database = &other;
        return schema;
    }

private:
    using ColumnNames = std::set<std::string, std::less<>>;

    Database* m_database;
    std::map<std::string_view, ColumnNames> m_absent; ///< by table: absent columns, in lower case
};

/// Reads the rows of one table and checks every value against the format. After the first failure, the
/// functions return zeros or empty values, next() returns false, and finish() returns the failure.
class TableCursor {
public:
    /// `statement` is from Schema::select(). An empty statement means that there are no rows. Each row adds
    /// `rowBytes` to the progress; if `rowBytes` is empty, the row adds the bytes of its values.
    TableCursor(Outcome<std::optional<Statement>> statement, const format::Table& table, LoadMeter& meter,
                std::optional<uint64_t> rowBytes = {});

    /// Moves to the next row. Returns false after the last row, after a failure, and when a stop is
    /// requested.
    bool next();

    uint32_t u32(int column);
    uint64_t u64(int column);
    int64_t signedInteger(int column) {
        return check(column, ValueType::Integer) ? m_values->integer(column) : 0;
    }
    bool flag(int column) { return u32(column) != 0; }
    /// Reads a position in a list. The positions must ascend from row to row.
    uint64_t position(int column);
    /// Reads the position of a row in its table: it must be 0 in the first row, then 1, 2, ...
    uint64_t rowNumber(int column);
    std::string text(int column);
    std::optional<uint32_t> optionalU32(int column) {
        return isNull(column) ? std::nullopt : std::optional(u32(column));
    }
    std::optional<uint64_t> optionalU64(int column) {
        return isNull(column) ? std::nullopt : std::optional(u64(column));
    }
    std::optional<double> optionalReal(int column);
    /// Reads a string; NULL gives an empty string.
    std::string optionalText(int column) { return isNull(column) ? std::string() : text(column); }

    std::span<const std::byte> blob(int column); ///< NULL gives an empty span
    /// Reads a BLOB of little-endian 32-bit integers. The span is valid until the next row.
    std::span<const uint32_t> list(int column) {
        return check(column, ValueType::Blob) ? optionalList(column) : std::span<const uint32_t>();
    }
    std::span<const uint32_t> optionalList(int column); ///< NULL gives an empty span
    /// Reads a by-tile BLOB and stores it in the builder's pool.
    ByTile byTile(int column, ProfileBuilder& builder);
    ByTile optionalByTile(int column, ProfileBuilder& builder) {
        return isNull(column) ? ByTile() : byTile(column, builder);
    }

    bool ok() const { return !m_failure; }
    /// Makes this row fail if `result` is a failure. The error keeps the place that `result` names.
    void accept(Result<Done> result);
    /// Makes this row fail if `result` is a failure. The error names `column` as its place.
    void accept(Result<Done> result, int column);
    /// Makes this row fail. The error names `column` as the place, unless `column` is negative.
    void fail(ErrorCode code, int column, std::string expected, std::string actual);
    /// Reports an error for this row: another row has the same id.
    void failDuplicate(uint64_t id);
    /// Reports an error for this row: `column` contains an id that does not occur in `table`.
    void failUnknown(int column, std::string_view table, uint64_t id);
    /// Ends the reading. If the table must have rows, `needed` describes them; otherwise `needed` is null.
    /// Error: MissingRow if needed rows are absent.
    Outcome<Done> finish(const char* needed = nullptr);

    uint64_t rows() const { return m_rows; }

private:
    Location location(int column) const;
    bool check(int column, ValueType type);
    bool isNull(int column) const { return m_failure || m_values->type(column) == ValueType::Null; }
    std::optional<uint64_t> natural(int column, uint64_t maximum);
    /// Passes the size of a value to LoadMeter::take(). If take() refuses the size, the row fails, and this
    /// function returns false.
    bool take(int column, size_t bytes);

    const format::Table& m_table;
    LoadMeter& m_meter;
    std::optional<uint64_t> m_rowBytes;
    uint64_t m_minRowBytes;
    std::optional<Statement> m_values; ///< empty if there is nothing to read
    /// By column: an aligned copy of the list in the current row. SQLite does not align lists.
    std::vector<GrowingArray<uint32_t>> m_lists;
    ByTileEncoder m_encoder;
    std::optional<Failure> m_failure;
    uint64_t m_rows = 0;
    uint64_t m_key = 0;
    uint64_t m_nextPosition = 0;
};

/// Reads the rows, and passes the values of each row to `use`. If `use` can take the cursor as its first
/// argument, it gets the cursor too. If `use` returns a failure, the row fails. For `needed`, see finish().
template <class... Columns, class Reader, class Use>
Outcome<Done> readRows(TableCursor&& rows, const format::TableOf<Columns...>&, Reader& reader, const Use& use,
                       const char* needed = nullptr) {
    while (rows.next()) {
        auto column = [next = 0]() mutable { return next++; };
        auto values = std::tuple{Columns::read(rows, column(), reader)...};
        if (!rows.ok()) {
            break;
        }
        const auto call = [&](auto&... value) {
            if constexpr (std::is_invocable_v<const Use&, decltype(std::move(value))...>) {
                return use(std::move(value)...);
            } else {
                return use(rows, std::move(value)...);
            }
        };
        if constexpr (std::is_void_v<decltype(std::apply(call, values))>) {
            std::apply(call, values);
        } else {
            rows.accept(std::apply(call, values));
        }
    }
    return rows.finish(needed);
}

} // namespace tileline
