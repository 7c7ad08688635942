// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/remedies.h"
#include "tests/support/fixtures.h"
#include "tests/testmain.h"
#include "tests/ui/answer.h"
#include "tests/ui/windowfixture.h"
#include "ui/charts/stackchart.h"
#include "ui/frame/rail.h"
#include "ui/frame/workspace.h"
#include "ui/pages/livenesspage.h"
#include "ui/pages/tilememorypage.h"
#include "ui/pagetable.h"
#include "ui/planpage/plancanvas.h"
#include "ui/planpage/planpage.h"
#include "ui/startpages/startpages.h"
#include "ui/tables/tablepanel.h"
#include "ui/text/bytestext.h"

#include <QAction>
#include <QApplication>
#include <QSpinBox>
#include <QTableWidget>
#include <QTest>
#include <QToolButton>

#include <algorithm>

using namespace tileline;

/// The frame of a real window: what it shows by itself, where the room goes, and which keys act where.
class TestFrame : public QObject, private test::WindowFixture {
    Q_OBJECT
private slots:
    void initTestCase() { test::useOwnSettings(m_directory); }
    void cleanup() { m_window.reset(); }

    /// A row for each recent report, with its date and whether the last plan fitted.
    void theStartPageListsRecentReports() {
        open({1280, 720});
        m_window->editor()->setMemoryPerTile(session()->optimum() ? 1000 : 0);
        QTRY_VERIFY(session()->resultIsCurrent());
        m_window->document()->editor()->undoStack()->setClean();
        session()->close();
        auto* const table = m_window->findChild<QTableWidget*>(QStringLiteral("recentTable"));
        QTRY_VERIFY(table->isVisible());
        QCOMPARE(table->rowCount(), 1);
        QCOMPARE(table->item(0, 0)->text(), QStringLiteral("bert-tiny-train"));
        QCOMPARE(table->item(0, 1)->text(), QFileInfo(test::fixturePath("bert-tiny-train")).path());
        const RecentFile& entry = m_window->recentFiles()->entries()[0];
        QVERIFY(entry.opened.secsTo(QDateTime::currentDateTime()) < 600);
        QCOMPARE(table->item(0, 2)->text(), QLocale().toString(entry.opened, QLocale::ShortFormat));
        QCOMPARE(entry.fits, std::optional(false));
        QCOMPARE(table->item(0, 3)->text(), QStringLiteral("overflows"));
        m_window->recentFiles()->noteFit({test::fixturePath("bert-tiny-train")}, true);
        QCOMPARE(table->item(0, 3)->text(), QStringLiteral("fits"));
        QCOMPARE(RecentFiles("files/recent").entries()[0].fits, std::optional(true));
        QTest::mouseClick(table->viewport(), Qt::LeftButton, {},
                          table->visualItemRect(table->item(0, 0)).center());
        QTRY_VERIFY(session()->profile());
    }

    /// The fullest IPU, its peak step and its tile, without a step of the history; a plan with another peak
    /// moves them along until the user chooses.
    void somethingIsChosenFromTheStart() {
        open({1280, 860});
        const auto chosen = [&](StageIndex ipu) {
            const StageEstimate& stage = session()->result()->estimate.stages[ipu.index()];
            const Selection& selection = *m_window->selection();
            return selection.chosen<StageIndex>() == ipu && selection.chosen<TileId>() == stage.peakTile &&
                   selection.chosen<StepIndex>() == stage.peakStep;
        };
        const StageIndex fullest{fullestIpu(session()->result()->estimate, session()->plan().memory())};
        QVERIFY(chosen(fullest));
        m_window->selection()->back();
        QVERIFY(chosen(fullest));
        const SplitPlan other = session()->plan().splitPlan().withMoved(0, {1});
        m_window->editor()->apply(*session()->plan().withSplits(other), QStringLiteral("other"));
        QTRY_VERIFY(session()->resultIsCurrent());
        QTRY_VERIFY(chosen(fullest));
        m_window->selection()->choose(TileId{0});
        m_window->editor()->undoStack()->undo();
        QTRY_VERIFY(session()->resultIsCurrent());
        QCOMPARE(m_window->selection()->chosen<TileId>(), std::optional(TileId{0}));
    }

    /// Alt+1 to Alt+9 and Alt+0 show the first ten pages.
    void thePagesHaveKeys() {
        open({1280, 860});
        const auto actions = m_window->workspace()->pageActions();
        QVERIFY(actions.size() > 10);
        for (qsizetype i = 0; i < actions.size(); ++i) {
            const auto key = static_cast<Qt::Key>(Qt::Key_0 + (i + 1) % 10);
            QCOMPARE(actions[i]->shortcut(), i < 10 ? QKeySequence(Qt::ALT | key) : QKeySequence());
        }
        QTest::keyClick(m_window.get(), Qt::Key_0, Qt::AltModifier);
        QCOMPARE(m_window->workspace()->shownPage(), QStringLiteral("summary"));
        // The mark of the focus goes along.
        auto* const rail = m_window->findChild<Rail*>();
        rail->focusChosen();
        QTest::keyClick(m_window.get(), Qt::Key_3, Qt::AltModifier);
        const auto* const focused = qobject_cast<QToolButton*>(QApplication::focusWidget());
        QVERIFY(focused && focused->defaultAction() == actions[2]);
    }

    /// In a low window, a page has the height and the plan is a line; Plan has the whole plan. A size that
    /// the user chooses stays.
    void theHeightDecidesTheSizeOfThePlan() {
        open({1280, 720});
        Workspace* const workspace = m_window->workspace();
        const int line = m_window->fontMetrics().height();
        m_window->resize(1280, 48 * line);
        m_window->showPage(QStringLiteral("liveness"));
        QTRY_COMPARE(workspace->planSize(), PlanSize::Line);
        m_window->showPage(QStringLiteral("plan"));
        QCOMPARE(workspace->planSize(), PlanSize::Whole);
        m_window->showPage(QStringLiteral("liveness"));
        command("plan-size")->trigger();
        QCOMPARE(workspace->planSize(), PlanSize::Hidden);
        command("plan-size")->trigger();
        QCOMPARE(workspace->planSize(), PlanSize::Whole);
        workspace->resetLayout();
        QCOMPARE(workspace->planSize(), PlanSize::Line);
        m_window->resize(1280, 65 * line);
        QTRY_COMPARE(workspace->planSize(), PlanSize::Whole);
    }

    /// In a high page, the chart is above the table, otherwise at its left.
    void aPageIsLaidOutByItsHeight() {
        open({1280, 720});
        m_window->workspace()->setPlanSize(PlanSize::Hidden);
        const int line = m_window->fontMetrics().height();
        for (const char* const id : {"liveness", "tilememory"}) {
            m_window->showPage(QLatin1String(id));
            QWidget* const page = m_window->page(QLatin1String(id));
            const auto charts = page->findChildren<StackChart*>();
            const auto tables = page->findChildren<TablePanel*>();
            QTRY_VERIFY(std::ranges::any_of(charts, &QWidget::isVisible) &&
                        std::ranges::any_of(tables, &QWidget::isVisible));
            QWidget* const chart = *std::ranges::find_if(charts, &QWidget::isVisible);
            QWidget* const table = *std::ranges::find_if(tables, &QWidget::isVisible);
            const auto placeOf = [&](QWidget* part) {
                return QRect(part->mapTo(page, QPoint()), part->size());
            };
            m_window->resize(1280, 48 * line);
            QTRY_VERIFY2(placeOf(chart).right() < placeOf(table).left(), id);
            m_window->resize(1280, 90 * line);
            QTRY_VERIFY2(placeOf(chart).bottom() < placeOf(table).top(), id);
            QVERIFY(chart->height() > page->height() * 2 / 5);
        }
    }

    /// The buttons of remedies say what comes of them.
    void remediesSayTheirResult() {
        open({1920, 1080});
        SplitPlan bad(session()->layers()->count());
        for (uint32_t split = 1; split < session()->plan().ipus(); ++split) {
            bad = bad.withAdded({split});
        }
        m_window->editor()->apply(*session()->plan().withSplits(bad), QStringLiteral("bad"));
        QTRY_VERIFY(session()->optimum() && session()->resultIsCurrent());
        const auto* const best = std::get_if<SolvedPlan>(&session()->optimum()->result);
        QVERIFY(best);
        const uint64_t peak = best->peakTileBytes;
        QVERIFY(session()->result()->estimate.peakTileBytes() > peak);
        m_window->editor()->setMemoryPerTile(peak);
        auto* const button = m_window->findChild<QToolButton*>(QStringLiteral("bestPlan"));
        QTRY_VERIFY(button->isVisible());
        QTRY_COMPARE(button->text(), QStringLiteral("Best plan → %1, fits").arg(bytesText(peak)));
    }

    /// Undo acts on the plan from a field whose text is entered, and on the text before that.
    void undoActsFromAField() {
        open({1280, 860});
        const uint32_t before = session()->plan().ipus();
        auto* const field = m_window->findChild<QSpinBox*>(QStringLiteral("ipus"));
        field->setFocus();
        field->selectAll();
        QTest::keyClicks(field, QString::number(before + 1));
        QTest::keyClick(field, Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(session()->plan().ipus(), before);
        field->selectAll();
        QTest::keyClicks(field, QString::number(before + 1));
        QTest::keyClick(field, Qt::Key_Return);
        QCOMPARE(session()->plan().ipus(), before + 1);
        QVERIFY(field->hasFocus());
        QTest::keyClick(field, Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(session()->plan().ipus(), before);
        QCOMPARE(field->value(), static_cast<int>(before));
    }

    /// Ctrl+0 shows everything in the chart that has the focus, and otherwise the whole model.
    void showAllActsOnTheFocusedChart() {
        open({1280, 860});
        m_window->showPage(QStringLiteral("liveness"));
        StackChart* const chart =
            static_cast<LivenessPage*>(m_window->page(QStringLiteral("liveness")))->chart();
        QTRY_VERIFY(chart->lastShown() > 10);
        const double all = chart->lastShown();
        QTest::keyClick(chart, Qt::Key_Plus);
        QVERIFY(chart->lastShown() - chart->firstShown() < all);
        PlanCanvas* const canvas = m_window->planPage()->canvas();
        canvas->setZoom(1.1);
        const double zoomed = canvas->zoom();
        chart->setFocus();
        QTest::keyClick(chart, Qt::Key_0, Qt::ControlModifier);
        QCOMPARE(chart->lastShown(), all);
        QCOMPARE(canvas->zoom(), zoomed);
        canvas->setFocus();
        QTest::keyClick(canvas, Qt::Key_0, Qt::ControlModifier);
        QCOMPARE(canvas->zoom(), 1.0);
    }

    /// An error beside an open report does not make the window larger.
    void errorsDoNotGrowTheWindow() {
        open({1280, 720});
        const QSize size = m_window->size();
        for (int attempt = 0; attempt < 2; ++attempt) {
            m_window->open({QStringLiteral("/missing/%1/profile.pop").arg(QString(300, QLatin1Char('x')))});
            QTest::qWait(100);
        }
        QTRY_VERIFY(!m_window->session()->loading());
        QCOMPARE(m_window->size(), size);
        QVERIFY(m_window->minimumSizeHint().width() <= 1280);
    }

private:
    Session* session() const { return m_window->session(); }

    void open(const QSize& size) {
        showWindow(size);
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        m_window->open({test::fixturePath("bert-tiny-train")});
        QTRY_VERIFY(session()->optimum() && session()->job() == Job::None);
    }
};

TILELINE_TEST(TestFrame)
#include "test_frame.moc"
