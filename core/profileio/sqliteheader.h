// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/profileio/fileheader.h"

#include <cstdint>

namespace tileline {

/// The fields of an SQLite file's header that tell its version, and whether all of it is there.
struct SqliteHeader {
    uint32_t userVersion = 0;
    uint64_t bytes = 0; ///< what the header says the file has; 0 where it does not say
};

/// Whether a file begins as an SQLite file does.
bool isSqlite(const FileHeader& head);

/// Its application_id, or 0 where the file ends before it.
uint32_t applicationIdOf(const FileHeader& head);

/// Truncated where the file is shorter than its header says; FileChanged where another program is still
/// writing it (a journal or write-ahead log that is not empty lies beside it).
Result<SqliteHeader> readSqliteHeader(const FileHeader& head);

} // namespace tileline
