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

// The tables of an execution trace, with a row for each object of the figures. There can be millions, so the
// rows are made one by one. They refer to the trace and the profile.

std::string_view idOf(BlockType type); ///< "stream_copy"

/// Names blocks: as the program with the block's id. Without an id the type, otherwise "block 12".
std::function<std::string(const ExecutionBlock&)> blockNames(const Profile& profile);

/// What the steps of a row have in common.
enum class SumBy : uint8_t { Kind, Entry, Program };
Columns<IpuFigures> runColumns();
Columns<StepSum> sumColumns(const ExecutionTrace& trace, SumBy by);
Columns<Wait> waitColumns();
Columns<TraceBlock> blockColumns(const Profile& profile);

/// The steps of a trace that have a length: a process for each IPU, a thread for each lane.
Outcome<Done> writeSteps(const ExecutionTrace& trace, std::optional<uint32_t> onlyRun, TraceEvents& events,
                         const std::stop_token& stop);
/// Blocks, those without a length, too.
Outcome<Done> writeBlocks(const Profile& profile, std::span<const TraceBlock> blocks, TraceEvents& events,
                          const std::stop_token& stop);

} // namespace tileline
