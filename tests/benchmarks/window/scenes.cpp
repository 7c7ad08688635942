// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/benchmarks/window/scenes.h"

#include "ui/charts/heatmap.h"
#include "ui/charts/lanechart.h"
#include "ui/charts/memorychart.h"
#include "ui/charts/overviewstrip.h"
#include "ui/charts/stackchart.h"
#include "ui/frame/workspace.h"
#include "ui/pages/comparisonpage.h"
#include "ui/pages/executionpage.h"
#include "ui/pages/inspector.h"
#include "ui/pages/livenesspage.h"
#include "ui/pages/memorymappage.h"
#include "ui/pages/operationspage.h"
#include "ui/pages/peakpage.h"
#include "ui/pages/programtreepage.h"
#include "ui/pages/summarypage.h"
#include "ui/pages/tilememorypage.h"
#include "ui/pagetable.h"
#include "ui/session/session.h"
#include "ui/tables/tablepanel.h"

#include <QComboBox>
#include <QHelpEvent>
#include <QLineEdit>
#include <QScrollBar>
#include <QTabWidget>
#include <QTest>
#include <QTextBrowser>
#include <QTreeView>
#include <QWheelEvent>

#include <algorithm>

namespace tileline::benchmarks {

std::unique_ptr<MainWindow> window;

void settle(int milliseconds) {
    QTest::qWait(milliseconds);
}

void settlePages() {
    settle(60); // pages begin to compute when they are shown or drawn
    const bool idle = QTest::qWaitFor(
        [] {
            const auto tasks = window->findChildren<LatestTask*>();
            return std::none_of(tasks.begin(), tasks.end(),
                                [](const LatestTask* task) { return task->busy(); });
        },
        Patience);
    if (!idle) {
        std::exit(1);
    }
    settle(60);
}

void wheel(QWidget* widget, const QPoint& at, int steps, Qt::KeyboardModifiers keys) {
    for (int step = 0; step < std::abs(steps); ++step) {
        QWheelEvent event(at, widget->mapToGlobal(at), {}, {0, steps > 0 ? 120 : -120}, Qt::NoButton, keys,
                          Qt::NoScrollPhase, false);
        QApplication::sendEvent(widget, &event);
        QTest::qWait(FrameMilliseconds);
    }
}

void exploreChart(QWidget* chart) {
    QWidget* const inner = chart->childAt(chart->rect().center());
    QWidget* const target = inner ? inner : chart;
    for (int share = 20; share < 80; share += 2) {
        QTest::mouseMove(target, {target->width() * share / 100, target->height() / 2});
        QTest::qWait(FrameMilliseconds);
    }
    wheel(target, target->rect().center(), 10);
    wheel(target, target->rect().center(), -10);
}

namespace {

/// Drags over a widget from one point to another, each given in per cent of its size.
void drag(QWidget* widget, QPoint from, QPoint to, Qt::KeyboardModifiers keys = {}) {
    constexpr int Moves = 20;
    const auto pointAt = [&](int move) {
        const QPoint share = from + (to - from) * move / Moves;
        return QPoint(widget->width() * share.x() / 100, widget->height() * share.y() / 100);
    };
    const auto send = [&](QEvent::Type type, int move, Qt::MouseButton button, Qt::MouseButtons buttons) {
        const QPoint at = pointAt(move);
        QMouseEvent event(type, at, widget->mapToGlobal(at), button, buttons, keys);
        QApplication::sendEvent(widget, &event);
        QTest::qWait(FrameMilliseconds);
    };
    send(QEvent::MouseButtonPress, 0, Qt::LeftButton, Qt::LeftButton);
    for (int move = 1; move <= Moves; ++move) {
        send(QEvent::MouseMove, move, Qt::NoButton, Qt::LeftButton);
    }
    send(QEvent::MouseButtonRelease, Moves, Qt::LeftButton, Qt::NoButton);
    settlePages();
}

/// Rests the mouse on a chart at many points, as for a tool tip.
void hover(QWidget* chart) {
    for (int share = 5; share < 100; share += 5) {
        const QPoint at(chart->width() * share / 100, chart->height() * share / 100);
        QHelpEvent event(QEvent::ToolTip, at, chart->mapToGlobal(at));
        QApplication::sendEvent(chart, &event);
        QTest::qWait(FrameMilliseconds);
    }
}

void keys(QWidget* widget, std::initializer_list<Qt::Key> pressed, int times) {
    for (int time = 0; time < times; ++time) {
        for (const Qt::Key key : pressed) {
            QTest::keyClick(widget, key);
            QTest::qWait(FrameMilliseconds);
        }
    }
    settlePages();
}

void tryAll(QComboBox* box) {
    if (!box || !box->isEnabled()) {
        return;
    }
    const int before = box->currentIndex();
    const int count = std::min(box->count(), 8);
    for (int entry = 1; entry <= count; ++entry) {
        act([&] {
            box->setCurrentIndex((before + entry) % count);
            emit box->activated(box->currentIndex());
        });
    }
}

void tryAll(QTabWidget* tabs) {
    for (int tab = tabs->count(); tab-- > 0;) {
        act([&] { tabs->setCurrentIndex(tab); });
    }
}

void type(QLineEdit* edit, const char* text) {
    TimedApplication::act([&] { edit->clear(); });
    QTest::keyClicks(edit, QLatin1String(text), {}, 30);
    QTest::keyClick(edit, Qt::Key_Return);
    settlePages();
}

void scrollTable(TablePanel* panel) {
    if (panel->isVisible()) {
        keys(panel->view(), {Qt::Key_PageDown}, 20);
    }
}

} // namespace

void useMemoryMap() {
    auto* const page = showPage<MemoryMapPage>("memorymap");
    MemoryChart* const chart = page->chart();
    exploreChart(chart);
    hover(chart);
    wheel(chart, chart->rect().center(), 6);
    drag(chart, {70, 60}, {30, 40});
    hover(chart);
    keys(chart, {Qt::Key_A, Qt::Key_D, Qt::Key_PageUp, Qt::Key_PageDown, Qt::Key_Up, Qt::Key_F, Qt::Key_Home},
         4);
    for (int share = 10; share < 100; share += 20) {
        QTest::mouseClick(chart, Qt::LeftButton, {}, {chart->width() * share / 100, chart->height() / 2});
        settlePages();
    }
    auto* const slider = page->findChild<QSlider*>(QStringLiteral("mapSmallest"));
    for (int value = 1; value <= 2 * slider->maximum(); ++value) {
        TimedApplication::act(
            [&] { slider->setValue(value <= slider->maximum() ? value : 2 * slider->maximum() - value); });
        QTest::qWait(FrameMilliseconds);
    }
    tryAll(page->findChild<QComboBox*>(QStringLiteral("mapColors")));
    scrollTable(page->table());
    auto* const tile = page->findChild<QSpinBox*>(QStringLiteral("mapTile"));
    for (const int step : {1, 1, -1}) {
        act([&] { tile->stepBy(step); });
    }
}

void chooseTiles() {
    auto* const page = showPage<TileMemoryPage>("tilememory");
    act([&] { page->setView(TileMemoryPage::View::Map); });
    drag(page->map(), {20, 20}, {60, 70});
    hover(page->map());
    act([&] {
        page->findChild<QSpinBox*>(QStringLiteral("scaleFrom"))->setValue(64);
        page->findChild<QSpinBox*>(QStringLiteral("scaleTo"))->setValue(256);
    });
    auto* const tabs = page->findChild<QTabWidget*>();
    tryAll(tabs);
    type(page->findChild<QLineEdit*>(QStringLiteral("tiles")), "0-5, 9");
    tryAll(tabs);
    act([&] { page->setView(TileMemoryPage::View::Plot); });
    act([&] { emit page->plot()->positionClicked(3, {}); });
    act([&] { emit page->plot()->positionClicked(12, Qt::ShiftModifier); });
    tryAll(page->findChild<QComboBox*>(QStringLiteral("breakdown")));
    act([&] {
        page->setView(TileMemoryPage::View::Variables);
        tabs->setCurrentWidget(page->variables());
    });
    act([&] { page->variables()->view()->selectAll(); });
    exploreChart(page->variablesPlot());
    scrollTable(page->variables());
    act([&] { page->setView(TileMemoryPage::View::Plot); });
}

void findSteps() {
    auto* const page = showPage<LivenessPage>("liveness");
    auto* const tabs = page->findChild<QTabWidget*>();
    tryAll(page->findChild<QComboBox*>(QStringLiteral("areas")));
    act([&] { tabs->setCurrentWidget(page->steps()); });
    type(page->steps()->findChild<QLineEdit*>(), "layer");
    scrollTable(page->steps());
    act([&] { page->steps()->findChild<QLineEdit*>()->clear(); });
    for (uint32_t i = 0; i < 10; ++i) {
        act([&] { window->selection()->choose(VariableIndex{i * 37}); });
    }
    const uint32_t last = static_cast<uint32_t>(page->chart()->lastShown());
    for (uint32_t i = 1; i < 6; ++i) {
        act([&] {
            emit page->chart()->positionClicked(last * i / 6, i > 1 ? Qt::ShiftModifier : Qt::NoModifier);
        });
    }
    tryAll(tabs);
    wheel(page->chart()->childAt(page->chart()->rect().center()), page->chart()->rect().center(), 8);
    auto* const strip = page->chart()->findChild<OverviewStrip*>();
    drag(strip, {50, 50}, {90, 50});
    drag(strip, {90, 50}, {10, 50});
    TimedApplication::act([&] { page->chart()->resetView(); });
    auto* const scope = page->findChild<QComboBox*>(QStringLiteral("tiles"));
    tryAll(scope);
}

void listPrograms() {
    auto* const page = showPage<ProgramTreePage>("programtree");
    for (auto* const box : page->findChildren<QComboBox*>()) {
        tryAll(box);
    }
    act([&] { page->view()->expandToDepth(1); });
    keys(page->view(), {Qt::Key_PageDown, Qt::Key_Right, Qt::Key_Down}, 20);
}

void readInsights() {
    auto* const page = showPage<PeakPage>("peak");
    auto* const subject = page->findChild<QComboBox*>(QStringLiteral("subject"));
    act([&] { subject->setCurrentIndex(1); });
    tryAll(page->insights()->findChild<QTabWidget*>());
    for (TablePanel* const panel : page->insights()->findChildren<TablePanel*>()) {
        scrollTable(panel);
    }
    act([] { window->selection()->choose(TileId{5}); });
    tryAll(page->findChild<QComboBox*>(QStringLiteral("insightTiles")));
    act([&] { subject->setCurrentIndex(0); });
    tryAll(page->findChild<QComboBox*>(QStringLiteral("groups")));
}

void useExecution() {
    auto* const page = showPage<ExecutionPage>("execution");
    LaneChart* const chart = page->chart();
    if (!chart->isVisible()) {
        return; // the report does not say when programs ran
    }
    exploreChart(chart);
    hover(chart);
    wheel(chart, chart->rect().center(), 8);
    keys(chart, {Qt::Key_A, Qt::Key_D, Qt::Key_W, Qt::Key_Right, Qt::Key_Down, Qt::Key_F}, 4);
    TimedApplication::act([&] { chart->showAll(); });
    drag(chart, {30, 50}, {70, 50});
    keys(chart, {Qt::Key_F, Qt::Key_Home}, 1);
    type(page->findChild<QLineEdit*>(QStringLiteral("traceFind")), "MatMul");
    for (const char* const name :
         {"traceTable", "traceNaming", "traceUnit", "traceKind", "traceIpu", "traceSource"}) {
        tryAll(page->findChild<QComboBox*>(QLatin1String(name)));
    }
    scrollTable(page->table());
    act([&] { page->findChild<QLineEdit*>(QStringLiteral("traceFind"))->clear(); });
}

void readSummary() {
    auto* const page = showPage<SummaryPage>("summary");
    keys(page->text(), {Qt::Key_PageDown}, 10);
    for (int time = 0; time < 2; ++time) {
        const QString html = page->text()->toHtml();
        const auto at = html.indexOf(QLatin1String("fold:"));
        const QString link = html.mid(at, html.indexOf(QLatin1Char('"'), at) - at);
        emit page->text()->anchorClicked(QUrl(link)); // folds the first section, then unfolds it
        settlePages();
    }
}

void compareReports(const QString& other) {
    TimedApplication::act([&] { window->compareWith(other); });
    if (!QTest::qWaitFor([] { return window->session()->comparison()->report() != nullptr; }, Patience)) {
        std::exit(1);
    }
    auto* const page = showPage<ComparisonPage>("comparison");
    tryAll(page->choice());
    scrollTable(page->table());
    for (const char* const name : {"liveness", "tilememory", "operations", "summary"}) {
        auto* const shown = showPage<QWidget>(name);
        tryAll(shown->findChild<QComboBox*>(QStringLiteral("comparisonBox")));
        if (auto* const chart = shown->findChild<StackChart*>()) {
            exploreChart(chart);
        }
    }
    act([&] { window->session()->comparison()->end(); });
}

void inspectChoices() {
    const bool shown = window->workspace()->showsInspector();
    showPage<QWidget>("operations");
    TimedApplication::act([&] { window->workspace()->setInspectorShown(true); });
    for (uint32_t i = 0; i < 4; ++i) {
        for (const Choice& choice :
             {Choice(LayerIndex{i + 1}), Choice(StageIndex{i % 2}), Choice(TileId{i}),
              Choice(OperationIndex{i * 20}), Choice(VariableIndex{i * 30}), Choice(ProgramIndex{i * 10}),
              Choice(StepIndex{i * 50}), Choice(SplitIndex{0})}) {
            act([&] { window->selection()->choose(choice); });
        }
    }
    for (int step = 0; step < 20; ++step) {
        TimedApplication::act([&] { window->selection()->back(); });
        QTest::qWait(FrameMilliseconds);
    }
    settlePages();
    act([&] {
        window->selection()->drop<StageIndex>();
        window->workspace()->setInspectorShown(shown);
    });
}

void chooseIpus() {
    for (const char* const name : {"peak", "liveness", "tilememory", "memorymap", "summary"}) {
        showPage<QWidget>(name);
        for (uint32_t ipu = 0; ipu < 4; ++ipu) {
            act([&] { window->selection()->choose(StageIndex{ipu}); });
        }
        act([&] { window->selection()->drop<StageIndex>(); });
    }
}

} // namespace tileline::benchmarks
