// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/profile/reading/fileheader.h"

#include <cstdint>

namespace tileline {

/// The fields of an SQLite file's header that are needed to check its version and its size.
struct SqliteHeader {
    uint32_t userVersion = 0;
    uint64_t bytes = 0; ///< size of the file according to the header; 0 if not stated
};

/// Whether a file begins with the signature of SQLite files.
bool isSqlite(const FileHeader& head);

/// The file's application_id, or 0 if the file is shorter than an SQLite header.
uint32_t applicationIdOf(const FileHeader& head);

/// Truncated if the file is shorter than its header states; FileChanged if another program is still writing
/// it (a journal or write-ahead log that is not empty exists beside it).
Result<SqliteHeader> readSqliteHeader(const FileHeader& head);

} // namespace tileline
