// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/pipelinetimeline.h"
#include "core/tables/tables.h"

#include <string>
#include <vector>

namespace tileline {

/// The columns of a table that has a row for each block of a timeline.
Columns<TimelineBlock> timelineColumns();
/// The timeline of a plan, and the name of the plan. A name is needed only if there are several plans.
struct NamedTimeline {
    std::string name;
    const PipelineTimeline& timeline;
};
/// A row for each plan, with the plan's duration and its bubbles. The bubbles are the cycles in which IPUs
/// wait for the slowest one, as a share of all cycles of all IPUs.
Table plansTable(const std::vector<NamedTimeline>& plans);
/// A row for each phase that occurs in the timeline: filling, main phase, draining and updates.
Table phasesTable(const PipelineTimeline& timeline);
/// A row for each IPU: how long it works and waits in a period and in the whole timeline, and which IPU it
/// waits for.
Table ipuTimesTable(const PipelineTimeline& timeline);

} // namespace tileline
