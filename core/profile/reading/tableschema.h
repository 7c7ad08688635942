// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/profile/reading/database.h"
#include "core/profile/reading/tableformat.h"

#include <optional>

namespace tileline {

/// Compares the tables of a database with those of a format.
class SchemaCheck {
public:
    static Outcome<SchemaCheck> make(Database& database);

    /// The columns of `table` that the database does not have; empty if it does not have the table.
    /// MissingTable if the table is absent and not optional, or if a view or virtual table has its name,
    /// which could contain anything. MissingColumn if a column is absent that is not optional.
    Outcome<std::optional<format::ColumnNames>> absentColumns(const format::Table& table);

private:
    SchemaCheck(Statement tables, Statement columns);

    Outcome<bool> hasTable(std::string_view table);
    Outcome<format::ColumnNames> columnsOf(std::string_view table);

    Statement m_tables;
    Statement m_columns;
};

} // namespace tileline
