// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/execution/tracefigures.h"
#include "core/execution/tracelanes.h"
#include "ui/charts/lanechart.h"
#include "ui/pages/datapage.h"
#include "ui/tables/tablepanel.h"

class QAction;
class QCheckBox;
class QComboBox;
class QLineEdit;
class QTextBrowser;

namespace tileline {

/// The data that the Execution page shows for one run, or for all runs.
struct ExecutionData {
    TraceSource source = TraceSource::None;
    std::optional<uint32_t> run = 0; ///< position in ExecutionTrace::runs; empty for all runs
    std::shared_ptr<const ExecutionTrace> trace = {}; ///< null if the times come from blocks
    std::shared_ptr<const ExecutionTrace> whole = {}; ///< `trace` before it was folded
    std::shared_ptr<const FoldedTrace> folded = {};   ///< null if repeated iterations are not folded
    std::shared_ptr<const std::vector<LaneChartData::Bracket>> brackets = {}; ///< of the folded iterations
    std::shared_ptr<const TraceLanes> lanes = {};
    std::shared_ptr<const TraceFigures> figures = {}; ///< null until findFigures() has run
    std::shared_ptr<const TraceBlocks> blocks = {};
    std::shared_ptr<const TraceClocks> clocks = {};
    std::shared_ptr<const TileTimes> tileTimes = {}; ///< null if tiles are not shown

    /// ExecutionRun::id of the run; empty for all runs.
    std::optional<uint32_t> runId() const {
        return trace && run ? std::optional(trace->runs()[*run].id) : std::nullopt;
    }
    /// Whether the lanes show all data of the source, not only a coarse picture.
    bool isComplete() const { return trace != nullptr || blocks != nullptr; }

    /// An IPU's first wait that overlaps `span`; null if the IPU does not wait during the span.
    const Wait* waitIn(uint32_t ipu, const LaneSpan& span) const;
    /// The position of the step that causes a wait (Wait::step); empty if no lane shows that step.
    std::optional<LanePosition> causeOf(const Wait& wait) const;
};

/// The form in which numbers of cycles are shown: as cycles, as a time, or as a share of the run's cycles.
struct CycleUnit {
    enum class Kind : uint8_t { Cycles, Time, Share } kind = Kind::Cycles;
    double microseconds = 1; ///< duration of a cycle in microseconds
    double span = 1;         ///< the cycles of the run

    QString operator()(double cycles) const;
};

/// Shows when each program ran on each IPU, in lanes along a time axis, with tables of durations and waits.
/// The times are measured, taken from blocks of light-weight profiling, or estimated by Poplar.
class ExecutionPage : public DataPage {
    Q_OBJECT
public:
    ExecutionPage(Session* session, Selection* selection, QWidget* parent = nullptr);

    LaneChart* chart() const { return m_chart; }
    TablePanel* table() const { return m_table; }
    const ExecutionData& data() const { return m_data; }
    /// A text about the chosen step, range or name; if nothing is chosen, a text about the run.
    QString readout() const;

protected:
    void refresh() override;
    void reset() override;

private:
    void fillChoices();
    void compute();
    void show(ExecutionData data);
    void showLanes();
    void showTable();
    void showUnit();
    TraceFilter filter() const;
    void chooseSpan(const LanePosition& at);
    void chooseRow(std::optional<uint32_t> key);
    void follow();
    void find();
    void goToMatch(int by);
    void saveTrace();
    void findFigures();
    LaneChartDataPtr chartData() const;
    QString textOf(const LanePosition& at) const;
    /// The range that the user chose. If the user chose a span instead, and the span is in a lane above the
    /// lanes of steps: the range of the span.
    std::optional<std::pair<double, double>> shownRange() const;
    CycleUnit unit() const;

    QComboBox* m_source;
    QComboBox* m_run;
    QComboBox* m_naming;
    QComboBox* m_unit;
    QCheckBox* m_tiles;
    QCheckBox* m_fold;
    QComboBox* m_by;
    QComboBox* m_kind;
    QComboBox* m_ipu;
    QComboBox* m_layer;
    QLineEdit* m_find;
    QAction* m_regex;
    QLabel* m_matchCount = plainLabel();
    QTextBrowser* m_summary;
    LaneChart* m_chart = new LaneChart;
    TablePanel* m_table = new TablePanel(tr("Execution"));
    ExecutionData m_data;
    std::shared_ptr<const TraceFigures> m_shown; ///< the figures of the shown range
    std::vector<WaitSum> m_shownWaits;           ///< the rows of the table of waits
    std::vector<LanePosition> m_matches;
    size_t m_match = 0;
    LatestTask m_task{this};
    LatestTask m_figuresTask{this};
    LatestTask m_tableTask{this};
    LatestTask m_findTask{this};
    LatestTask m_saveTask{this};
};

} // namespace tileline
