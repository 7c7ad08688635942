// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explain/remedies.h"
#include "ui/charts/lanechart.h"
#include "ui/session/latesttask.h"
#include "ui/session/session.h"

namespace tileline {

/// Shows how the pipeline of the current plan would run, cycle by cycle. While a split is dragged, the view
/// keeps up with the plan. The user can keep the timeline of an earlier plan beneath that of the current
/// plan. If the open report is compared with the report of a compiled pipeline, the measured lanes of that
/// pipeline are at the bottom.
class TimelineView : public LaneChart {
    Q_OBJECT
public:
    explicit TimelineView(Session* session, QWidget* parent = nullptr);

    /// Keeps the timeline of the current plan, to be shown beneath the timelines of later plans. If a
    /// timeline is already kept, drops that timeline instead.
    void keepPlan();
    /// Sets the remedies of VerdictLine. An IPU's readout lists the remedies that change the IPU's contents.
    void setRemedies(const std::vector<Remedy>& remedies);

signals:
    /// Emitted when the user chooses, in the context menu, the remedy that shortens the period.
    void remedyChosen(const tileline::Remedy& remedy);

protected:
    void addActions(QMenu& menu) override;

private:
    void refresh();
    void readMeasured();

    Session* const m_session;
    std::vector<Remedy> m_remedies;
    std::optional<Remedy> m_quicker;
    LaneChartDataPtr m_plan; ///< the timeline of the current plan
    LaneChartDataPtr m_kept; ///< the timeline kept by keepPlan(); null if there is none
    LaneChartDataPtr m_measured;
    LatestTask m_task{this};
    LatestTask m_measuring{this};
};

} // namespace tileline
