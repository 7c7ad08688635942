// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/editing/planeditor.h"

#include <QPointer>
#include <QWidget>

class QAction;
class QLabel;
class QMenu;
class QScrollArea;
class QSplitter;

namespace tileline {

class ChartSwitch;
class FiguresDialog;
class FrontChart;
class IpuBars;
class Legend;
class PlanCanvas;
class PlanToolBar;
class Selection;
class TradeOffChart;
class VerdictLine;

/// The central page of the window: layers, splits, and the estimated bytes on every IPU's fullest tile.
/// Without an estimate it says what the profile lacks.
class PlanPage : public QWidget {
    Q_OBJECT
public:
    PlanPage(PlanEditor* editor, Selection* selection, QWidget* parent = nullptr);

    PlanCanvas* canvas() const { return m_canvas; }
    IpuBars* bars() const { return m_bars; }
    TradeOffChart* tradeOff() const { return m_tradeOff; }
    FrontChart* front() const { return m_front; }
    VerdictLine* verdict() const { return m_verdict; }
    /// The auto-split actions, for the menu bar.
    QList<QAction*> solveActions() const;
    /// Shows the figures of both settings.
    QAction* compareAction() const;
    /// What the layer chart shows, for the menu bar: bytes, cycles.
    QList<QAction*> chartActions() const;
    /// To choose the plan with which the bars are compared, for the menu bar.
    QList<QAction*> baselineActions() const;
    void editLimits(StageIndex stage);

signals:
    /// The user wants to know why the selected IPU is as full as it is.
    void explainRequested();

private:
    QWidget* makeUpper();
    QWidget* makeLower();
    void fitCanvas();
    void showState();
    void showLegends();
    void compareFigures();
    void showMenu(LayerIndex boundary, const QPoint& at);
    void takeAnswer(const SolveAnswer& answer);
    bool eventFilter(QObject* watched, QEvent* event) override;

    PlanEditor* const m_editor;
    Selection* const m_selection;
    PlanToolBar* m_toolBar;
    VerdictLine* m_verdict;
    QLabel* m_missing; ///< in place of a plan: what the profile lacks
    QSplitter* m_parts;
    QLabel* m_upperTitle = nullptr;
    QLabel* m_lowerTitle = nullptr;
    Legend* m_chartLegend = nullptr;
    Legend* m_barLegend = nullptr;
    QPointer<FiguresDialog> m_figures;
    ChartSwitch* m_switch = nullptr;
    PlanCanvas* m_canvas;
    QScrollArea* m_scroll = nullptr;
    IpuBars* m_bars;
    TradeOffChart* m_tradeOff;
    FrontChart* m_front;
};

} // namespace tileline
