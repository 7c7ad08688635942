// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/compiledplan.h"
#include "core/compare/profilecomparison.h"
#include "ui/pages/comparisonbars.h"
#include "ui/pages/datapage.h"
#include "ui/tables/tabledata.h"
#include "ui/tables/tablepanel.h"

#include <QProgressBar>
#include <QScrollArea>
#include <QStackedWidget>

#include <vector>

namespace tileline {

/// A table of a comparison, and its title.
struct ComparisonTable {
    QString title;
    TableDataPtr data;
};

/// The data of the comparison page. Made on a worker thread.
struct ComparisonData {
    QStringList lines; ///< the text above the tables
    std::vector<ComparisonTable> tables;
    std::vector<ComparedIpu> ipus; ///< empty if two profiles are compared
};

/// Compares the open report with the session's other report. If the other report may come from a pipeline
/// that was compiled from the plan, the page instead compares the plan with that pipeline. While the other
/// report is being read, the page shows the progress.
class ComparisonPage : public DataPage {
    Q_OBJECT
public:
    ComparisonPage(Session* session, Selection* selection);

    QComboBox* choice() const { return m_choice; }
    TablePanel* table() const { return m_table; }
    ComparisonBars* bars() const { return m_bars; }
    /// The text above the tables: the error of the estimate, and notes.
    QString message() const { return m_message->text(); }

protected:
    void refresh() override;
    void reset() override;

private:
    void followPlan();
    void showComparison(ComparisonData made);
    void showTable(int index);

    QStackedWidget* m_stack = new QStackedWidget;
    QLabel* m_reading = plainLabel();
    QLabel* m_phase = plainLabel();
    QProgressBar* m_progress = new QProgressBar;
    QLabel* m_message = selectableLabel(ByMouseOrKey);
    ComparisonBars* m_bars = new ComparisonBars;
    QScrollArea* m_barsArea = new QScrollArea;
    QComboBox* m_choice = new QComboBox;
    TablePanel* m_table = new TablePanel(tr("Comparison"));
    std::vector<ComparisonTable> m_tables;
    LatestTask m_task{this};
};

} // namespace tileline
