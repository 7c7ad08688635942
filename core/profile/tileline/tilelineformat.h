// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/profile/reading/tableformat.h"

#include <cstdint>
#include <span>

namespace tileline::format {

/// `PRAGMA application_id` of a Tileline profile: 'TLPR'.
inline constexpr uint32_t ApplicationId = 0x544C5052;
/// `PRAGMA user_version` that this program reads and writes.
inline constexpr uint32_t Version = 1;
/// Prefix of those keys in the table meta that name a part which the exporter could not get.
inline constexpr std::string_view MissingPrefix = "missing: ";

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

// Tables that were added to version 1 later. Readers that do not know them lose nothing that they need.
extern const Table EngineOption;
extern const Table CompilePhase;
extern const Table FunctionProgram;
extern const Table VariableContext;
extern const Table VariableCategory;
extern const Table LoweredString;
extern const Table EstimatedCycles;
extern const Table MeasuredCycles;

/// The tables that version 1 always had, and those that were added.
std::span<const Table* const> tables();
std::span<const Table* const> addedTables();

} // namespace tileline::format
