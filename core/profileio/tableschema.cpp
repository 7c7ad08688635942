// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profileio/tableschema.h"

#include "core/base/location.h"

namespace tileline {

namespace {

/// Whether the database has the table. MissingTable for a view or virtual table of that name, which could
/// contain anything.
Outcome<bool> hasTable(Database& database, std::string_view table) {
    auto query =
        TRY(database.prepare("SELECT type, rootpage FROM sqlite_schema WHERE name = ?1 COLLATE NOCASE "
                             "AND type IN ('table', 'view')"));
    query.bind(1, table);
    auto row = query.step();
    if (!row || !*row) {
        return row;
    }
    if (query.type(1) == ValueType::Integer && query.integer(1) > 0) {
        return true;
    }
    return Error{ErrorCode::MissingTable,
                 {},
                 std::string(table),
                 "a table",
                 query.text(0) == "view" ? "a view" : "a virtual table"};
}

Outcome<format::ColumnNames> columnsOf(Database& database, std::string_view table) {
    auto query = TRY(database.prepare("SELECT lower(name) FROM pragma_table_info(?1)"));
    query.bind(1, table);
    format::ColumnNames columns;
    for (;;) {
        auto row = TRY(query.step());
        if (!row) {
            return columns;
        }
        columns.emplace(query.text(0));
    }
}

} // namespace

Outcome<std::optional<format::ColumnNames>> absentColumns(Database& database, const format::Table& table) {
    const bool there = TRY(hasTable(database, table.name));
    if (!there && !table.optional) {
        return Error{ErrorCode::MissingTable, {}, std::string(table.name), "the table", "none"};
    }
    if (!there) {
        return std::optional<format::ColumnNames>();
    }
    auto columns = TRY(columnsOf(database, table.name));
    format::ColumnNames absent;
    for (const format::Column& column : table.columns) {
        if (columns.contains(column.name)) {
            continue;
        }
        if (!column.optional) {
            return Error{ErrorCode::MissingColumn,
                         {},
                         Location{.table = table.name, .column = column.name}.text(),
                         "the column",
                         "none"};
        }
        absent.emplace(column.name);
    }
    return std::optional(std::move(absent));
}

} // namespace tileline
