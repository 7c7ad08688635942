// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/pipelinetimeline.h"
#include "core/tables/tables.h"

#include <string>
#include <vector>

namespace tileline {

/// The columns of a table with a row for each block.
Columns<TimelineBlock> timelineColumns();
/// The timeline of a plan, and the plan's name; a name is needed only if there are several plans.
struct NamedTimeline {
    std::string name;
    const PipelineTimeline& timeline;
};
/// A row for each plan: how long the plan takes, and its bubbles: the share of the cycles of all its IPUs in
/// which an IPU waits for the slowest one.
Table plansTable(const std::vector<NamedTimeline>& plans);
/// A row for each phase of the timeline: filling, main phase, draining and updates, if they occur.
Table phasesTable(const PipelineTimeline& timeline);
/// A row for each IPU: how long the IPU works and waits in a period and in the whole timeline, and which IPU
/// it waits for.
Table ipuTimesTable(const PipelineTimeline& timeline);

} // namespace tileline
