// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/editing/planeditor.h"

#include <QToolBar>

class QAction;
class QLabel;
class QSpinBox;

namespace tileline {

class ElidedText;
class MemoryBox;

/// The tool bar of the Plan page: number of IPUs, memory per tile, how much of it stays free, auto-split, how
/// far the plan is from the optimum, and how fast it runs.
class PlanToolBar : public QToolBar {
    Q_OBJECT
public:
    explicit PlanToolBar(PlanEditor* editor, QWidget* parent = nullptr);

    /// The auto-split actions, for the menu bar: lowest peak, fewest IPUs, shortest period,
    /// greedy.
    const QList<QAction*>& solveActions() const { return m_solveActions; }
    /// Shows the figures of both settings. It has the key of the greedy search, and is enabled where that is
    /// not.
    QAction* compareAction() const { return m_compare; }

private:
    void addFields();
    void addSolveMenu();
    void refresh();
    void refreshTexts();
    QAction* addSolve(const QString& text, const QKeySequence& key, const QString& tip);

    PlanEditor* const m_editor;
    Session* const m_session;
    QSpinBox* m_ipus;
    MemoryBox* m_memory;
    QSpinBox* m_keepFree;
    QLabel* m_gap;
    ElidedText* m_time;
    QList<QAction*> m_solveActions;
    QAction* m_compare;
    QAction* m_shortest = nullptr; ///< one of them
};

} // namespace tileline
