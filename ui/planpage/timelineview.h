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

/// How the pipeline of the current plan would run, cycle by cycle. Follows the plan, also while it is
/// dragged. Another plan can be kept beneath it.
class TimelineView : public LaneChart {
    Q_OBJECT
public:
    explicit TimelineView(const Session* session, QWidget* parent = nullptr);

    /// Keeps the current plan beneath those that follow, or drops it.
    void keepPlan();

protected:
    void addActions(QMenu& menu) override;

private:
    void refresh();
    LaneChartDataPtr withKept(const LaneChartDataPtr& plan) const;

    const Session* const m_session;
    LaneChartDataPtr m_kept; ///< of a plan with which others are compared
    LatestTask m_task{this};
};

} // namespace tileline
