// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/location.h"
#include "core/base/result.h"
#include "core/profileio/database.h"
#include "core/profileio/sourcereader.h"

#include <vector>

namespace tileline {

/// The tables of a Tileline profile, in groups that go to the builder one after the other, in this order.
class ProfileTables {
public:
    /// No list can be longer than the file, which has `fileBytes`.
    ProfileTables(Database& database, LoadJob& job, uint64_t fileBytes)
        : m_database(database)
        , m_job(job)
        , m_fileBytes(fileBytes) {}

    /// MissingTable, MissingColumn. Tells whether there are operation tables.
    Outcome<bool> checkSchema();

    Outcome<Done> readTarget();     ///< meta, target
    Outcome<Done> readVertices();   ///< vertex code and types, compute sets
    Outcome<Done> readLiveness();   ///< steps, classes
    Outcome<Done> readVariables();  ///< variables, lowered variables
    Outcome<Done> readPrograms();   ///< programs, roots
    Outcome<Done> readTileMemory(); ///< tile_memory
    Outcome<Done> readOperations(); ///< details, operations
    Outcome<Done> readExecution();  ///< runs and their steps

private:
    Outcome<Done> reserveByTile();
    Outcome<Done> readComputeSets();
    Outcome<Done> readLoweredVariables();
    /// `SELECT count(*), sum(length(column)) ...` of a table: rows, and entries of lists, as a hint of
    /// sizes. Never more than the file can hold.
    Outcome<std::vector<size_t>> sizesOf(std::string_view table, std::vector<std::string_view> lists);

    Database& m_database;
    LoadJob& m_job;
    uint64_t m_fileBytes;
};

} // namespace tileline
