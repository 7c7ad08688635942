// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/stackchart.h"
#include "ui/pages/datapage.h"
#include "ui/pages/livenessdata.h"
#include "ui/tables/tablepanel.h"

#include <optional>
#include <vector>

#include <QSpinBox>

class QTabWidget;

namespace tileline {

/// Shows a chart of the live bytes in each program step. The user chooses the whole model or an IPU, and all
/// tiles or a single tile. Areas of the chart show the bytes by liveness, category, role or layer. Layers are
/// shown as background bands. A click on a step lists its live variables. A Shift+click on a second step
/// lists the differences between the two steps; if more than two steps are chosen, the table has a column for
/// each step. Other tabs list all steps and, for the first chosen step, the bytes of all tiles.
class LivenessPage : public DataPage {
    Q_OBJECT
public:
    LivenessPage(Session* session, Selection* selection);

    StackChart* chart() const { return m_chart; }
    TablePanel* table() const { return m_table; }
    TablePanel* steps() const { return m_stepTable; }
    TablePanel* tiles() const { return m_tileTable; }

protected:
    void refresh() override;
    void reset() override;

private:
    void buildControls();
    void computeChart();
    void showChart(LivenessDataPtr made);
    void computeTable();
    void showHeading();
    /// If `more` is false, `step` becomes the only chosen step. If `more` is true, adds `step` to the chosen
    /// steps or, if it is one of them, removes it.
    void selectStep(StepIndex step, bool more);
    void clearSteps();
    void showPeak();
    void showSteps(std::vector<StepIndex> steps);
    void listSteps();
    std::optional<StepIndex> step() const {
        return m_steps.empty() ? std::nullopt : std::optional(m_steps.front());
    }
    void showMarks();
    void followStep();
    void followTile();
    void followLayer();
    void followVariable();
    std::optional<TileId> tile() const;
    LivenessPart part() const { return {stage(), tile(), reportIpu()}; }

    StackChart* m_chart = new StackChart;
    TablePanel* m_table = new TablePanel(tr("Live variables"));
    QComboBox* m_scope;
    QSpinBox* m_tile = new QSpinBox;
    ComparisonBox* m_comparison = new ComparisonBox(session());
    QLabel* m_summary = selectableLabel();
    QLabel* m_heading = selectableLabel();
    TablePanel* m_stepTable = new TablePanel(tr("Steps"));
    TablePanel* m_tileTable = new TablePanel(tr("Tiles in a step"));
    QLabel* m_tilesSummary = selectableLabel();
    QTabWidget* m_tabs = new QTabWidget;
    QComboBox* m_by;
    QCheckBox* m_stackAlwaysLive;          ///< whether the chart shows the always-live bytes
    std::optional<bool> m_wantsAlwaysLive; ///< the user's choice; empty until the check box is clicked
    QCheckBox* m_listAlwaysLive;           ///< whether the table lists always-live variables
    QPushButton* m_clear;
    std::vector<StepIndex> m_steps; ///< chosen steps; other pages follow the first of them
    bool m_atPeak = true;           ///< whether no step was chosen; m_steps then contains the peak step
    /// The steps that were chosen before the last click. A double click restores them.
    std::vector<StepIndex> m_beforeClick;
    bool m_wasAtPeak = true;
    LivenessDataPtr m_data;
    LivenessPart m_listed;               ///< the part of the model whose variables m_table lists
    std::optional<uint64_t> m_liveBytes; ///< bytes of all variables that are live in the first chosen step
    LatestTask m_chartTask{this};
    LatestTask m_tableTask{this};
    LatestTask m_lifetimeTask{this};
    LatestTask m_stepsTask{this};
    LivenessDataPtr m_listedSteps; ///< the data whose steps m_stepTable lists
};

} // namespace tileline
