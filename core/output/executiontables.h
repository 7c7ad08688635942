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

// The tables of an execution trace, with a row for each object. There can be millions of rows, so they are
// made one by one. They refer to the trace and the profile.

std::string_view idOf(BlockType type); ///< "stream_copy"

/// Names blocks: after the program with the block's id, or "block 12"; without an id, after the type.
std::function<std::string(const ExecutionBlock&)> blockNames(const Profile& profile);

/// What the steps that are summed in a row have in common.
enum class SumBy : uint8_t { Kind, Entry, Program };
Columns<IpuFigures> runColumns();
Columns<StepSum> sumColumns(const ExecutionTrace& trace, SumBy by);
Columns<Wait> waitColumns();
Columns<TraceBlock> blockColumns(const Profile& profile);

/// Writes the steps that have a length: a process for each IPU, a thread for each lane.
Outcome<Done> writeSteps(const ExecutionTrace& trace, std::optional<uint32_t> onlyRun, TraceEvents& events,
                         const std::stop_token& stop);
/// Writes the blocks, including those without a length.
Outcome<Done> writeBlocks(const Profile& profile, std::span<const TraceBlock> blocks, TraceEvents& events,
                          const std::stop_token& stop);

} // namespace tileline
