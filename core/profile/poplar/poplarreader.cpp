// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/poplar/poplarreader.h"

#include "core/profile/poplar/placenames.h"
#include "core/profile/poplar/poplartables.h"
#include "core/profile/reading/sqliteheader.h"

namespace tileline {

namespace {

Outcome<Done> readTables(poplar::PoplarTables& tables, LoadJob& job) {
    using Tables = poplar::PoplarTables;
    if (auto schema = tables.checkSchema(); !schema) {
        return located(std::move(schema).failure(), "the schema");
    }
    struct Group {
        Phase phase;
        Outcome<Done> (Tables::*read)();
    };
    const Group groups[] = {
        {Phase::ReadingPrograms, &Tables::readTarget},    {Phase::ReadingPrograms, &Tables::readVertices},
        {Phase::ReadingLiveness, &Tables::readLiveness},  {Phase::ReadingVariables, &Tables::readVariables},
        {Phase::ReadingPrograms, &Tables::readExchanges}, {Phase::ReadingPrograms, &Tables::readPrograms},
        {Phase::ReadingPrograms, &Tables::readMemory},    {Phase::ReadingOperations, &Tables::readExecution},
    };
    for (const Group& group : groups) {
        job.meter.enter(group.phase);
        TRY((tables.*group.read)());
    }
    return Done{};
}

} // namespace

bool PoplarReader::canRead(const FileHeader& header) const {
    return isSqlite(header);
}

Result<Done> PoplarReader::check(const FileHeader& header) const {
    TRY(readSqliteHeader(header));
    return Done{};
}

Outcome<Done> PoplarReader::read(const FileHeader& header, LoadJob& job) const {
    auto database = TRY(Database::openReadOnly(header.path, job.meter.stop()));
    poplar::PoplarTables tables(database, header, job);
    auto done = readTables(tables, job);
    if (!done) {
        Failure failure = std::move(done).failure();
        return failure.cancelled() ? failure : Failure(poplar::inPoplarNames(failure.error()));
    }
    job.meter.advanceTo(header.stamp.bytes);
    return Done{};
}

} // namespace tileline
