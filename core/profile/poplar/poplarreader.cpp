// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/poplar/poplarreader.h"

#include "core/profile/poplar/poplartables.h"
#include "core/profile/reading/sqliteheader.h"

namespace tileline {

bool PoplarReader::canRead(const FileHeader& header) const {
    return isSqlite(header);
}

Result<Done> PoplarReader::check(const FileHeader& header) const {
    TRY(readSqliteHeader(header));
    return Done{};
}

Outcome<Done> PoplarReader::read(const FileHeader& header, LoadJob& job) const {
    auto database = TRY(Database::openReadOnly(header.path, job.meter.stop()));
    auto done = poplar::PoplarTables(database, header, job).readAll();
    return done || done.failure().cancelled() ? done : poplar::inPoplarNames(done.failure().error());
}

} // namespace tileline
