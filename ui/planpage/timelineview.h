// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/pipelinetimeline.h"
#include "ui/charts/lanechart.h"
#include "ui/session/latesttask.h"
#include "ui/session/session.h"

namespace tileline {

/// The lanes of a timeline: the blocks, transfers and waits of each IPU. Call it on a worker thread.
LaneChartDataPtr timelineData(const PipelineTimeline& timeline);

/// Shows how the pipeline of the current plan would run, cycle by cycle, even while a split is dragged. The
/// timeline of an earlier plan can be kept beneath it.
class TimelineView : public LaneChart {
    Q_OBJECT
public:
    explicit TimelineView(const Session* session, QWidget* parent = nullptr);

    /// Keeps the current plan's timeline beneath those of later plans. If one is kept already, drops it.
    void keepPlan();

protected:
    void addActions(QMenu& menu) override;

private:
    void refresh();
    LaneChartDataPtr withKept(const LaneChartDataPtr& plan) const;

    const Session* const m_session;
    LaneChartDataPtr m_kept; ///< the timeline of the plan with which others are compared, or null
    LatestTask m_task{this};
};

} // namespace tileline
