// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/stackchart.h"
#include "ui/pages/datapage.h"
#include "ui/pages/livenessdata.h"
#include "ui/tables/tablepanel.h"
#include "ui/text/plaintext.h"

#include <optional>
#include <utility>

#include <QSpinBox>

class QCheckBox;
class QComboBox;
class QPushButton;

namespace tileline {

/// Shows the live bytes in each program step: of the whole model or the chosen IPU, on all tiles or on one
/// tile. Background bands show the layers. A click on a step lists its live variables. A Shift+click on a
/// second step lists the differences between the two.
class LivenessPage : public DataPage {
    Q_OBJECT
public:
    LivenessPage(Session* session, Selection* selection, QWidget* parent = nullptr);

    StackChart* chart() const { return m_chart; }
    TablePanel* table() const { return m_table; }

protected:
    void refresh() override;
    void reset() override;

private:
    void buildControls();
    void computeChart();
    void showChart(LivenessDataPtr made);
    void computeTable();
    void showHeading();
    void selectStep(StepIndex step, bool second);
    void clearSteps();
    void showPeak();
    void showSteps(std::optional<StepIndex> step, std::optional<StepIndex> second);
    void takeClickBack();
    void showMarks();
    void followStep();
    void followTile();
    void followLayer();
    void followVariable();
    std::optional<TileId> tile() const;
    LivenessPart part() const;

    StackChart* m_chart = new StackChart;
    TablePanel* m_table = new TablePanel(tr("Live variables"));
    QComboBox* m_scope;
    QSpinBox* m_tile = new QSpinBox;
    QLabel* m_summary = selectableLabel();
    QLabel* m_heading = selectableLabel();
    QCheckBox* m_stackAlwaysLive;          ///< for the chart
    std::optional<bool> m_wantsAlwaysLive; ///< for the chart; empty until the user decides
    QCheckBox* m_listAlwaysLive;           ///< for the table
    QPushButton* m_clear;
    std::optional<StepIndex> m_step;
    bool m_atPeak = true; ///< whether m_step is the chart's peak, because no step was chosen
    std::optional<StepIndex> m_second;
    /// The steps that were chosen before the last click; a double click restores them.
    std::pair<std::optional<StepIndex>, std::optional<StepIndex>> m_beforeClick;
    bool m_wasAtPeak = true;
    LivenessDataPtr m_data;
    LivenessPart m_listed;               ///< the part that the table shows
    std::optional<uint64_t> m_liveBytes; ///< bytes of all variables that are live in the step
    LatestTask m_chartTask{this};
    LatestTask m_tableTask{this};
    LatestTask m_lifetimeTask{this};
};

} // namespace tileline
