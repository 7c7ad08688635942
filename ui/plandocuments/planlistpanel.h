// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/plandocuments/plancomparison.h"

#include <QWidget>

class QLabel;
class QPlainTextEdit;
class QTableView;
class QToolBar;

namespace tileline {

/// The plans of the document in a table that compares them. Enter or a double click shows a plan, F2 renames
/// it, Delete removes it, Ctrl+D duplicates it, Alt+Up and Alt+Down move it. Below are the shown plan's
/// notes.
class PlanListPanel : public QWidget {
    Q_OBJECT
public:
    explicit PlanListPanel(PlanDocument* document, QWidget* parent = nullptr);

    PlanComparison* comparison() const { return m_comparison; }

private:
    QAction* addAct(const QString& text, const QKeySequence& key, void (PlanListPanel::*act)());
    std::optional<size_t> selected() const;
    void select(size_t plan);
    void showSelected();
    void duplicateSelected();
    void renameSelected();
    void removeSelected();
    void moveUp();
    void moveDown();
    void copyTable();
    void moveBy(int rows);
    void updateNotes();
    void onProfileChanged();
    void showSetting();

    PlanDocument* const m_document;
    PlanComparison* m_comparison;
    QToolBar* m_tools;
    QLabel* m_setting; ///< the setting of all figures in the table
    QTableView* m_table;
    QPlainTextEdit* m_notes;
};

} // namespace tileline
