// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/pipelinetimeline.h"
#include "ui/charts/lanechart.h"
#include "ui/session/latesttask.h"
#include "ui/session/session.h"

namespace tileline {

/// The lanes of a timeline, one per IPU, with its blocks, transfers and waits. Call it on a worker thread.
LaneChartDataPtr timelineData(const PipelineTimeline& timeline);

/// Shows how the pipeline of the current plan would run, cycle by cycle. Follows the plan even during a drag.
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
