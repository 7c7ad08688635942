// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profileio/tileline/profiletables.h"
#include "core/profileio/tileline/tilelineformat.h"

#include <set>

namespace tileline {

namespace {

/// Whether the database has the table. MissingTable for a view or virtual table of that name, which could
/// contain anything.
Outcome<bool> hasTable(Database& database, std::string_view table) {
    auto query =
        TRY(database.prepare("SELECT type, rootpage FROM sqlite_schema WHERE name = ?1 COLLATE NOCASE "
                             "AND type IN ('table', 'view')"));
    query.bind(1, table);
    const auto row = query.step();
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

Outcome<std::set<std::string, std::less<>>> columnsOf(Database& database, std::string_view table) {
    auto query = TRY(database.prepare("SELECT lower(name) FROM pragma_table_info(?1)"));
    query.bind(1, table);
    std::set<std::string, std::less<>> columns;
    for (;;) {
        auto row = TRY(query.step());
        if (!row) {
            return columns;
        }
        columns.emplace(query.text(0));
    }
}

Outcome<Done> checkColumns(Database& database, const format::Table& table) {
    auto columns = TRY(columnsOf(database, table.name));
    for (const format::Column& column : table.columns) {
        if (!columns.contains(column.name)) {
            return Error{ErrorCode::MissingColumn,
                         {},
                         Location{.table = table.name, .column = column.name}.text(),
                         "the column",
                         "none"};
        }
    }
    return Done{};
}

} // namespace

Outcome<bool> ProfileTables::checkSchema() {
    size_t optionals = 0;
    for (const format::Table* table : format::tables()) {
        const auto there = hasTable(m_database, table->name);
        if (!there) {
            return there;
        }
        if (!*there && !table->optional) {
            return Error{ErrorCode::MissingTable, {}, std::string(table->name), "the table", "none"};
        }
        if (*there) {
            optionals += table->optional ? 1 : 0;
            TRY(checkColumns(m_database, *table));
        }
    }
    if (optionals == 1) {
        return Error{ErrorCode::MissingTable,
                     {},
                     "operation, operation_detail",
                     "both tables or neither",
                     "one of them"};
    }
    return optionals == 2;
}

} // namespace tileline
