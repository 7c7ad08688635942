// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/execution/tracefigures.h"
#include "core/execution/tracelanes.h"
#include "core/output/traceevents.h"
#include "core/tables/tables.h"

#include <functional>
#include <string>

namespace tileline {

// Tables about an execution trace. A trace can have millions of rows, so the functions return columns that
// make the rows one at a time. The trace and the profile must outlive the columns.

std::string_view idOf(BlockType type); ///< the id in tables and traces, for example "stream_copy"

/// Returns a function that names blocks. A block has the name of the program with the same id or, if there is
/// none, a name like "block 12". A block without an id has the name of its type.
std::function<std::string(const ExecutionBlock&)> blockNames(const Profile& profile);

/// The property by which sumColumns() groups steps. Each row contains the sums over the steps of one group.
enum class SumBy : uint8_t { Kind, Entry, Program, ComputeSet, Operation };
Columns<IpuFigures> runColumns();
Columns<StepSum> sumColumns(const ExecutionTrace& trace, SumBy by);
Columns<Wait> waitColumns();
Columns<WaitSum> waitSumColumns(const Profile& profile);
Columns<TraceBlock> blockColumns(const Profile& profile);

/// Writes each step as a span, except steps of length 0. If `onlyRun` is given, writes only steps of that
/// run.
Outcome<Done> writeSteps(const ExecutionTrace& trace, std::optional<uint32_t> onlyRun, TraceEvents& events,
                         const std::stop_token& stop);
/// Writes each block as a span, including blocks of length 0.
Outcome<Done> writeBlocks(const Profile& profile, std::span<const TraceBlock> blocks, TraceEvents& events,
                          const std::stop_token& stop);

} // namespace tileline
