// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/reading/tableformat.h"

namespace tileline::format {

namespace {

/// The names of the columns, separated by commas; NULL for those in `absent`.
std::string columnList(const Table& table, const ColumnNames& absent = {}) {
    std::string list;
    for (const Column& column : table.columns) {
        list.append(list.empty() ? "" : ", ");
        if (absent.contains(column.name)) {
            list.append("NULL");
        } else {
            list.append("\"").append(column.name).append("\"");
        }
    }
    return list;
}

} // namespace

std::string Table::createStatement() const {
    std::string sql = "CREATE TABLE \"" + std::string(name) + "\"(";
    for (const Column& column : columns) {
        sql.append(&column == &columns.front() ? "" : ", ");
        sql.append(column.name).append(" ").append(column.declaration);
    }
    if (!constraint.empty()) {
        sql.append(", ").append(constraint);
    }
    return sql.append(withoutRowid ? ") WITHOUT ROWID" : ")");
}

std::string Table::selectStatement(const ColumnNames& absent) const {
    std::string sql = "SELECT " + columnList(*this, absent) + " FROM \"" + std::string(name) + "\"";
    return order.empty() ? sql : sql.append(" ORDER BY ").append(order);
}

std::string Table::insertStatement() const {
    std::string values;
    for (size_t i = 0; i < columns.size(); ++i) {
        values += i == 0 ? "?" : ", ?";
    }
    return "INSERT INTO \"" + std::string(name) + "\"(" + columnList(*this) + ") VALUES(" + values + ")";
}

} // namespace tileline::format
