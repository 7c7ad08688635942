// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/pipelinetimeline.h"
#include "core/tables/tables.h"

namespace tileline {

/// The columns of a table with a row for each block.
Columns<TimelineBlock> timelineColumns();
/// A row for each phase of the timeline: filling, main phase, draining and updates, as far as they exist.
Table phasesTable(const PipelineTimeline& timeline);
/// A row for each IPU: how long it works and waits in a period and in the whole timeline, and for which IPU
/// it waits.
Table ipuTimesTable(const PipelineTimeline& timeline);

} // namespace tileline
