// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/pipelinetimeline.h"
#include "core/tables/tables.h"

namespace tileline {

/// The columns of a table with a row for each block.
Columns<TimelineBlock> timelineColumns();
/// Filling, main phase, draining and updates, as far as the timeline has them.
Table phasesTable(const PipelineTimeline& timeline);
/// A row for each IPU: its work and its waiting in a period, for which IPU it waits, and in all of the
/// timeline.
Table ipuTimesTable(const PipelineTimeline& timeline);

} // namespace tileline
