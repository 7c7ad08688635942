// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/fixtures.h"
#include "tests/support/profilefiles.h"
#include "tests/support/temporarydirectory.h"
#include "tests/testmain.h"
#include "ui/planpage/plancanvas.h"
#include "ui/planpage/planpage.h"
#include "ui/planpage/plantoolbar.h"
#include "ui/planpage/splitmarker.h"
#include "ui/planpage/tradeoffcharts.h"
#include "ui/planpage/verdictline.h"
#include "ui/session/selection.h"

#include <QAction>
#include <QSignalSpy>
#include <QTest>

using namespace tileline;
using namespace tileline::test;

/// Tests the chart of peak against period, in a real window with real events.
class TestFrontChart : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { installMarkerAccessibility(); }
    void init() {
        open(QString::fromStdString(fixtureDirectory("pipeline-marked-tiny").string()));
        SettingOptions setting = m_session->setting();
        // With these options, no plan has both the lowest peak and the shortest period.
        setting.pipeline.outputOn = OutputOn::Last;
        setting.pipeline.allowSharedWeights = true;
        m_session->setSetting(setting);
        QTRY_COMPARE(m_session->setting(), setting);
    }
    void cleanup() {
        m_page.reset();
        m_editor.reset();
        m_selection.reset();
        m_session.reset();
    }

    void showsTheWholeFront() {
        QTRY_VERIFY(!chart()->points().empty());
        QVERIFY(chart()->isVisible());
        const ParetoFront expected = front();
        QVERIFY(expected.complete);
        QVERIFY(expected.points.size() > 1);
        QCOMPARE(chart()->points().size(), expected.points.size());
        for (size_t i = 0; i < expected.points.size(); ++i) {
            QCOMPARE(chart()->points()[i].x, *expected.points[i].period);
            QCOMPARE(chart()->points()[i].peak, expected.points[i].peakTileBytes);
            QCOMPARE(chart()->points()[i].fit.answer(), std::optional(expected.points[i].fits));
        }
    }

    void aClickTakesThePlanAsOneStep() {
        QTRY_VERIFY(!chart()->points().empty());
        const ParetoFront expected = front();
        const Plan before = state();
        for (size_t i = 0; i < expected.points.size(); ++i) {
            m_editor->undoStack()->clear();
            const bool same = expected.points[i].plan == state().splitPlan();
            const QPointF at = chart()->positionOf(chart()->points()[i]);
            QTest::mouseClick(chart(), Qt::LeftButton, {}, at.toPoint());
            QVERIFY(state().splitPlan() == expected.points[i].plan);
            QCOMPARE(m_editor->undoStack()->count(), same ? 0 : 1);
            QTRY_VERIFY(m_session->resultIsCurrent());
            QCOMPARE(chart()->current()->x, *expected.points[i].period); // exactly equal
            QCOMPARE(chart()->current()->peak, expected.points[i].peakTileBytes);
            m_editor->undoStack()->undo();
        }
        QVERIFY(state() == before);
        // The keys choose points, too.
        chart()->setFocus();
        QTest::keyClick(chart(), Qt::Key_Right);
        for (size_t i = 0; i < expected.points.size(); ++i) {
            QTest::keyClick(chart(), Qt::Key_Left);
        }
        QCOMPARE(chart()->pointed(), std::optional<size_t>(0));
        QVERIFY(chart()->accessibleDescription().contains(QLatin1String("cycles")));
        QTest::keyClick(chart(), Qt::Key_Return);
        QVERIFY(state().splitPlan() == expected.points.front().plan);
    }

    void thePlansPointMovesAsOneDrags() {
        QTRY_VERIFY(!chart()->points().empty());
        QTRY_VERIFY(m_session->resultIsCurrent());
        const auto before = chart()->current();
        SplitMarker* const marker = m_page->canvas()->markers()[0];
        const auto xOf = [&](uint32_t boundary) {
            return static_cast<int>(m_page->canvas()->geometry().xOf({boundary}));
        };
        const uint32_t to = marker->boundary().value + 1;
        QTest::mousePress(marker, Qt::LeftButton, {}, QPoint(marker->width() / 2, 12));
        QTest::mouseMove(marker, marker->mapFrom(m_page->canvas(), QPoint(xOf(to), 40)));
        QVERIFY(m_editor->dragging());
        QTRY_VERIFY(m_session->resultIsCurrent());
        const auto moved = chart()->current();
        QCOMPARE(moved->x, m_session->timeOf(m_session->result()->estimate)->period);
        QVERIFY(moved->x != before->x || moved->peak != before->peak);
        QVERIFY(!chart()->points().empty()); // splits do not change the front
        QTest::mouseRelease(marker, Qt::LeftButton, {},
                            marker->mapFrom(m_page->canvas(), QPoint(xOf(to), 40)));
    }

    void anotherRequestDropsTheFront() {
        QTRY_VERIFY(!chart()->points().empty());
        m_editor->setIpus(2);
        QVERIFY(chart()->points().empty());
        QTRY_VERIFY(!chart()->points().empty());
        QCOMPARE(chart()->points().front().x, *front().points.front().period);
        const double before = chart()->points().front().x;
        SettingOptions slower = m_session->setting();
        slower.time.linkIdleCycles += 1e6;
        m_session->setSetting(slower);
        QTRY_VERIFY(!chart()->points().empty() && chart()->points().front().x != before);
        QCOMPARE(chart()->points().front().x, *front().points.front().period);
    }

    void shortestPeriodIsInTheMenu() {
        QTRY_VERIFY(!chart()->points().empty());
        QAction* const shortest = m_page->toolBar()->solveActions()[2];
        QVERIFY(shortest->isEnabled());
        shortest->trigger();
        QTRY_VERIFY(!m_page->verdict()->message().isEmpty());
        QVERIFY(front().points.front().fits);
        QVERIFY(state().splitPlan() == front().points.front().plan);
        QVERIFY2(m_page->verdict()->message().contains(QLatin1String("period")),
                 qPrintable(m_page->verdict()->message()));
        m_session->setSetting({Setting::PopLiner, {}});
        QTRY_VERIFY(!shortest->isEnabled());
        QTRY_VERIFY(chart()->isHidden());
    }

    void hiddenWithoutCycles() {
        const TemporaryDirectory directory;
        copyProfile("pipeline-marked-tiny", directory.path(), "DELETE FROM execution_step;");
        open(QString::fromStdString((directory / "profile.tileline").string()));
        QVERIFY(chart()->isHidden());
        QVERIFY(!m_page->toolBar()->solveActions()[2]->isEnabled());
    }

private:
    void open(const QString& path) {
        cleanup();
        m_session = std::make_unique<Session>();
        m_selection = std::make_unique<Selection>();
        m_editor = std::make_unique<PlanEditor>(m_session.get());
        m_page = std::make_unique<PlanPage>(m_editor.get(), m_selection.get());
        m_page->resize(1400, 700);
        m_page->show();
        m_page->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_page.get()));
        // With Output on the last IPU, every plan with more than one stage splits a weight.
        SettingOptions setting = m_session->setting();
        setting.pipeline.outputOn = OutputOn::First;
        m_session->setSetting(setting);
        m_session->open({path});
        QTRY_VERIFY(m_session->resultIsCurrent());
    }

    /// The front for the current plan and setting.
    ParetoFront front() const {
        const IntervalCosts costs = *m_session->study().costs();
        return *solvePareto(costs, {Objective::MinPeriod, state().constraints()});
    }
    FrontChart* chart() const { return m_page->front(); }
    const Plan& state() const { return m_session->plan(); }

    std::unique_ptr<Session> m_session;
    std::unique_ptr<Selection> m_selection;
    std::unique_ptr<PlanEditor> m_editor;
    std::unique_ptr<PlanPage> m_page;
};

TILELINE_TEST(TestFrontChart)
#include "test_frontchart.moc"
