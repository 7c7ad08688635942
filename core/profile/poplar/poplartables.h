// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/lists.h"
#include "core/profile/idtable.h"
#include "core/profile/poplar/encodings.h"
#include "core/profile/poplar/poplarformat.h"
#include "core/profile/reading/columnscan.h"
#include "core/profile/reading/sourcereader.h"
#include "core/profile/reading/tablecursor.h"

#include <map>
#include <unordered_map>

namespace tileline::poplar {

/// Reads the tables of Poplar's profile.pop in groups, and passes them to the builder. Call the functions in
/// this order.
class PoplarTables {
public:
    PoplarTables(Database& database, const FileHeader& header, LoadJob& job);

    /// NotAProfile if the database is not Poplar's, UnsupportedVersion, MissingTable, MissingColumn.
    Outcome<Done> checkSchema();

    Outcome<Done> readTarget();    ///< target, versions, options, phases
    Outcome<Done> readVertices();  ///< vertex code and types, compute sets
    Outcome<Done> readLiveness();  ///< steps, classes
    Outcome<Done> readVariables(); ///< variables, lowered variables
    Outcome<Done> readExchanges(); ///< the variables of exchanges
    Outcome<Done> readPrograms();  ///< programs, roots, functions, estimated cycles
    Outcome<Done> readMemory();    ///< memory by tile, by category, of compute sets
    Outcome<Done> readExecution(); ///< runs and their steps, measured cycles

private:
    /// What the table of a program's type says about it.
    struct Details {
        uint32_t id = 0;
        std::optional<uint32_t> computeSet;
        ByTile code;
        std::vector<uint32_t> regions; ///< ids of exchange regions
        std::vector<uint64_t> cycles;  ///< by IPU: ids of arrays of estimated cycles
        std::optional<uint64_t> repeatCount;
        std::optional<uint32_t> function;
    };
    struct DetailsTable {
        const format::Table* table = nullptr;
        IdTable ids;
        std::vector<Details> rows;
    };
    /// A row of the table of programs.
    struct RawProgram {
        Program program;
        std::string_view type;
        std::optional<uint32_t> typeId;
        size_t children = 0; ///< position in RawPrograms::children
    };
    struct RawPrograms {
        std::vector<RawProgram> rows;
        Lists<uint32_t> children;
    };
    /// Consecutive rows of exchange_regions with one id.
    struct Region {
        uint32_t id = 0;
        uint32_t begin = 0; ///< in m_regionVariables
        uint32_t end = 0;
    };
    struct ComputeSetDetails {
        uint32_t id = 0;
        std::string name;
        std::vector<uint64_t> cycles;
    };
    /// Arrays by id.
    struct Arrays {
        IdTable ids;
        std::vector<ByTile> rows;
    };

    Outcome<std::optional<Statement>> query(const format::Table& table);
    Outcome<Done> planProgress();
    /// What a row counts for in the progress.
    uint64_t bytesOfRow(const format::Table& table) const;
    bool isAbsent(const format::Table& table, std::string_view column) const;
    std::unique_ptr<TableCursor> rowsOf(const format::Table& table);
    Outcome<std::unique_ptr<ColumnScan>> scan(const format::Table& table);

    /// Counts memory that BLOBs take. TooLarge if a file takes far more than its size.
    Result<Done> spend(uint64_t entries);
    /// An array with an entry for each tile; empty if it is NULL or empty.
    ByTile byTile(TableCursor& cursor, int column, Encoding encoding = Encoding::Runs);
    /// An array of runs with an entry for each tile of an IPU.
    ByTile byTileOfIpu(TableCursor& cursor, int column);
    ByTile store(TableCursor& cursor, int column, Encoding encoding, std::span<const size_t> lengths);
    /// Adds an array with an entry for each tile to `sums`.
    void addByTile(TableCursor& cursor, int column, Encoding encoding, std::vector<uint64_t>& sums);
    /// A list of numbers of at most `maximum`.
    std::vector<uint64_t> numbers(TableCursor& cursor, int column, uint64_t maximum = UINT64_MAX);

    Outcome<Done> readText(const format::Table& table, const char* key);
    Outcome<Done> readVertexTypes();
    Outcome<Done> readComputeSets();
    Outcome<Done> readSteps();
    Outcome<Done> readStepBytes(std::vector<uint64_t>& bytes, size_t steps);
    Outcome<Done> readClasses();
    Outcome<Done> readNames();
    Outcome<Done> readLowered();
    Outcome<Done> addLowered(const ScannedRows& rows);
    Result<Done> prepareLowered(const ScannedRows& rows);
    Outcome<Done> readArrays(const format::Table& table, Arrays& arrays);
    template <class Read>
    Outcome<Done> readDetails(const format::Table& table, const Read& read);
    Outcome<Done> readAllDetails();
    Outcome<Done> readHostExchange(const format::Table& table);
    Outcome<Done> readFunctions();
    Outcome<RawPrograms> readRawPrograms();
    Outcome<Done> addProgram(RawProgram& raw, std::span<const uint32_t> children);
    Result<const Details*> detailsOf(const RawProgram& raw) const;
    Result<std::span<const uint32_t>> functionOf(const RawProgram& raw, const Details& details) const;
    size_t countVariables(const RawPrograms& programs) const;
    std::span<const Region> regionsOf(uint32_t id) const;
    Result<Done> variablesOf(const Details& details, std::vector<uint32_t>& variables);
    Error unknownVariable(const Details& details, uint64_t entry, Error error) const;
    Outcome<Done> addEstimatedCycles(uint32_t program, std::span<const uint64_t> ids,
                                     const format::Table& table, uint32_t row);
    void addTileMemory(TableCursor& cursor, std::string name, const std::vector<uint64_t>& bytes);
    Outcome<Done> readTileMemory();
    Outcome<Done> readCategories();
    Outcome<Done> readComputeSetMemory();
    Outcome<Done> readStepsByIpu();

    Database& m_database;
    const FileHeader& m_header;
    LoadJob& m_job;
    ProfileBuilder& m_builder;
    std::map<std::string_view, format::ColumnNames> m_absent; ///< by table that is present: absent columns
    uint64_t m_spent = 0;
    double m_bytesOfCost = 0; ///< bytes in the progress for each unit of rowCost
    ByTileEncoder m_encoder;
    std::unordered_map<std::string, ByTile> m_shortBlobs; ///< short BLOBs that were stored before

    uint32_t m_steps = 0;
    IdTable m_classes;
    IdTable m_nameBases; ///< id in vars_string_table → position in LoweredVariables::strings
    std::unordered_map<std::string, uint32_t> m_suffixes;
    std::vector<uint32_t> m_addresses;
    std::vector<uint32_t> m_bases;
    std::vector<uint32_t> m_suffixColumn;

    IdTable m_computeSetIds;
    std::vector<ComputeSetDetails> m_computeSets;
    Lists<std::byte> m_computeSetVariables; ///< by compute set: differences, not decoded

    std::vector<Region> m_regions; ///< by id
    std::vector<uint32_t> m_regionVariables;

    std::map<std::string, DetailsTable, std::less<>> m_details; ///< by name of the table
    std::map<uint32_t, std::vector<uint32_t>> m_functions;      ///< by function: ids of its programs
    Arrays m_estimatedCycles;
    std::vector<uint32_t> m_variables; ///< of the program that is being added
};

} // namespace tileline::poplar
