// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/pipelinetimeline.h"
#include "ui/charts/lanechart.h"
#include "ui/session/latesttask.h"
#include "ui/session/session.h"

namespace tileline {

/// The lanes of a timeline: a lane for each IPU, with its blocks, transfers and waits. For worker threads.
LaneChartDataPtr timelineData(const PipelineTimeline& timeline);

/// How the pipeline of the current plan would run, cycle by cycle. Follows the plan, also while it is
/// dragged.
class TimelineView : public LaneChart {
    Q_OBJECT
public:
    explicit TimelineView(const Session* session, QWidget* parent = nullptr);

private:
    void refresh();

    const Session* const m_session;
    LatestTask m_task{this};
};

} // namespace tileline
