// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tileline::format {

/// `PRAGMA application_id` of a Tileline profile: 'TLPR'.
inline constexpr uint32_t ApplicationId = 0x544C5052;
/// `PRAGMA user_version` that this program reads and writes.
inline constexpr uint32_t Version = 1;
/// Keys of the table meta begin so where the exporter could not get a part of the profile.
inline constexpr std::string_view MissingPrefix = "missing: ";

struct Column {
    std::string_view name;
    std::string_view declaration; ///< as in CREATE TABLE
};

/// A table of the format. Readers and the writer number its columns as they are listed here.
struct Table {
    std::string_view name;
    std::vector<Column> columns;
    std::string_view constraint{}; ///< further table constraints
    bool withoutRowid = false;
    bool keyed = true;        ///< the first column is an integer that names the row in errors
    std::string_view order{}; ///< column by which rows are read; empty: as they lie in the file
    bool optional = false;    ///< may be absent

    std::string createStatement() const;
    std::string selectStatement() const;
    std::string insertStatement() const;
};

extern const Table Meta;
extern const Table Target;
extern const Table Program;
extern const Table RootProgram;
extern const Table ComputeSet;
extern const Table ComputeSetVertex;
extern const Table VertexType;
extern const Table VertexCode;
extern const Table LivenessStep;
extern const Table EquivalenceClass;
extern const Table Variable;
extern const Table LoweredVariable;
extern const Table TileMemory;
extern const Table Operation;
extern const Table OperationDetail;
extern const Table ExecutionRun;
extern const Table ExecutionStep;

/// All of them.
std::span<const Table* const> tables();

} // namespace tileline::format
