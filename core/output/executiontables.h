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

// Tables about an execution trace. There can be millions of rows, so these functions return columns, which
// make the rows one by one. The columns refer to the trace and the profile.

std::string_view idOf(BlockType type); ///< the id in tables and traces, for example "stream_copy"

/// Returns a function that names a block: by the program with the block's id, or as "block 12" if there is no
/// such program or it has no name. A block without an id is named by its type.
std::function<std::string(const ExecutionBlock&)> blockNames(const Profile& profile);

/// The property by which steps are grouped. Each row of the table has the sums of one group.
enum class SumBy : uint8_t { Kind, Entry, Program };
Columns<IpuFigures> runColumns();
Columns<StepSum> sumColumns(const ExecutionTrace& trace, SumBy by);
Columns<Wait> waitColumns();
Columns<TraceBlock> blockColumns(const Profile& profile);

/// Writes the steps that have a length as spans; if `onlyRun` is given, only those of the run with that id.
Outcome<Done> writeSteps(const ExecutionTrace& trace, std::optional<uint32_t> onlyRun, TraceEvents& events,
                         const std::stop_token& stop);
/// Writes the blocks, including those without a length.
Outcome<Done> writeBlocks(const Profile& profile, std::span<const TraceBlock> blocks, TraceEvents& events,
                          const std::stop_token& stop);

} // namespace tileline
