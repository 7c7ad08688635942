// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/compiledplan.h"
#include "core/compare/profilecomparison.h"
#include "ui/pages/comparisonbars.h"
#include "ui/session/latesttask.h"
#include "ui/session/session.h"
#include "ui/tables/tabledata.h"
#include "ui/tables/tablepanel.h"
#include "ui/text/plaintext.h"

#include <QComboBox>
#include <QDialog>
#include <QProgressBar>
#include <QStackedWidget>
#include <QString>
#include <QStringList>

#include <vector>

class QLabel;

namespace tileline {

/// A table of a comparison, and its title.
struct ComparisonTable {
    QString title;
    TableDataPtr data;
};

/// The data that the dialog shows. Made on a worker thread.
struct ShownComparison {
    QStringList lines; ///< above the tables
    std::vector<ComparisonTable> tables;
    std::vector<ComparedIpu> ipus; ///< empty if two profiles are compared
};

/// The tables that compare a plan with its compiled pipeline: the IPUs; their contents by category, role and
/// cause; and all differences.
std::vector<ComparisonTable> comparisonTables(const CompiledComparison& comparison);
/// The tables that compare two profiles, one for each section.
std::vector<ComparisonTable> comparisonTables(const ProfileComparison& comparison);

/// Compares the plan with the pipeline that was compiled from it, or the open profile with another profile of
/// the same model. Reads the other profile on a worker thread; closing the dialog cancels the reading. Shows
/// the plan as it was when the dialog was opened.
class ComparisonDialog : public QDialog {
    Q_OBJECT
public:
    ComparisonDialog(Session* session, const QStringList& paths, QWidget* parent = nullptr);

    bool busy() const { return m_loading.busy(); }
    QComboBox* choice() const { return m_choice; }
    TablePanel* table() const { return m_table; }
    ComparisonBars* bars() const { return m_bars; }
    /// The text above the table: the error of the estimate and notes, or why there is no comparison.
    QString message() const;

private:
    void buildResult();
    void start(Session* session, const QStringList& paths);
    void showComparison(ShownComparison shown);
    void showMessage(const QString& text);
    void showTable(int index);

    QStackedWidget* m_stack = new QStackedWidget;
    QLabel* m_phase = plainLabel();
    QProgressBar* m_progress = new QProgressBar;
    QLabel* m_message = selectableLabel(ByMouseOrKey);
    ComparisonBars* m_bars = new ComparisonBars;
    QWidget* m_barsArea;
    QComboBox* m_choice = new QComboBox;
    TablePanel* m_table = new TablePanel(tr("Comparison"));
    std::vector<ComparisonTable> m_tables;
    LatestTask m_loading{this};
};

} // namespace tileline
