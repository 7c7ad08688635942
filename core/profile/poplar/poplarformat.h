// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/profile/reading/tableformat.h"

#include <span>

/// The tables and columns of Poplar's profile.pop, schema major 3, that Tileline reads. Those that the memory
/// estimate does not need are optional.
namespace tileline::poplar {

/// Versions of the schema: major versions other than this one are refused, and minor versions above this one
/// have not been seen.
inline constexpr uint32_t Major = 3;
inline constexpr uint32_t NewestMinor = 8;

extern const format::Table VersionInfo;
extern const format::Table PoplarVersion;
extern const format::Table DateTime;
extern const format::Table CompilationInfo;
extern const format::Table CompilationParameters;
extern const format::Table CompilationTrace;
extern const format::Table TargetInfo;
extern const format::Table VertexTypes;
extern const format::Table MemoryByVertexType;
extern const format::Table ComputeSets;
extern const format::Table VertexInstances;
extern const format::Table DepthFirstSteps;
extern const format::Table NotAlwaysLive;
extern const format::Table EqClasses;
extern const format::Table EqClassStep;
extern const format::Table UnloweredVars;
extern const format::Table DebugIds;
extern const format::Table VarCategories;
extern const format::Table VarsStringTable;
extern const format::Table VarsInfo;
extern const format::Table ExchangeRegions;
extern const format::Table ProgramTypes;
extern const format::Table OnTileExecute;
extern const format::Table DoExchange;
extern const format::Table GlobalExchange;
extern const format::Table CodeCopy;
extern const format::Table StreamCopyMid;
extern const format::Table FromHost;
extern const format::Table ToHost;
extern const format::Table Repeat;
extern const format::Table Call;
extern const format::Table FunctionPrograms;
extern const format::Table ControlPrograms;
extern const format::Table Programs;
extern const format::Table MemoryByTile;
extern const format::Table MemoryByCategory;
extern const format::Table MemoryByComputeSet;
extern const format::Table EstimatedCyclesByTile;
extern const format::Table MeasuredCyclesByTile;
extern const format::Table ExecutionRuns;
extern const format::Table Steps;
extern const format::Table StepsByIpu;

/// All of them.
std::span<const format::Table* const> tables();

/// The name of the table with the details of a type of program: "program_type_do_exchange" for "DoExchange".
std::string detailTable(std::string_view programType);

} // namespace tileline::poplar
