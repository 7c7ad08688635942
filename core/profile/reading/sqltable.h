// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/profile/profilebuilder.h"
#include "core/profile/reading/rowstream.h"
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
    std::string_view declaration{}; ///< as in CREATE TABLE
    bool optional = false;          ///< may be absent; it is then read as NULL
};

/// A table of a format, for SQL and for the places of errors.
struct Table {
    std::string_view name;
    std::vector<Column> columns{};
    std::string_view constraint{}; ///< further table constraints
    bool withoutRowid = false;
    bool keyed = true;        ///< the first column is an integer that identifies the row in errors
    std::string_view last{};  ///< a column that may be absent: only rows with its largest value are read
    std::string_view order{}; ///< columns by which rows are sorted; empty: in the order of the file
    bool optional = false;    ///< may be absent
    uint32_t rowCost = 1;     ///< time to read a row, compared with rows of the format's other tables

    std::string createStatement() const;
};

/// A text that can be an argument of a template.
template <size_t Size>
struct Sql {
    constexpr Sql(const char (&from)[Size]) { std::copy_n(from, Size, text); } // from a literal
    char text[Size]{};
};

/// A column, with the function that reads its values and its declaration: of a format that is only read,
/// none. `Read` is a function of the cursor, which may also take the reader, or of the reader.
template <auto Read, Sql Declaration = "">
struct ColumnOf : Column {
    explicit ColumnOf(std::string_view of, bool mayBeAbsent = false)
        : Column{of, Declaration.text, mayBeAbsent} {}

    /// A declaration of a type alone: NULL stands for an empty value.
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

/// A table whose columns have types: what reads and writes its rows is made of it by the compiler.
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

/// Which tables and columns of a format a database has.
class Schema {
public:
    explicit Schema(Database& database)
        : m_database(database) {}

    /// Must be called for each table before the other functions. MissingTable if the table is absent and not
    /// optional, or if a view or virtual table has its name, which could contain anything. MissingColumn if a
    /// column is absent that is not optional.
    Outcome<Done> check(const format::Table& table);
    bool has(const format::Table& table) const { return m_absent.contains(table.name); }
    bool has(const format::Table& table, std::string_view column) const;
    /// Selects the columns of the table, NULL for those that are absent; nothing if there is no table.
    Outcome<std::optional<Statement>> select(const format::Table& table) const;
    /// The same as SQL; the table must be there.
    std::string selectText(const format::Table& table) const;

private:
    using ColumnNames = std::set<std::string, std::less<>>;

    Database& m_database;
    std::map<std::string_view, ColumnNames> m_absent; ///< by name of a table that is there; in lower case
};

/// Reads the rows of one table and checks every value against the format. After the first failure, the
/// functions return zeros or empty values, next() returns false, and finish() returns the failure.
class TableCursor {
public:
    /// Reads the rows of a statement that was made for the table. Without a statement there are no rows. In
    /// the progress, each row counts as `rowBytes`; if there are none, as the bytes of its values.
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
    /// A position in a list. It must be greater than that of the previous row.
    uint64_t position(int column);
    /// The same, if the list is the whole table: 0 in the first row, then 1, 2, ...
    uint64_t rowNumber(int column);
    std::string text(int column);
    std::optional<uint32_t> optionalU32(int column) {
        return isNull(column) ? std::nullopt : std::optional(u32(column));
    }
    std::optional<uint64_t> optionalU64(int column) {
        return isNull(column) ? std::nullopt : std::optional(u64(column));
    }
    std::optional<double> optionalReal(int column);
    /// Empty if NULL.
    std::string optionalText(int column) { return isNull(column) ? std::string() : text(column); }

    std::span<const std::byte> blob(int column); ///< empty if NULL
    /// A BLOB of little-endian u32, valid until the next row.
    std::span<const uint32_t> list(int column) {
        return check(column, ValueType::Blob) ? optionalList(column) : std::span<const uint32_t>();
    }
    std::span<const uint32_t> optionalList(int column); ///< empty if NULL
    /// Stores a by-tile BLOB in the builder's pool.
    ByTile byTile(int column, ProfileBuilder& builder);
    ByTile optionalByTile(int column, ProfileBuilder& builder) {
        return isNull(column) ? ByTile() : byTile(column, builder);
    }

    bool ok() const { return !m_failure; }
    /// Fails this row if the builder refused it.
    void accept(Result<Done> result);
    /// Fails this row with a failure that does not name its place. The error names `column`.
    void accept(Result<Done> result, int column);
    /// Fails this row. The error names `column` as the place; none if it is negative.
    void fail(ErrorCode code, int column, std::string expected, std::string actual);
    /// Fails this row, whose id is that of another one.
    void failDuplicate(uint64_t id);
    /// Fails this row, which has an id that no row of another table has.
    void failUnknown(int column, std::string_view table, uint64_t id);
    /// MissingRow if there were no rows, but `needed` says which ones there must be.
    Outcome<Done> finish(const char* needed = nullptr);

    /// Number of rows read so far.
    uint64_t rows() const { return m_rows; }

private:
    Location location(int column) const;
    bool check(int column, ValueType type);
    bool isNull(int column) const { return m_failure || m_values->type(column) == ValueType::Null; }
    std::optional<uint64_t> natural(int column, uint64_t maximum);
    /// Counts the bytes of a value.
    bool take(int column, size_t bytes);

    const format::Table& m_table;
    LoadMeter& m_meter;
    std::optional<uint64_t> m_rowBytes;
    std::optional<RowStream> m_values; ///< empty if there is nothing to read
    std::optional<Failure> m_failure;
    uint64_t m_rows = 0;
    uint64_t m_key = 0;
    uint64_t m_nextPosition = 0;
};

/// Reads the rows, and passes the values of each to `use`, after the cursor itself if it takes that, too.
/// `use` may return a Result<Done>, whose failure is then that of the row. `needed`: see finish().
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
