// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/testmain.h"
#include "tests/ui/answer.h"
#include "ui/frame/rail.h"
#include "ui/frame/workspace.h"
#include "ui/mainwindow.h"
#include "ui/pagetable.h"
#include "ui/planpage/plancanvas.h"
#include "ui/planpage/planpage.h"
#include "ui/planpage/splitmarker.h"
#include "ui/planpage/stagebars.h"
#include "ui/planpage/verdictline.h"

#include <QAccessible>
#include <QAction>
#include <QComboBox>
#include <QPointer>
#include <QSettings>
#include <QTest>
#include <QToolButton>

#include <memory>
#include <set>

using namespace tileline;

/// Tests where pages are shown: by the rail, in two halves, in their own windows, in restored layouts.
class TestWorkspace : public QObject {
    Q_OBJECT
private slots:
    void init() {
        QSettings().clear();
        open();
    }
    void cleanup() { m_window.reset(); }

    void keysShowThePagesInTheOrderOfTheRail() {
        QStringList ids{QStringLiteral("plan")};
        for (const PageEntry& entry : pages()) {
            ids += QLatin1String(entry.id);
        }
        for (qsizetype i = 0; i < 10; ++i) { // further pages have no key
            QTest::keyClick(m_window.get(), static_cast<Qt::Key>(Qt::Key_0 + (i + 1) % 10), Qt::AltModifier);
            QCOMPARE(workspace()->shownPage(), ids[i]);
            QVERIFY(workspace()->pageActions()[i]->isChecked());
            QVERIFY(m_window->page(ids[i])->isVisible());
        }
    }

    /// Showing a page twice must not hide it.
    void aPageIsShownAndNeverClosed() {
        for (int i = 0; i < 2; ++i) {
            workspace()->pageActions()[2]->trigger();
            QCOMPARE(workspace()->shownPage(), QStringLiteral("liveness"));
            QVERIFY(m_window->page(QStringLiteral("liveness"))->isVisible());
            QVERIFY(workspace()->pageActions()[2]->isChecked());
        }
    }

    void thePlanFoldsToItsVerdict() {
        QTest::keyClick(m_window.get(), Qt::Key_F9);
        QCOMPARE(workspace()->planSize(), PlanSize::Line);
        PlanCanvas* const canvas = m_window->planPage()->canvas();
        QVERIFY(canvas->isVisible() && !m_window->planPage()->bars()->isVisible());
        QTRY_VERIFY(m_window->planPage()->height() < m_window->height() / 4);
        // Markers in a plan that is shown as a line still move their splits.
        const LayerIndex before = canvas->markers()[0]->boundary();
        QVERIFY(canvas->visibleRegion().contains(canvas->markers()[0]->geometry().topLeft() + QPoint(7, 12)));
        canvas->markers()[0]->setFocus();
        QTest::keyClick(canvas->markers()[0], Qt::Key_Right);
        QCOMPARE(canvas->markers()[0]->boundary(), before.next());
        QTest::keyClick(m_window.get(), Qt::Key_F9);
        QCOMPARE(workspace()->planSize(), PlanSize::Hidden);
        QVERIFY(!canvas->isVisible());
        QVERIFY(m_window->planPage()->verdict()->isVisible());
        QTRY_VERIFY(m_window->planPage()->height() < m_window->height() / 4);
        QTest::keyClick(m_window.get(), Qt::Key_F9);
        QVERIFY(m_window->planPage()->canvas()->isVisible());
        QTRY_VERIFY(m_window->planPage()->height() > m_window->height() / 3);
        // On the page Plan, the plan has the whole height, even if it is hidden above other pages.
        workspace()->setPlanSize(PlanSize::Hidden);
        m_window->showPage(QStringLiteral("plan"));
        QVERIFY(m_window->planPage()->canvas()->isVisible());
        QTRY_VERIFY(m_window->planPage()->height() > m_window->height() * 3 / 4);
        m_window->showPage(QStringLiteral("summary"));
        QVERIFY(!m_window->planPage()->canvas()->isVisible());
    }

    void aPageIsInOneHalfOnly() {
        m_window->showPage(QStringLiteral("liveness"));
        workspace()->setSplit(true);
        QVERIFY(workspace()->isSplit());
        m_window->showPage(QStringLiteral("peak")); // it is in the other half
        const auto shown = shownPages();
        QCOMPARE(shown.size(), size_t{2});
        QVERIFY(shown.contains(QStringLiteral("peak")) && shown.contains(QStringLiteral("liveness")));
        m_window->showPage(QStringLiteral("summary"));
        QVERIFY(shownPages() == (std::set<QString>{QStringLiteral("liveness"), QStringLiteral("summary")}));
        // The rail fills the half that has the focus.
        m_window->page(QStringLiteral("liveness"))->findChild<QComboBox*>()->setFocus();
        QTRY_COMPARE(workspace()->shownPage(), QStringLiteral("liveness"));
        m_window->showPage(QStringLiteral("plans"));
        QVERIFY(shownPages() == (std::set<QString>{QStringLiteral("plans"), QStringLiteral("summary")}));
        workspace()->setSplit(false);
        QVERIFY(shownPages() == std::set<QString>{QStringLiteral("plans")});
    }

    void aWindowGivesItsPageBack() {
        m_window->showPage(QStringLiteral("operations"));
        workspace()->openWindow(QStringLiteral("operations"));
        QWidget* const page = m_window->page(QStringLiteral("operations"));
        QPointer<QWidget> window = page->window();
        QVERIFY(window != m_window.get() && page->isVisible());
        QVERIFY(workspace()->shownPage() != QStringLiteral("operations"));
        // The rail raises the page's window, in which the main window's keys work.
        m_window->showPage(QStringLiteral("operations"));
        QCOMPARE(page->window(), window.data());
        QVERIFY(QTest::qWaitForWindowActive(window));
        QTest::keyClick(window, Qt::Key_2, Qt::AltModifier);
        QCOMPARE(workspace()->shownPage(), QStringLiteral("peak"));
        window->close();
        QVERIFY(!page->isVisible());
        QTRY_VERIFY(!window);
        m_window->showPage(QStringLiteral("operations"));
        QCOMPARE(page->window(), m_window.get());
        QVERIFY(page->isVisible());
    }

    /// A page uses the session, which is destroyed with the main window.
    void theWindowTakesTheWindowsOfItsPagesWithIt() {
        workspace()->openWindow(QStringLiteral("operations"));
        QPointer<QWidget> page = m_window->page(QStringLiteral("operations"));
        QPointer<Session> session = m_window->session();
        bool pageWentFirst = false;
        connect(page, &QObject::destroyed, this, [&] { pageWentFirst = !session.isNull(); });
        m_window->close();
        QVERIFY(!page->isVisible());
        m_window.reset();
        QVERIFY(!page && pageWentFirst);
    }

    /// If all other pages have their own windows, no page can be put beside the last one.
    void noPageIsInBothHalves() {
        const auto all = pages();
        for (size_t i = 1; i < all.size(); ++i) {
            workspace()->openWindow(QLatin1String(all[i].id));
        }
        QCOMPARE(workspace()->shownPage(), QLatin1String(all[0].id));
        const auto entries = workspace()->findChild<Rail*>()->findChildren<QToolButton*>();
        // The commands for the first page: show it, show it beside another page, show it in a window.
        for (QAction* const action : entries[2]->actions()) {
            action->trigger();
            QVERIFY(!workspace()->isSplit());
            QCOMPARE(m_window->page(QLatin1String(all[0].id))->window(), m_window.get());
        }
    }

    /// The scroll bar of a wide model does not cover the two rows.
    void theLineIsWholeAboveAScrollBar() {
        PlanCanvas* const canvas = m_window->planPage()->canvas();
        for (const double zoom : {1.0, 4.0, 1.0}) {
            workspace()->setPlanSize(PlanSize::Line);
            canvas->setZoom(zoom);
            QTRY_COMPARE(canvas->visibleRegion().boundingRect().height(), PlanRows::lineHeight());
            workspace()->setPlanSize(PlanSize::Whole);
            QTRY_VERIFY(canvas->visibleRegion().boundingRect().height() > PlanRows::lineHeight());
        }
        canvas->setZoom(4);
        workspace()->setPlanSize(PlanSize::Line);
        QTRY_COMPARE(canvas->visibleRegion().boundingRect().height(), PlanRows::lineHeight());
    }

    void backAndForwardGoThroughPagesAndChoices() {
        m_window->showPage(QStringLiteral("liveness"));
        m_window->selection()->choose(StepIndex{5});
        m_window->showPage(QStringLiteral("operations"));
        QTest::keyClick(m_window.get(), Qt::Key_Left, Qt::AltModifier);
        QCOMPARE(workspace()->shownPage(), QStringLiteral("liveness"));
        QCOMPARE(m_window->selection()->chosen<StepIndex>(), StepIndex{5});
        QTest::keyClick(m_window.get(), Qt::Key_Left, Qt::AltModifier);
        QVERIFY(m_window->selection()->chosen<StepIndex>() != StepIndex{5});
        QTest::keyClick(m_window.get(), Qt::Key_Right, Qt::AltModifier);
        QTest::keyClick(m_window.get(), Qt::Key_Right, Qt::AltModifier);
        QCOMPARE(workspace()->shownPage(), QStringLiteral("operations"));
    }

    void theLayoutIsRemembered() {
        m_window->showPage(QStringLiteral("tilememory"));
        workspace()->setSplit(true);
        m_window->showPage(QStringLiteral("summary"));
        workspace()->openWindow(QStringLiteral("plans"));
        const auto before = shownPages();
        m_window->close();
        open();
        QVERIFY(workspace()->isSplit());
        QVERIFY(shownPages() == before);
        QVERIFY(m_window->page(QStringLiteral("plans"))->window() != m_window.get());
        workspace()->resetLayout();
        QVERIFY(!workspace()->isSplit() && workspace()->planSize() == PlanSize::Whole);
        QCOMPARE(workspace()->shownPage(), QLatin1String(pages()[0].id));
        m_window->showPage(QStringLiteral("plans"));
        QCOMPARE(m_window->page(QStringLiteral("plans"))->window(), m_window.get());
    }

    void aStrangeLayoutIsIgnored_data() {
        QTest::addColumn<QByteArray>("state");
        for (const char* const state :
             {"", "{", "[]", R"({"version":2,"page":"summary"})", R"({"version":1,"page":"none","second":7})",
              R"({"version":1,"page":"plan","second":"plan","heights":[-5,0],"widths":"x"})",
              R"({"version":1,"page":"peak","second":"peak","windows":[{"page":"plan"},{"page":"gone"},3]})",
              R"({"version":1,"heights":[9999999999,1]})"}) {
            QTest::newRow(state) << QByteArray(state);
        }
    }
    void aStrangeLayoutIsIgnored() {
        QFETCH(QByteArray, state);
        workspace()->restoreLayout(state);
        QCOMPARE(workspace()->shownPage(), QLatin1String(pages()[0].id));
        QVERIFY(!workspace()->isSplit());
        QCOMPARE(shownPages().size(), size_t{1});
    }

    void theRailIsAListOfTabs() {
        auto* const rail = workspace()->findChild<Rail*>();
        const auto entries = rail->findChildren<QToolButton*>();
        QAccessibleInterface* const entry = QAccessible::queryAccessibleInterface(entries[2]);
        QVERIFY(entry);
        QCOMPARE(entry->role(), QAccessible::PageTab);
        QCOMPARE(entry->text(QAccessible::Name), pages()[0].title());
        QVERIFY(entry->state().selected);
        entries[2]->setFocus();
        QTest::keyClick(entries[2], Qt::Key_Down);
        QCOMPARE(workspace()->shownPage(), QLatin1String(pages()[1].id));
        QVERIFY(entries[3]->hasFocus() && !entry->state().selected);
    }

    void theRailFoldsInANarrowWindow() {
        auto* const rail = workspace()->findChild<Rail*>();
        m_window->resize(1280, 720);
        QTRY_VERIFY(!rail->isFolded());
        const int wide = rail->width();
        m_window->resize(900, 720);
        QTRY_VERIFY(rail->isFolded() && rail->width() < wide / 2);
        m_window->resize(1280, 720);
        QTRY_VERIFY(!rail->isFolded());
        // The rail stays folded after the user has folded it.
        QTest::mouseClick(rail->findChild<QToolButton*>(QStringLiteral("foldRail")), Qt::LeftButton);
        QVERIFY(rail->isFolded());
        m_window->resize(1400, 720);
        QCoreApplication::processEvents();
        QVERIFY(rail->isFolded());
    }

    void theFirstBarIsInTheUpperHalf() {
        m_window->resize(1280, 720);
        m_window->showPage(QStringLiteral("plan"));
        QCoreApplication::processEvents();
        const StageBars* const bars = m_window->planPage()->bars();
        QTRY_VERIFY2(bars->mapTo(m_window.get(), QPoint()).y() < m_window->height() / 2,
                     qPrintable(QString::number(bars->mapTo(m_window.get(), QPoint()).y())));
    }

private:
    Workspace* workspace() const { return m_window->workspace(); }

    void open() {
        m_window = std::make_unique<MainWindow>();
        m_window->resize(1280, 860);
        m_window->show();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        m_window->open({test::fixturePath("bert-tiny-train")});
        QTRY_COMPARE(m_window->session()->state(), Session::State::Ready);
        QTRY_VERIFY(m_window->session()->resultIsCurrent());
    }

    /// The pages that are visible in the main window.
    std::set<QString> shownPages() const {
        std::set<QString> shown;
        for (const PageEntry& entry : pages()) {
            const QWidget* const page = m_window->page(QLatin1String(entry.id));
            if (page->isVisible() && page->window() == m_window.get()) {
                shown.insert(QLatin1String(entry.id));
            }
        }
        return shown;
    }

    std::unique_ptr<MainWindow> m_window;
};

TILELINE_TEST(TestWorkspace)
#include "test_workspace.moc"
