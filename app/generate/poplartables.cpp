// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/generate/poplartables.h"

#include <algorithm>

namespace tileline {

PoplarTables::PoplarTables(const std::filesystem::path& file) {
    auto database = Database::create(file);
    if (!database) {
        m_failure = std::move(database).failure();
        return;
    }
    m_database = *std::move(database);
    run("BEGIN");
}

void PoplarTables::run(std::string_view sql) {
    if (!m_failure) {
        keep(m_database->run(sql));
    }
}

PoplarTables::Table::Table(PoplarTables& tables, const std::string& name, const std::string& columns)
    : m_tables(tables) {
    tables.run("CREATE TABLE " + name + " (" + columns + ")");
    if (tables.m_failure) {
        return;
    }
    const std::string named = columns.substr(0, columns.find(", PRIMARY KEY("));
    std::string values = "?";
    for (auto more = std::count(named.begin(), named.end(), ','); more > 0; --more) {
        values += ",?";
    }
    auto statement = tables.m_database->prepare("INSERT INTO " + name + " VALUES (" + values + ")");
    if (statement) {
        m_statement = *std::move(statement);
    } else {
        tables.m_failure = std::move(statement).failure();
    }
}

Outcome<Done> PoplarTables::finish() {
    run("COMMIT");
    m_database.reset();
    return m_failure ? Outcome<Done>(*std::move(m_failure)) : Outcome<Done>(Done{});
}

} // namespace tileline
