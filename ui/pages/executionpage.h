// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/execution/tracefigures.h"
#include "core/execution/tracelanes.h"
#include "ui/charts/lanechart.h"
#include "ui/pages/datapage.h"
#include "ui/tables/tablepanel.h"

class QComboBox;
class QLineEdit;

namespace tileline {

/// The data of a run that the Execution page shows.
struct ExecutionData {
    TraceSource source = TraceSource::None;
    std::shared_ptr<const ExecutionTrace> trace = {}; ///< null if the source is blocks
    std::shared_ptr<const TraceLanes> lanes = {};
    std::shared_ptr<const TraceFigures> figures = {}; ///< the run's figures
    std::shared_ptr<const TraceBlocks> blocks = {};
    std::shared_ptr<const TraceClocks> clocks = {};
};

/// Shows when each program ran on each IPU, in lanes along time, with tables of durations and waits. The
/// times are measured, taken from blocks of light-weight profiling, or Poplar's estimates.
class ExecutionPage : public DataPage {
    Q_OBJECT
public:
    ExecutionPage(Session* session, Selection* selection, QWidget* parent = nullptr);

    LaneChart* chart() const { return m_chart; }
    TablePanel* table() const { return m_table; }
    const ExecutionData& data() const { return m_data; }
    /// The text about the chosen span, the chosen range, or the run.
    QString readout() const;

protected:
    void refresh() override;
    void reset() override;

private:
    void fillChoices();
    void compute();
    void show(ExecutionData data);
    void showTable();
    void showReadout();
    void chooseSpan(const LanePosition& at);
    void chooseRow(std::optional<uint32_t> key);
    void followProgram();
    void find();
    void goToMatch(int by);
    void saveTrace();
    LaneChartDataPtr chartData() const;
    QString textOf(const LanePosition& at) const;

    QComboBox* m_source;
    QComboBox* m_run;
    QComboBox* m_naming;
    QComboBox* m_by;
    QLineEdit* m_find;
    QLabel* m_matchCount = plainLabel();
    QLabel* m_readout = wrappedLabel();
    LaneChart* m_chart = new LaneChart;
    TablePanel* m_table = new TablePanel(tr("Execution"));
    ExecutionData m_data;
    std::vector<LanePosition> m_matches;
    size_t m_match = 0;
    LatestTask m_task{this};
    LatestTask m_tableTask{this};
    LatestTask m_findTask{this};
    LatestTask m_saveTask{this};
};

} // namespace tileline
