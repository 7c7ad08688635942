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
/// Prefix of those keys in the table meta that name a part which the exporter could not get.
inline constexpr std::string_view MissingPrefix = "missing: ";

struct Column {
    std::string_view name;
    std::string_view declaration; ///< as in CREATE TABLE
};

/// A table of the format. Readers and the writer refer to columns by their positions in `columns`.
struct Table {
    std::string_view name;
    std::vector<Column> columns;
    std::string_view constraint{}; ///< further table constraints
    bool withoutRowid = false;
    bool keyed = true;        ///< the first column is an integer that identifies the row in errors
    std::string_view order{}; ///< column by which rows are sorted; empty: in the order of the file
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

/// All tables of the format.
std::span<const Table* const> tables();

} // namespace tileline::format
