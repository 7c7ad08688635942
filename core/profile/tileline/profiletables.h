// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/location.h"
#include "core/base/result.h"
#include "core/profile/reading/database.h"
#include "core/profile/reading/sourcereader.h"
#include "core/profile/reading/tablecursor.h"

#include <map>
#include <utility>
#include <vector>

namespace tileline {

/// Reads the tables of a Tileline profile in groups, and passes them to the builder. Call the functions in
/// this order.
class ProfileTables {
public:
    /// `fileBytes` is the size of the file: no list in it can be longer.
    ProfileTables(Database& database, LoadJob& job, uint64_t fileBytes)
        : m_database(database)
        , m_job(job)
        , m_fileBytes(fileBytes) {}

    /// Returns whether there are operation tables. MissingTable, MissingColumn.
    Outcome<bool> checkSchema();

    Outcome<Done> readTarget();     ///< meta, target, engine options, compile phases
    Outcome<Done> readVertices();   ///< vertex code and types, compute sets
    Outcome<Done> readLiveness();   ///< steps, classes
    Outcome<Done> readVariables();  ///< variables, their contexts and categories, lowered variables
    Outcome<Done> readPrograms();   ///< programs, roots, functions
    Outcome<Done> readTileMemory(); ///< tile_memory
    Outcome<Done> readOperations(); ///< details, operations
    Outcome<Done> readExecution();  ///< runs and their steps, estimated and measured cycles

private:
    Outcome<Done> reserveByTile();
    Outcome<Done> readComputeSets();
    Outcome<Done> readCompilation();
    Outcome<std::vector<std::pair<uint32_t, uint64_t>>> readContexts();
    Outcome<Done> readCategoriesAndStrings();
    Outcome<Done> readLoweredVariables();
    Outcome<Done> readFunctions();
    Outcome<Done> readCycles();
    /// Reads a table. There are no rows if the file does not have it.
    TableCursor cursor(const format::Table& table);
    /// Sizes for reserving memory: the number of rows, then the total number of entries of each column in
    /// `lists`. Never more than the file can hold.
    Outcome<std::vector<size_t>> sizesOf(std::string_view table, const std::vector<std::string_view>& lists);

    Database& m_database;
    LoadJob& m_job;
    uint64_t m_fileBytes;
    /// By table: the columns that the file does not have; empty if it does not have the table.
    std::map<const format::Table*, std::optional<format::ColumnNames>> m_absent;
};

} // namespace tileline
