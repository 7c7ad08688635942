// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/runsql.h"

#include <memory>
#include <sqlite3.h>
#include <stdexcept>

namespace tileline::test {

void runSql(const std::filesystem::path& database, const std::string& statements) {
    sqlite3* handle = nullptr;
    const int opened = sqlite3_open(database.c_str(), &handle);
    const std::unique_ptr<sqlite3, int (*)(sqlite3*)> closing(handle, sqlite3_close);
    if (opened != SQLITE_OK ||
        sqlite3_exec(handle, statements.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK) {
        throw std::runtime_error(sqlite3_errmsg(handle));
    }
}

} // namespace tileline::test
