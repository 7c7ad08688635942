// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/reading/tableschema.h"

#include "core/base/location.h"

namespace tileline {

SchemaCheck::SchemaCheck(Statement tables, Statement columns)
    : m_tables(std::move(tables))
    , m_columns(std::move(columns)) {
}

Outcome<SchemaCheck> SchemaCheck::make(Database& database) {
    auto tables =
        TRY(database.prepare("SELECT type, rootpage FROM sqlite_schema WHERE name = ?1 COLLATE NOCASE "
                             "AND type IN ('table', 'view')"));
    auto columns = TRY(database.prepare("SELECT lower(name) FROM pragma_table_info(?1)"));
    return SchemaCheck(std::move(tables), std::move(columns));
}

Outcome<bool> SchemaCheck::hasTable(std::string_view table) {
    m_tables.reset();
    m_tables.bind(1, table);
    auto row = m_tables.step();
    if (!row || !*row) {
        return row;
    }
    if (m_tables.type(1) == ValueType::Integer && m_tables.integer(1) > 0) {
        return true;
    }
    return Error{ErrorCode::MissingTable,
                 {},
                 std::string(table),
                 "a table",
                 m_tables.text(0) == "view" ? "a view" : "a virtual table"};
}

Outcome<format::ColumnNames> SchemaCheck::columnsOf(std::string_view table) {
    m_columns.reset();
    m_columns.bind(1, table);
    format::ColumnNames columns;
    for (;;) {
        auto row = TRY(m_columns.step());
        if (!row) {
            return columns;
        }
        columns.emplace(m_columns.text(0));
    }
}

Outcome<std::optional<format::ColumnNames>> SchemaCheck::absentColumns(const format::Table& table) {
    const bool there = TRY(hasTable(table.name));
    if (!there && !table.optional) {
        return Error{ErrorCode::MissingTable, {}, std::string(table.name), "the table", "none"};
    }
    if (!there) {
        return std::optional<format::ColumnNames>();
    }
    auto columns = TRY(columnsOf(table.name));
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
