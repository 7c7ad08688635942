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

/// The live bytes over the program steps: of the whole model or the chosen IPU, on all tiles or on a single
/// one. The layers are background bands. A click on a step lists its live variables. A Shift+click on a
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
    QCheckBox* m_stackAlwaysLive;          ///< in the chart
    std::optional<bool> m_wantsAlwaysLive; ///< whether to show them; empty until the user decides
    QCheckBox* m_listAlwaysLive;           ///< in the table
    QPushButton* m_clear;
    std::optional<StepIndex> m_step;
    bool m_atPeak = true; ///< no step was chosen: m_step is the peak of the chart
    std::optional<StepIndex> m_second;
    /// The chosen steps before the last click, because that click may become a double click.
    std::pair<std::optional<StepIndex>, std::optional<StepIndex>> m_beforeClick;
    bool m_wasAtPeak = true;
    LivenessDataPtr m_data;
    LivenessPart m_listed;               ///< what the table shows
    std::optional<uint64_t> m_liveBytes; ///< bytes of all variables that are live in the step
    LatestTask m_chartTask{this};
    LatestTask m_tableTask{this};
    LatestTask m_lifetimeTask{this};
};

} // namespace tileline
