// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/plandocuments/plancomparison.h"
#include "ui/text/plaintext.h"

#include <QPlainTextEdit>
#include <QTableView>
#include <QToolBar>
#include <QWidget>

namespace tileline {

/// Shows the plans of the document in a table that compares them. Enter or a double click shows the selected
/// plan, F2 renames it, Delete removes it, Ctrl+D duplicates it, and Alt+Up and Alt+Down move it. A field
/// below the table contains the notes of the shown plan.
class PlanListPanel : public QWidget {
    Q_OBJECT
public:
    explicit PlanListPanel(PlanDocument* document);

    PlanComparison* comparison() const { return m_comparison; }

private:
    void addActs();
    /// The selected plan or, if none is selected, the shown plan.
    size_t selected() const;
    QModelIndex nameOf(size_t plan) const {
        return m_comparison->index(static_cast<int>(plan), PlanComparison::NameColumn);
    }
    void select(size_t plan) { m_table->setCurrentIndex(nameOf(plan)); }
    void moveBy(int rows);
    void updateNotes();

    void showSetting();

    PlanDocument* const m_document;
    PlanComparison* m_comparison;
    QToolBar* m_tools = new QToolBar;
    QLabel* m_setting = plainLabel(); ///< the setting that was used for the figures in the table
    QTableView* m_table = new QTableView;
    QPlainTextEdit* m_notes = new QPlainTextEdit;
};

} // namespace tileline
