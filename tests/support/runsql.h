// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>

namespace tileline::test {

/// Runs SQL statements on a database file, which they may damage. Throws std::runtime_error if SQLite reports
/// an error.
void runSql(const std::filesystem::path& database, const std::string& statements);

} // namespace tileline::test
