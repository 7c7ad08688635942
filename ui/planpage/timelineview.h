// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explain/remedies.h"
#include "ui/charts/lanechart.h"
#include "ui/session/latesttask.h"
#include "ui/session/session.h"

namespace tileline {

/// How the pipeline of the current plan would run, cycle by cycle. Follows the plan, also while it is
/// dragged. Another plan can be kept beneath it. Beneath that is what was measured in the pipeline with
/// which the report is compared.
class TimelineView : public LaneChart {
    Q_OBJECT
public:
    explicit TimelineView(Session* session, QWidget* parent = nullptr);

    /// Keeps the current plan's timeline beneath those of later plans. If one is kept already, drops it.
    void keepPlan();

signals:
    /// The user takes the change that shortens the period.
    void remedyChosen(const tileline::Remedy& remedy);

protected:
    void addActions(QMenu& menu) override;

private:
    void refresh();
    void readMeasured();

    Session* const m_session;
    std::optional<Remedy> m_quicker;
    LaneChartDataPtr m_plan; ///< of the current plan
    LaneChartDataPtr m_kept; ///< of a plan with which others are compared
    LaneChartDataPtr m_measured;
    LatestTask m_task{this};
    LatestTask m_measuring{this};
};

} // namespace tileline
