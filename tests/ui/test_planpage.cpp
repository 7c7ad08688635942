// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/generate/generatedmodels.h"
#include "tests/support/temporarydirectory.h"
#include "tests/testmain.h"
#include "tests/ui/planpagefixture.h"
#include "ui/planpage/layeroverview.h"
#include "ui/planpage/plancanvas.h"
#include "ui/planpage/plandialogs.h"
#include "ui/planpage/planpainter.h"
#include "ui/planpage/plantoolbar.h"
#include "ui/planpage/splitmarker.h"
#include "ui/planpage/stagebars.h"
#include "ui/planpage/tradeoffcharts.h"
#include "ui/planpage/verdictline.h"
#include "ui/text/layertext.h"
#include "ui/text/linetext.h"

#include <QAccessible>
#include <QApplication>
#include <QDialogButtonBox>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QScreen>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTableWidget>
#include <QTest>
#include <QWindow>

using namespace tileline;

/// Tests the page in a real window, with real events.
class TestPlanPage : public QObject, protected test::PlanPageFixture {
    Q_OBJECT
private slots:
    void initTestCase() { installMarkerAccessibility(); }

    void init() { openPage("bert-tiny-train"); }

    void cleanup() { closePage(); }

    void showsAMarkerForEachSplitAndABarForEachStage() {
        QCOMPARE(markers().size(), state().splits().size());
        QCOMPARE(bars().size(), state().stageCount());
        for (const IpuBar& bar : bars()) {
            QVERIFY(bar.current);
            const size_t stage = bar.stage.index();
            QVERIFY(bar.estimate == m_session->result()->estimate.stages[stage]);
            QVERIFY(bar.summary().contains(QLatin1String("headroom")));
        }
    }

    void aMarkerIsDraggedWithTheMouse() {
        SplitMarker* const marker = markers()[0];
        const uint32_t before = marker->boundary().value;
        const double width = canvas()->geometry().layerWidth;
        const QPoint grip(marker->width() / 2, 12);
        QTest::mousePress(marker, Qt::LeftButton, {}, grip);
        const auto targetX = static_cast<int>(canvas()->geometry().xOf({before - 1}) + 1);
        for (int step = 1; step <= 10; ++step) {
            const int x = static_cast<int>(canvas()->geometry().xOf({before}) - step * width / 10);
            QTest::mouseMove(marker, marker->mapFrom(canvas(), QPoint(x, 40)));
        }
        QCOMPARE(marker->boundary().value, before - 1);
        QVERIFY(m_editor->dragging());
        QTest::mouseRelease(marker, Qt::LeftButton, {}, marker->mapFrom(canvas(), QPoint(targetX, 40)));
        QVERIFY(!m_editor->dragging());
        QCOMPARE(m_editor->undoStack()->count(), 1);
        QTRY_VERIFY(bars()[0].current);
        m_editor->undoStack()->undo();
        QCOMPARE(markers()[0]->boundary().value, before);
    }

    void escapeEndsADrag() {
        SplitMarker* const marker = markers()[0];
        marker->setFocus();
        const LayerIndex before = marker->boundary();
        QTest::mousePress(marker, Qt::LeftButton, {}, QPoint(marker->width() / 2, 12));
        QTest::mouseMove(marker, marker->mapFrom(canvas(), QPoint(5, 40)));
        QVERIFY(marker->boundary() != before);
        QTest::keyClick(marker, Qt::Key_Escape);
        QCOMPARE(marker->boundary(), before);
        QTest::mouseRelease(marker, Qt::LeftButton);
        QCOMPARE(m_editor->undoStack()->count(), 0);
    }

    void tabReachesTheMarkersAndKeysMoveThem() {
        canvas()->setFocus();
        QVERIFY(canvas()->hasFocus());
        QTest::keyClick(canvas(), Qt::Key_Tab);
        QVERIFY(markers()[0]->hasFocus());
        QTest::keyClick(markers()[0], Qt::Key_Tab);
        QVERIFY(markers()[1]->hasFocus());
        QTest::keyClick(markers()[1], Qt::Key_Backtab);
        QVERIFY(markers()[0]->hasFocus());
        const uint32_t before = markers()[0]->boundary().value;
        QTest::keyClick(markers()[0], Qt::Key_Left);
        QCOMPARE(markers()[0]->boundary().value, before - 1);
        const size_t count = markers().size();
        QTest::keyClick(markers()[0], Qt::Key_Delete);
        QCOMPARE(markers().size(), count - 1);
        QVERIFY(markers()[0]->hasFocus());
    }

    void deletingTheLastMarkerLeavesTheFocusOnTheCanvas() {
        while (!markers().empty()) {
            SplitMarker* const marker = markers().back();
            marker->setFocus();
            QTest::keyClick(marker, Qt::Key_Delete);
        }
        QVERIFY(canvas()->hasFocus());
    }

    void doubleClickAndInsertAddASplit() {
        const size_t before = markers().size();
        const LayerIndex free = freeBoundary();
        const QPoint at(static_cast<int>(canvas()->geometry().xOf(free)), 120);
        QTest::mouseDClick(canvas(), Qt::LeftButton, {}, at);
        QCOMPARE(markers().size(), before + 1);
        QVERIFY(state().splitPlan().isSplit(free));
        canvas()->setFocus();
        QTest::keyClick(canvas(), Qt::Key_Home);
        QTest::keyClick(canvas(), Qt::Key_Insert);
        QVERIFY(state().splitPlan().isSplit({1}));
    }

    void pinsAndForbiddenBoundariesByKeyAndMenu() {
        canvas()->setFocus();
        QTest::keyClick(canvas(), Qt::Key_Home);
        QTest::keyClick(canvas(), Qt::Key_F);
        QVERIFY(state().isForbidden({1}));
        QTest::keyClick(canvas(), Qt::Key_F);
        QVERIFY(!state().isForbidden({1}));
        QTest::keyClick(canvas(), Qt::Key_P);
        QVERIFY(state().isPinned({1}));
        QCOMPARE(m_editor->undoStack()->count(), 3);
        emit canvas()->menuRequested({1}, QPoint(10, 10));
        auto* const menu = m_page->findChild<QMenu*>(QStringLiteral("boundaryMenu"));
        QVERIFY(menu);
        QStringList texts;
        QAction* unpin = nullptr;
        for (QAction* const action : menu->actions()) {
            texts += action->text().section(QLatin1Char('\t'), 0, 0).remove(QLatin1Char('&'));
            unpin = texts.back() == QLatin1String("Unpin split") ? action : unpin;
        }
        // The context menu has the commands of the menu bar, for the boundary that was clicked.
        QVERIFY2(texts.front().startsWith(QLatin1String("Before ")), qPrintable(texts.front()));
        QVERIFY2(unpin, qPrintable(texts.join(QLatin1Char(';'))));
        unpin->trigger();
        QVERIFY(!state().isPinned({1}));
        menu->close();
        QTRY_VERIFY(!QApplication::activePopupWidget());
    }

    void hoveringShowsWhatWouldBe() {
        QTRY_VERIFY(m_session->optimum() != nullptr);
        const LayerIndex free = freeBoundary();
        // Events are sent to the window itself: at the cursor, a menu that the previous test left open could
        // receive them.
        QWindow* const window = m_page->window()->windowHandle();
        const QPoint over(static_cast<int>(canvas()->geometry().xOf(free)), 120);
        QTest::mouseMove(window, canvas()->mapTo(m_page->window(), QPoint(3, 3)));
        QTest::mouseMove(window, canvas()->mapTo(m_page->window(), over));
        QTRY_VERIFY(canvas()->shownWhatIf().has_value());
        const WhatIf& shown = *canvas()->shownWhatIf();
        QCOMPARE(shown.at, free);
        QVERIFY(shown.plan.isSplit(free));
        QVERIFY(shown.estimate.has_value());
        Workers workers(1);
        QCOMPARE(shown.estimate->peakTileBytes(),
                 m_session->estimator()->estimate(shown.plan, workers)->peakTileBytes());
        QVERIFY(whatIfText(shown, *m_session).contains(QLatin1String("fits")));
    }

    /// This is tested even if the stage's band is much wider than the visible part.
    void theNameOfAStageIsInView() {
        m_editor->apply(*m_session->plan().withSplits(SplitPlan(m_session->layers()->count())), "test");
        PlanCanvas* const canvas = m_page->canvas();
        canvas->setZoom(8);
        auto* const area = qobject_cast<QScrollArea*>(canvas->parentWidget()->parentWidget());
        const QRgb ink = textOn(ChartColors(canvas->palette()).stage(0)).rgb();
        const QRect row = PlanRows::of(canvas->width(), canvas->height()).stages;
        for (const int left :
             {0, area->horizontalScrollBar()->maximum() / 4, area->horizontalScrollBar()->maximum()}) {
            area->horizontalScrollBar()->setValue(left);
            const QImage seen = area->viewport()->grab().toImage();
            int letters = 0;
            for (int x = 0; x < seen.width(); ++x) {
                letters += seen.pixel(x, row.center().y()) == ink ? 1 : 0;
            }
            QVERIFY2(letters > 5, qPrintable(QString::number(left)));
        }
    }

    /// All layers are visible at once; with the overview above, the user can zoom until they are readable.
    void manyLayersHaveAnOverview() {
        auto* const overview = m_page->findChild<LayerOverview*>();
        QVERIFY(!overview->isVisible());
        const test::TemporaryDirectory directory;
        GeneratorOptions options = test::smallModel("gpt", false);
        options.layers = 400;
        options.tiles = 4;
        QVERIFY(writeModel(test::generateOrThrow(options), directory.path()));
        open(directory.path());
        QTRY_VERIFY(overview->isVisible());
        const auto* const area = qobject_cast<QScrollArea*>(canvas()->parentWidget()->parentWidget());
        const auto whole = [&] {
            return canvas()->width() == area->viewport()->width() && canvas()->geometry().layerWidth >= 1 &&
                   std::abs(overview->shown().width() - overview->width()) < 1;
        };
        QTRY_VERIFY(whole());
        // Dragging the right end of the overview's window, until a twentieth of the model is shown.
        const int middle = overview->height() / 2;
        QTest::mousePress(overview, Qt::LeftButton, {}, {overview->width() - 3, middle});
        QTest::mouseMove(overview, {overview->width() / 2, middle});
        QTest::mouseMove(overview, {overview->width() / 20, middle});
        QTest::mouseRelease(overview, Qt::LeftButton, {}, {overview->width() / 20, middle});
        QVERIFY(canvas()->geometry().layerWidth > PlanCanvas::ReadableWidth);
        QCOMPARE(area->horizontalScrollBar()->value(), 0);
        QVERIFY(std::abs(overview->shown().right() - overview->width() / 20.0) < 3);
        // Dragging the window to the end.
        const auto grip = static_cast<int>(overview->shown().center().x());
        QTest::mousePress(overview, Qt::LeftButton, {}, {grip, middle});
        QTest::mouseMove(overview, {overview->width() - 1, middle});
        QTest::mouseRelease(overview, Qt::LeftButton, {}, {overview->width() - 1, middle});
        QCOMPARE(area->horizontalScrollBar()->value(), area->horizontalScrollBar()->maximum());
        const double zoom = canvas()->zoom();
        // Dragging the window's left end to the middle of the model.
        QTest::mousePress(overview, Qt::LeftButton, {}, {static_cast<int>(overview->shown().left()), middle});
        QTest::mouseMove(overview, {overview->width() / 2, middle});
        QTest::mouseRelease(overview, Qt::LeftButton, {}, {overview->width() / 2, middle});
        QVERIFY(canvas()->zoom() < zoom && std::abs(canvas()->zoom() - 2) < 0.1);
        QVERIFY(!overview->grab().isNull());
        canvas()->setZoom(1);
        QTRY_VERIFY(whole());
        open(test::fixtureDirectory("bert-tiny-train"));
        QTRY_VERIFY(!overview->isVisible());
    }

    /// A scroll area moves pixels on the screen. A name that stays in view must not leave a copy behind.
    void scrollingLeavesNoRemains() {
        const test::TemporaryDirectory directory;
        GeneratorOptions options = test::smallModel("gpt", false);
        options.layers = 200;
        options.tiles = 4;
        QVERIFY(writeModel(test::generateOrThrow(options), directory.path()));
        open(directory.path());
        m_editor->apply(*m_session->plan().withSplits(SplitPlan(m_session->layers()->count())), "test");
        QTRY_VERIFY(m_session->resultIsCurrent() && m_session->optimum());
        const auto* const area = qobject_cast<QScrollArea*>(m_page->canvas()->parentWidget()->parentWidget());
        m_page->canvas()->setZoom(3);
        for (const int left : {30, 100, 300, 40}) {
            area->horizontalScrollBar()->setValue(left);
            QTest::qWait(100);
            const QRect part(area->viewport()->mapTo(m_page.get(), QPoint()), area->viewport()->size());
            const QImage onScreen = m_page->screen()->grabWindow(m_page->winId()).toImage().copy(part);
            const QImage repainted = m_page->grab().toImage().copy(part);
            QCOMPARE(onScreen.convertToFormat(QImage::Format_RGB32),
                     repainted.convertToFormat(QImage::Format_RGB32));
        }
    }

    /// Labels are placed with widths in whole pixels, but drawn with widths in fractions of a pixel.
    void labelsOfLayersAreDrawnWhole() {
        for (double size = 7; size < 15; size += 0.3) {
            QFont font;
            font.setPointSizeF(size);
            for (const LayerLabel& label : layerLabels(*m_session->layers(), m_page->canvas()->geometry(),
                                                       QRect(0, 0, 1000, 30), font)) {
                QVERIFY2(lineWidth(label.text, font) <= static_cast<int>(label.area.width()),
                         qPrintable(label.text));
            }
        }
    }

    void theGapIsInView() {
        QTRY_VERIFY(m_session->optimum() != nullptr);
        const auto* const gap = m_page->findChild<KeyFigures*>();
        QVERIFY(!gap->text().isEmpty());
        m_session->solve(Objective::MinPeak);
        QTRY_VERIFY(gap->text().contains(QLatin1String("Optimal")));
    }

    void solvesAreSteps() {
        for (QAction* const action : m_page->toolBar()->solveActions()) {
            if (!action->isEnabled()) {
                QVERIFY(action ==
                        m_page->toolBar()
                            ->solveActions()[2]); // only the pipeline setting has the shortest period
                continue;
            }
            m_page->verdict()->showMessage({});
            action->trigger();
            QTRY_VERIFY(!m_page->verdict()->message().isEmpty());
        }
        QVERIFY(m_editor->undoStack()->count() > 0);
        const Plan solved = state();
        m_editor->undoStack()->undo();
        QVERIFY(state() != solved);
    }

    void greedyRefusesPinsAndSaysWhich() {
        QTRY_VERIFY(m_session->optimum() != nullptr);
        const LayerIndex pin = freeBoundary();
        m_editor->togglePinned(pin);
        m_editor->toggleForbidden({static_cast<uint32_t>(m_session->layers()->count() - 1)});
        const Plan before = state();
        m_page->toolBar()->solveActions().last()->trigger();
        QTRY_VERIFY(!m_page->verdict()->message().isEmpty());
        const QString said = m_page->verdict()->message();
        QVERIFY2(said.contains(
                     QStringLiteral("Pinned, before layer: %1.").arg(layerName(*m_session->layers(), pin))) &&
                     said.contains(QLatin1String("Forbidden, before layer")),
                 qPrintable(said));
        QVERIFY(state() == before);
    }

    void aClickInTheTradeOffTakesThePlan() {
        QTRY_VERIFY(m_session->optimum() != nullptr);
        TradeOffChart* const chart = m_page->tradeOff();
        const PlanPointChart::Point point = chart->points()[2];
        QCOMPARE(point.x, 3.0);
        const SplitPlan expected = m_session->optimum()->tradeOff[2]->plan;
        QTest::mouseClick(chart, Qt::LeftButton, {}, chart->positionOf(point).toPoint());
        QVERIFY(state().splitPlan() == expected);
        QCOMPARE(state().ipus(), 3U);
        m_editor->undoStack()->undo();
        QCOMPARE(state().ipus(), 4U);
        QTRY_VERIFY(m_session->optimum() != nullptr);
        chart->setFocus();
        QTest::keyClick(chart, Qt::Key_Right);
        QTest::keyClick(chart, Qt::Key_Left);
        QTest::keyClick(chart, Qt::Key_Return);
        QCOMPARE(state().ipus(), 3U);
    }

    void fieldsChangeThePlan() {
        auto* const ipus = m_page->findChild<QSpinBox*>(QStringLiteral("ipus"));
        auto* const memory = m_page->findChild<QSpinBox*>(QStringLiteral("memoryPerTile"));
        ipus->setValue(2);
        QCOMPARE(state().stageCount(), size_t{2});
        memory->setValue(1000);
        QCOMPARE(state().memory().perTile, uint64_t{1000});
        QTRY_VERIFY(bars()[0].summary().contains(QLatin1String("over by")));
        m_editor->undoStack()->undo();
        m_editor->undoStack()->undo();
        QCOMPARE(ipus->value(), 4);
        QCOMPARE(memory->value(), 638976);
    }

    void limitsOfSingleIpus() {
        LimitsDialog dialog(state(), {1});
        auto* const table = dialog.findChild<QTableWidget*>();
        QVERIFY(dialog.limits().empty());
        const QPushButton* const ok = dialog.findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Ok);
        table->item(0, 1)->setText(QStringLiteral("600 KiB"));
        QCOMPARE(dialog.limits(), std::vector<uint64_t>{614400});
        table->item(0, 1)->setText(QStringLiteral("many"));
        QVERIFY(!ok->isEnabled());
        table->item(0, 1)->setText({});
        QVERIFY(ok->isEnabled());
        table->item(1, 1)->setText(QStringLiteral("500000"));
        QCOMPARE(dialog.limits(), (std::vector<uint64_t>{638976, 500000}));
        m_editor->setIpuMemory(dialog.limits());
        QCOMPARE(bars()[1].limit, uint64_t{500000});
        QCOMPARE(bars()[0].limit, uint64_t{638976});
    }

    void aBarSelectsItsPeak() {
        QTest::mouseClick(barsWidget(), Qt::LeftButton, {}, barsWidget()->columnOf({1}).center());
        QCOMPARE(m_selection->chosen<StageIndex>(), StageIndex{1});
        QCOMPARE(m_selection->chosen<TileId>(), m_session->result()->estimate.stages[1].peakTile);
        QCOMPARE(m_selection->chosen<StepIndex>(), m_session->result()->estimate.stages[1].peakStep);
        QTest::keyClick(barsWidget(), Qt::Key_Down);
        QVERIFY(barsWidget()->hasFocus());
        QCOMPARE(barsWidget()->current(), StageIndex{2});
    }

    void aLayerIsSelectedByAClick() {
        const QPoint at(static_cast<int>(canvas()->geometry().centreOf({2})), 50);
        QTest::mouseClick(canvas(), Qt::LeftButton, {}, at);
        QCOMPARE(m_selection->chosen<LayerIndex>(), LayerIndex{2});
    }

    void markersAreSlidersForAssistiveTechnology() {
        QAccessibleInterface* const marker = QAccessible::queryAccessibleInterface(markers()[0]);
        QVERIFY(marker);
        QCOMPARE(marker->role(), QAccessible::Slider);
        QVERIFY(marker->text(QAccessible::Name).contains(QLatin1Char('1')));
        QVERIFY(marker->text(QAccessible::Value).contains(QLatin1String("before layer")));
        QAccessibleValueInterface* const value = marker->valueInterface();
        QVERIFY(value);
        QCOMPARE(value->currentValue().toUInt(), markers()[0]->boundary().value);
        value->setCurrentValue(1U);
        QCOMPARE(markers()[0]->boundary().value, 1U);
        QAccessibleInterface* const bar = QAccessible::queryAccessibleInterface(barsWidget())->child(0);
        QVERIFY(bar->text(QAccessible::Description).contains(QLatin1String("limit")));
    }

    void layersAreItemsForAssistiveTechnology() {
        PlanCanvas* const canvas = m_page->canvas();
        QAccessibleInterface* const chart = QAccessible::queryAccessibleInterface(canvas);
        const LayersPtr layers = m_session->layers();
        QVERIFY(chart->childCount() >= static_cast<int>(layers->count() + canvas->markers().size()));
        // All layers' figures arrive at once from another thread.
        QTRY_VERIFY(chart->child(0)->text(QAccessible::Value).contains(QStringLiteral("B")));
        for (uint32_t i = 0; i < layers->count(); ++i) {
            QAccessibleInterface* const layer = chart->child(static_cast<int>(i));
            QVERIFY(layer && layer->isValid());
            QCOMPARE(layer->role(), QAccessible::ListItem);
            QCOMPARE(layer->text(QAccessible::Name), layerName(*layers, {i}));
            QVERIFY(layer->text(QAccessible::Value).contains(QStringLiteral("B")));
            QVERIFY(layer->text(QAccessible::Value)
                        .endsWith(QStringLiteral("on IPU %1").arg(m_session->placement().ipuOf({i}))));
            QCOMPARE(chart->indexOfChild(layer), static_cast<int>(i));
            QCOMPARE(layer->parent(), chart);
            QCOMPARE(chart->childAt(layer->rect().center().x(), layer->rect().center().y()), layer);
        }
        bool marker = false;
        for (int i = static_cast<int>(layers->count()); i < chart->childCount(); ++i) {
            marker = marker || chart->child(i)->role() == QAccessible::Slider;
        }
        QVERIFY(marker);
        QAccessibleInterface* const last = chart->child(static_cast<int>(layers->count()) - 1);
        m_session->close();
        QVERIFY(!last->isValid() && last->text(QAccessible::Name).isEmpty());
    }

    void oneLayerHasNoMarkers() {
        openPage("one-layer");
        openPage("no-layers");
        canvas()->setFocus();
        for (const auto key : {Qt::Key_Left, Qt::Key_Right, Qt::Key_Insert, Qt::Key_P, Qt::Key_F}) {
            QTest::keyClick(canvas(), key);
        }
        QVERIFY(!bars().empty());
    }

    void manyStagesAreShown() {
        for (uint32_t layer = 1; layer < m_session->layers()->count(); ++layer) {
            m_editor->addSplit({layer});
        }
        QCOMPARE(bars().size(), m_session->layers()->count());
        canvas()->setZoom(4);
        QVERIFY(canvas()->width() > m_page->width());
        QVERIFY(!m_page->grab().isNull());
    }

private:
    PlanCanvas* canvas() const { return m_page->canvas(); }
    const std::vector<SplitMarker*>& markers() const { return canvas()->markers(); }
    StageBars* barsWidget() const { return m_page->bars(); }
    const std::vector<IpuBar>& bars() const { return m_page->bars()->bars(); }
    const Plan& state() const { return m_session->plan(); }
    LayerIndex freeBoundary() const {
        LayerIndex boundary{1};
        while (state().splitPlan().isSplit(boundary)) {
            boundary = boundary.next();
        }
        return boundary;
    }
};

TILELINE_TEST(TestPlanPage)
#include "test_planpage.moc"
