// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/editing/planeditor.h"
#include "ui/frame/workspace.h"
#include "ui/text/plaintext.h"

#include <QScrollArea>
#include <QSplitter>

class QAction;

namespace tileline {

class ElidedText;
class FrontChart;
class LayerOverview;
class Legend;
class PlanCanvas;
class PlanToolBar;
class Selection;
class SettingLine;
class StageBars;
class TimelineView;
class TradeOffChart;
class VerdictLine;

/// The central page of the window. Shows layers, splits, and the estimated bytes on every IPU's fullest tile.
/// If there is no plan, the page says why.
class PlanPage : public QWidget {
    Q_OBJECT
public:
    PlanPage(PlanEditor* editor, Selection* selection);

    PlanCanvas* canvas() const { return m_canvas; }
    StageBars* bars() const;
    TradeOffChart* tradeOff() const { return m_tradeOff; }
    FrontChart* front() const { return m_front; }
    TimelineView* timeline() const { return m_timeline; }
    VerdictLine* verdict() const { return m_verdict; }
    /// The controls for the number of IPUs and for auto-split; the window shows them beside its menus.
    PlanToolBar* toolBar() const { return m_toolBar; }
    SettingLine* setting() const { return m_setting; }
    /// Sets how much of the plan is shown. If `alone` is set, no page is below the plan, so there is room for
    /// the trade-off and the timeline.
    void setSize(PlanSize size, bool alone = true);
    /// The actions that switch the layer chart between bytes and cycles, for the menu bar.
    const QList<QAction*>& chartActions() const { return m_chartActions; }
    void editLimits(StageIndex stage);

private:
    QWidget* makeSwitch();
    QWidget* makeUpper();
    QWidget* makeLower();
    void fitWhyMissing();
    void fitCanvas();
    void fitHeight();
    void showState();
    void showLegends();
    void showMenu(LayerIndex boundary, const QPoint& at);
    void takeAnswer(const SolveAnswer& answer);
    bool eventFilter(QObject* watched, QEvent* event) override;

    PlanEditor* const m_editor;
    PlanToolBar* const m_toolBar;
    SettingLine* const m_setting;
    VerdictLine* const m_verdict;
    PlanSize m_size = PlanSize::Whole;
    bool m_alone = true;
    LayerOverview* m_overview = nullptr;
    QWidget* m_axis = nullptr;
    QWidget* m_switch = nullptr;
    QWidget* m_lower = nullptr;
    QLabel* const m_whyMissing = selectableLabel(ByMouseOrKey);
    QSplitter* const m_parts = new QSplitter(Qt::Vertical);
    ElidedText* const m_upperTitle;
    Legend* const m_legend;
    QList<QAction*> m_chartActions;
    PlanCanvas* const m_canvas;
    QScrollArea* const m_scroll = new QScrollArea;
    TradeOffChart* const m_tradeOff;
    FrontChart* const m_front;
    TimelineView* const m_timeline;
};

} // namespace tileline
