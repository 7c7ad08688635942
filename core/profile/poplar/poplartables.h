// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/lists.h"
#include "core/profile/poplar/poplarformat.h"
#include "core/profile/profilebuilder.h"
#include "core/profile/reading/columnscan.h"
#include "core/profile/reading/sourceformats.h"

#include <array>
#include <functional>
#include <map>
#include <unordered_map>

namespace tileline::poplar {

/// Replaces the table and column names in an error from ProfileBuilder with those of profile.pop.
Error inPoplarNames(Error error);

/// The position in an array that an error names: 17 if the error's place contains ", entry 17". Empty if the
/// error names no such position.
std::optional<uint64_t> entryOf(const Error& error);

/// Rows that can be looked up by their ids in the file.
template <class Row>
class RowsById {
public:
    /// Adds a row. Returns false if another row has the same id.
    bool add(uint32_t id, Row row) {
        m_rows.push_back(std::move(row));
        return m_ids.insert(id, static_cast<uint32_t>(m_rows.size() - 1));
    }
    /// The row with the given id; null if there is none.
    const Row* find(uint64_t id) const {
        const uint32_t row = id < NoId ? m_ids.find(static_cast<uint32_t>(id)) : NoId;
        return row == NoId ? nullptr : &m_rows[row];
    }
    Row* find(uint64_t id) { return const_cast<Row*>(std::as_const(*this).find(id)); }
    bool empty() const { return m_rows.empty(); }

private:
    IdTable m_ids;
    std::vector<Row> m_rows;
};

/// Reads the tables of Poplar's profile.pop, and passes them to the builder.
class PoplarTables {
public:
    PoplarTables(Database& database, const SourcePtr& source, LoadJob& job);

    /// Errors: NotAProfile if the database is not Poplar's, UnsupportedVersion, and errors in tables.
    Outcome<Done> readAll();

private:
    /// The details of a program, from the table for the program's type.
    struct Details {
        uint32_t id = 0;
        const format::Table* table = nullptr;
        std::optional<uint32_t> computeSet{};
        ByTile code{};
        std::vector<uint32_t> regions{}; ///< ids of exchange regions
        std::vector<uint64_t> cycles{};  ///< by IPU: id of the array with the estimated cycles
        std::optional<uint64_t> repeatCount{};
        std::optional<uint32_t> function{};
        std::vector<uint64_t> bytesIn{};  ///< by IPU: bytes received
        std::vector<uint64_t> bytesOut{}; ///< by IPU: bytes sent
    };
    /// A row of the table of programs.
    struct RawProgram {
        Program program;
        std::optional<uint32_t> typeId;
        size_t children = 0; ///< position in RawPrograms::children
    };
    struct RawPrograms {
        std::vector<RawProgram> rows;
        Lists<uint32_t> children;
    };
    /// Consecutive rows of exchange_regions that have the same id.
    struct Region {
        uint32_t id = 0;
        uint32_t begin = 0; ///< position in m_regionVariables
        uint32_t end = 0;
    };
    struct ComputeSetDetails {
        std::string name;
        std::vector<uint64_t> cycles;
        size_t variables = 0;     ///< position in m_computeSetVariables
        size_t variableCount = 0; ///< number of variables; 0 if the list is damaged
    };
    using Arrays = RowsById<ByTile>;

    Outcome<Done> checkSchema();
    Outcome<Done> checkTable(const format::Table& table);
    Outcome<Done> planProgress();
    /// The number of bytes by which a row of `table` advances the progress.
    uint64_t bytesOfRow(const format::Table& table) const {
        return static_cast<uint64_t>(m_bytesOfCost * table.rowCost);
    }
    TableCursor rowsOf(const format::Table& table) {
        return {m_schema.select(table), table, m_job.meter, bytesOfRow(table)};
    }
    /// Passes the rows of a table to a function (see readRows()). If the file does not have the table, there
    /// are no rows.
    template <class... Columns, class Use>
    Outcome<Done> read(const format::TableOf<Columns...>& table, const Use& use,
                       const char* needed = nullptr) {
        return readRows(rowsOf(table), table, m_blobs, use, needed);
    }
    Outcome<std::unique_ptr<ColumnScan>> scan(const format::Table& table);

    Outcome<Done> readTarget();    ///< target, versions, options, phases
    Outcome<Done> readVertices();  ///< vertex code and types, compute sets
    Outcome<Done> readLiveness();  ///< steps, classes
    Outcome<Done> readVariables(); ///< variables, lowered variables, the variables of exchanges
    Outcome<Done> readPrograms();  ///< programs, roots, functions, estimated cycles
    Outcome<Done> readMemory();    ///< memory by tile, by category, and of compute sets
    Outcome<Done> readExecution(); ///< runs and their steps, measured cycles

    Outcome<Done> readText(const format::TableOf<OptionalText>& table, const char* key);
    Outcome<Done> readVertexTypes();
    Outcome<Done> readComputeSets();
    /// An IPU, a step, and the change in the IPU's bytes in that step.
    using IpuDelta = std::tuple<uint32_t, uint32_t, int64_t>;
    Outcome<Done> readStepBytes(std::vector<uint64_t>& bytes, std::vector<IpuDelta>& ofIpus, size_t steps);
    Result<Done> addIpuStepBytes(std::vector<IpuDelta> deltas);
    Outcome<Done> readClasses();
    Outcome<Done> readLowered();
    Outcome<Done> readExchanges();
    Outcome<Done> useRows(ColumnScan& scan, const format::Table& table,
                          const std::function<Outcome<Done>(const ScannedRows&)>& use);
    Outcome<Done> addLowered(const ScannedRows& rows);
    Result<Done> prepareLowered(const ScannedRows& rows);
    Outcome<Done> readArrays(const format::TableOf<U32, RunsOfIpu>& table, Arrays& arrays);
    template <class... Columns, class Use>
    Outcome<Done> readDetails(const format::TableOf<Columns...>& table, const Use& detailsOf);
    Outcome<Done> readAllDetails();
    Outcome<RawPrograms> readRawPrograms();
    Outcome<Done> addProgram(RawProgram& raw, const Details* found, std::span<const uint32_t> children);
    Result<const Details*> detailsOf(const RawProgram& raw) const;
    Result<std::span<const uint32_t>> functionOf(const RawProgram& raw, const Details& details) const;
    size_t countVariables(const RawPrograms& programs) const;
    std::span<const Region> regionsOf(uint32_t id) const;
    Result<Done> variablesOf(const Details& details, std::vector<uint32_t>& variables);
    Error unknownVariable(const Details& details, uint64_t entry, Error error) const;
    Outcome<Done> addEstimatedCycles(uint32_t program, std::span<const uint64_t> ids,
                                     const format::Table& table, uint32_t row);
    Outcome<Done> addBytes(uint32_t program, const Details& details);
    Result<Done> addRunsOnIpus(uint32_t run, const std::array<Blob, 3>& columns);
    void addTileMemory(TableCursor& cursor, std::string name, const std::vector<uint64_t>& bytes);
    size_t tiles() const { return m_builder.profile().target.numTiles; }

    Database& m_database;
    const SourcePtr& m_source;
    LoadJob& m_job;
    ProfileBuilder& m_builder;
    Schema m_schema;
    BlobReader m_blobs;
    double m_bytesOfCost = 0; ///< bytes by which the progress advances for each unit of rowCost

    IdTable m_classes;
    IdTable m_nameBases; ///< id in vars_string_table → position in LoweredVariables::strings
    std::unordered_map<std::string, uint32_t> m_suffixes;
    std::vector<uint32_t> m_addresses;
    std::vector<uint32_t> m_bases;
    std::vector<uint32_t> m_suffixColumn;

    RowsById<ComputeSetDetails> m_computeSets;
    Lists<std::byte> m_computeSetVariables; ///< by compute set: its variables, still encoded

    std::vector<Region> m_regions; ///< by id
    std::vector<uint32_t> m_regionVariables;

    std::map<std::string, RowsById<Details>, std::less<>> m_details; ///< by name of the table
    std::map<uint32_t, std::vector<uint32_t>> m_functions;           ///< by function: ids of its programs
    Arrays m_estimatedCycles;
    std::vector<uint32_t> m_variables;                 ///< variables of the program that is being added
    std::unordered_map<uint32_t, std::string> m_syncs; ///< by id of a Sync: its type
    std::unordered_map<uint32_t, uint32_t> m_syncOf;   ///< by program: id of its Sync
};

} // namespace tileline::poplar
