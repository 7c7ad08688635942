// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/planfile/planfile.h"
#include "tests/support/fixtures.h"
#include "tests/support/incompletereports.h"
#include "tests/support/profilefiles.h"
#include "tests/support/runsql.h"
#include "tests/support/temporarydirectory.h"
#include "tests/testmain.h"
#include "tests/ui/answer.h"
#include "tests/ui/windowfixture.h"
#include "ui/charts/stackchart.h"
#include "ui/dialogs/chooseprofiledialog.h"
#include "ui/dialogs/guidewindow.h"
#include "ui/dialogs/searchdialog.h"
#include "ui/dialogs/shortcutsdialog.h"
#include "ui/frame/workspace.h"
#include "ui/pages/inspector.h"
#include "ui/pages/tilememorypage.h"
#include "ui/pagetable.h"
#include "ui/plandocuments/plancomparison.h"
#include "ui/planpage/plancanvas.h"
#include "ui/planpage/planpage.h"
#include "ui/planpage/plantoolbar.h"
#include "ui/planpage/splitmarker.h"
#include "ui/planpage/verdictline.h"
#include "ui/preferences/preferences.h"
#include "ui/preferences/recentfiles.h"
#include "ui/startpages/messagebar.h"
#include "ui/startpages/startpages.h"
#include "ui/tables/tablepanel.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QDir>
#include <QDropEvent>
#include <QFile>
#include <QImage>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMenuBar>
#include <QMimeData>
#include <QPointer>
#include <QPushButton>
#include <QRegularExpression>
#include <QScreen>
#include <QSettings>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTest>
#include <QTextBlock>
#include <QTextBrowser>
#include <QToolButton>
#include <QTreeWidget>

#include <climits>
#include <fstream>
#include <qcustomplot.h>
#include <set>

using namespace tileline;

namespace {

/// Counts the events of a type that an object receives.
class EventCount : public QObject {
public:
    EventCount(QObject& of, QEvent::Type type)
        : m_type(type) {
        of.installEventFilter(this);
    }
    qsizetype take() { return std::exchange(m_count, 0); }

private:
    bool eventFilter(QObject*, QEvent* event) override {
        m_count += event->type() == m_type;
        return false;
    }

    const QEvent::Type m_type;
    qsizetype m_count = 0;
};

void drop(QWidget& on, const QStringList& paths) {
    QMimeData data;
    QList<QUrl> urls;
    for (const QString& path : paths) {
        urls += QUrl::fromLocalFile(path);
    }
    data.setUrls(urls);
    QDragEnterEvent enter(QPoint(50, 50), Qt::CopyAction, &data, Qt::LeftButton, {});
    QApplication::sendEvent(&on, &enter);
    QVERIFY(enter.isAccepted());
    QDropEvent dropped(QPointF(50, 50), Qt::CopyAction, &data, Qt::LeftButton, {});
    QApplication::sendEvent(&on, &dropped);
}

struct PaintCounter : QObject {
    int paints = 0;
    bool eventFilter(QObject*, QEvent* event) override {
        paints += event->type() == QEvent::Paint ? 1 : 0;
        return false;
    }
};

} // namespace

class TestMainWindow : public QObject, private test::WindowFixture {
    Q_OBJECT
private slots:
    void initTestCase() { test::useOwnSettings(m_directory); }

    void init() { showWindow(); }

    void cleanup() { m_window.reset(); }

    /// Ctrl+K finds commands, layers and variables by their names, without the mouse.
    void searchRunsAndChooses() {
        m_window->open({test::fixturePath("pipeline-marked-tiny")});
        QTRY_COMPARE(m_window->session()->state(), Session::State::Ready);
        QTRY_COMPARE(m_window->session()->job(), Job::None);
        const auto search = [&](const QString& text, int rows) {
            m_window->activateWindow();
            QTRY_VERIFY(m_window->isActiveWindow());
            QTest::keyClick(m_window.get(), Qt::Key_K, Qt::ControlModifier);
            auto* const dialog = m_window->findChild<SearchDialog*>();
            QVERIFY(dialog);
            QTRY_VERIFY(dialog->table()->model()->rowCount() > 40);
            auto* const edit = dialog->findChild<QLineEdit*>();
            QTest::keyClicks(edit, text);
            QTRY_VERIFY(!dialog->table()->busy());
            QVERIFY2(dialog->table()->model()->rowCount() >= rows, qPrintable(text));
            QTest::keyClick(edit, Qt::Key_Return);
            QTRY_VERIFY(!m_window->findChild<SearchDialog*>());
        };
        search(QStringLiteral("program tree"), 1);
        QCOMPARE(m_window->workspace()->shownPage(), QStringLiteral("programtree"));
        search(QStringLiteral("ipu 1"), 1);
        QCOMPARE(m_window->workspace()->shownPage(), QStringLiteral("peak"));
        QCOMPARE(m_window->selection()->chosen<StageIndex>(), std::optional(StageIndex{1}));
        const std::string& name = m_window->session()->profile()->variables[3].name;
        search(QString::fromStdString(name), 1);
        QCOMPARE(m_window->workspace()->shownPage(), QStringLiteral("tilememory"));
        const auto variable = m_window->selection()->chosen<VariableIndex>();
        QVERIFY(variable);
        QCOMPARE(m_window->session()->profile()->variables[variable->index()].name, name);
    }

    /// In PopLiner's setting, F8 starts the greedy search. In the pipeline setting, it shows both figures in
    /// the inspector.
    void f8IsAboutPopLiner() {
        m_window->open({test::fixturePath("pipeline-marked-tiny")});
        QTRY_VERIFY(m_window->session()->resultIsCurrent());
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        const Plan before = m_window->session()->plan();
        QTest::keyClick(m_window->planPage()->canvas(), Qt::Key_F8);
        auto* const inspector = m_window->findChild<Inspector*>();
        QVERIFY(inspector->isVisible());
        QVERIFY(m_window->session()->plan() == before);
        // The inspector does not keep a closed profile in memory.
        std::weak_ptr<const Profile> profile = m_window->session()->profile();
        QTRY_VERIFY(inspector->popliner());
        m_window->session()->close();
        QTRY_VERIFY(profile.expired());
        QVERIFY(!inspector->popliner());
        m_window->session()->setSetting({Setting::PopLiner, {}});
        m_window->open({test::fixturePath("bert-tiny-inf")});
        QTRY_VERIFY(m_window->session()->resultIsCurrent());
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        QSignalSpy solved(m_window->session(), &Session::solved);
        QTest::keyClick(m_window->planPage()->canvas(), Qt::Key_F8);
        QTRY_COMPARE(solved.count(), 1);
        QVERIFY(std::holds_alternative<GreedyResult>(solved[0][0].value<SolveAnswer>().result));
    }

    /// The other pages still work.
    void withoutAnEstimateThePlanPageSaysWhatIsMissing_data() { test::addIncompleteReports(); }
    void withoutAnEstimateThePlanPageSaysWhatIsMissing() {
        QFETCH(bool, debug);
        QFETCH(QString, remedy);
        const test::TemporaryDirectory directory;
        test::writeIncompleteReport(directory.path());
        m_window->open({QString::fromStdString(directory.path().string())});
        QTRY_COMPARE(m_window->session()->state(), Session::State::Ready);
        QVERIFY(m_window->showPage(QStringLiteral("plan")));
        const auto* const missing = m_window->planPage()->findChild<QLabel*>(QStringLiteral("planMissing"));
        QTRY_VERIFY(missing->isVisible());
        QVERIFY2(missing->text().contains(remedy), qPrintable(missing->text()));
        QVERIFY(!m_window->planPage()->canvas()->isVisible());
        for (QAction* const action : m_window->planPage()->toolBar()->solveActions()) {
            QVERIFY(!action->isEnabled());
        }
        for (const PageEntry& entry : pages()) {
            QVERIFY(m_window->showPage(QLatin1String(entry.id)));
            QTest::qWait(20);
        }
        if (!debug) {
            QVERIFY(m_window->showPage(QStringLiteral("summary")));
            const auto* const summary = m_window->page(QStringLiteral("summary"))->findChild<QTextBrowser*>();
            QTRY_VERIFY(summary->toPlainText().contains(QStringLiteral("none: no layers")));
        }
        const auto* const memory =
            qobject_cast<TileMemoryPage*>(m_window->page(QStringLiteral("tilememory")));
        QVERIFY(m_window->showPage(QStringLiteral("tilememory")));
        QTRY_VERIFY(!memory->plot()->data()->series.empty());
        const auto* const liveness = m_window->page(QStringLiteral("liveness"))->findChild<StackChart*>();
        QVERIFY(m_window->showPage(QStringLiteral("liveness")));
        QTRY_VERIFY(!liveness->data()->series.empty());
        m_window->open({test::fixturePath("bert-tiny-inf")});
        QTRY_VERIFY(m_window->session()->resultIsCurrent());
        QVERIFY(!missing->isVisible() && m_window->planPage()->canvas()->isVisible());
    }

    void whatVoidsFiguresStandsAboveThePlan() {
        m_window->session()->setSetting({Setting::PopLiner, {}});
        const test::TemporaryDirectory directory;
        test::copyPoplarReport(
            "pipeline-marked-tiny", directory.path(),
            "UPDATE memory_by_tile SET always_live_bytes = always_live_bytes + 4 WHERE tile = 3; "
            "UPDATE memory_by_tile SET total = total + 1 WHERE tile = 6");
        m_window->open({QString::fromStdString(directory.path().string())});
        const auto* const warnings =
            m_window->planPage()->findChild<QToolButton*>(QStringLiteral("planWarnings"));
        QTRY_VERIFY(warnings->isVisible());
        QVERIFY2(warnings->accessibleDescription().contains(QStringLiteral("tile 3")),
                 qPrintable(warnings->accessibleDescription()));
        QVERIFY2(!warnings->accessibleDescription().contains(QStringLiteral("tile 6")),
                 qPrintable(warnings->accessibleDescription()));
        QVERIFY(m_window->showPage(QStringLiteral("summary")));
        const auto* const summary = m_window->page(QStringLiteral("summary"))->findChild<QTextBrowser*>();
        QTRY_VERIFY(summary->toPlainText().contains(QStringLiteral("On tile 6")));
        QVERIFY(summary->toPlainText().contains(QStringLiteral("On tile 3")));
        m_window->open({test::fixturePath("pipeline-marked-tiny")});
        QTRY_COMPARE(m_window->session()->sourcePaths(),
                     QStringList{test::fixturePath("pipeline-marked-tiny")});
        m_window->session()->setSetting({Setting::PopLiner, {}});
        QTRY_VERIFY(!warnings->isVisible());
        QTRY_VERIFY(m_window->session()->selfChecks() && m_window->session()->resultIsCurrent());
        QVERIFY2(!warnings->isVisible(), qPrintable(warnings->accessibleDescription()));
        // Debug information that ends too early causes a warning, too.
        test::copyPoplarReport("pipeline-marked-tiny", directory.path());
        std::filesystem::resize_file(directory / "debug.cbor", 20'000);
        test::answer(QStringLiteral("Discard")); // the question about the changed setting
        m_window->open({QString::fromStdString(directory.path().string())});
        QTRY_VERIFY(warnings->isVisible());
        QVERIFY2(warnings->accessibleDescription().contains(QStringLiteral("byte 20000")),
                 qPrintable(warnings->accessibleDescription()));
    }

    void anotherProfileInTheDirectoryIsOffered() {
        const test::TemporaryDirectory directory;
        test::copyPoplarReport("pipeline-marked-tiny", directory.path());
        const auto other = test::copyProfile("bert-tiny-inf", directory.path(), test::DropOperations);
        m_window->open({QString::fromStdString(directory.path().string())});
        QTRY_VERIFY(m_window->messageBar()->isVisible());
        QVERIFY(m_window->messageBar()->text().contains(QString::fromStdString(other.string())));
        auto* const offer = m_window->messageBar()->findChild<QPushButton*>(QStringLiteral("offer"));
        QVERIFY(offer->isVisible());
        offer->click();
        QTRY_COMPARE(m_window->session()->sourcePaths(), QStringList{QString::fromStdString(other.string())});
        QVERIFY(!m_window->messageBar()->isVisible());
        m_window->messageBar()->showMessage(QStringLiteral("something"));
        QVERIFY(!offer->isVisible());
    }

    /// Widgets of pages behind other tabs are neither reached by Tab nor shown to screen readers.
    void tabStaysInWhatIsShown() {
        m_window->open({test::fixturePath("bert-tiny-inf")});
        QVERIFY(ready());
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        const auto latest = m_window->selection()->latest();
        for (const char* const front : {"liveness", "operations"}) {
            QVERIFY(m_window->showPage(QLatin1String(front)));
            QCoreApplication::processEvents();
            for (const PageEntry& entry : pages()) {
                const QString id = QLatin1String(entry.id);
                QCOMPARE(m_window->page(id)->isVisible(), id == QLatin1String(front));
            }
            m_window->planPage()->canvas()->setFocus();
            std::set<QWidget*> reached;
            for (int i = 0; i < 100; ++i) {
                QWidget* const focus = QApplication::focusWidget();
                QVERIFY(focus);
                reached.insert(focus);
                QVERIFY2(!focus->visibleRegion().isEmpty(), qPrintable(focus->objectName()));
                QTest::keyClick(focus, Qt::Key_Tab);
            }
            QVERIFY(reached.size() > 10);
            QVERIFY(std::any_of(reached.begin(), reached.end(), [&](const QWidget* widget) {
                return m_window->page(QLatin1String(front))->isAncestorOf(widget);
            }));
        }
        // Passing by has chosen nothing.
        QCOMPARE(m_window->selection()->latest(), latest);
        QVERIFY(!m_window->selection()->chosen<OperationIndex>());
    }

    void theFirstWindowFitsTheScreen() {
        const QRect room = m_window->screen()->availableGeometry();
        QVERIFY2(m_window->width() <= room.width() && m_window->height() < room.height(),
                 qPrintable(QStringLiteral("%1 x %2").arg(m_window->width()).arg(m_window->height())));
    }

    void withoutAProfilePagesCannotBeChosen() {
        const auto actions = m_window->menuBar()->actions()[3]->menu()->actions(); // View
        for (qsizetype i = 0; i < m_window->workspace()->pageActions().size(); ++i) {
            QVERIFY(!actions[i]->isEnabled());
        }
        m_window->open({test::fixturePath("bert-tiny-inf")});
        QVERIFY(ready());
        for (qsizetype i = 0; i < m_window->workspace()->pageActions().size(); ++i) {
            QVERIFY(actions[i]->isEnabled());
        }
    }

    /// After a session on a large screen, a chart is high enough to be read on a small one.
    void pagesAreReadableAfterTheWindowShrinks() {
        m_window->resize(1320, 880);
        m_window->open({test::fixturePath("bert-tiny-train")});
        QVERIFY(ready());
        QCoreApplication::processEvents();
        m_window->resize(1276, 690);
        for (const char* const id : {"liveness", "tilememory"}) {
            QVERIFY(m_window->showPage(QLatin1String(id)));
            const QWidget* const page = m_window->page(QLatin1String(id));
            QTRY_VERIFY(page->isVisible());
            for (const StackChart* const chart : charts(*page)) {
                if (chart->isVisible()) {
                    QTRY_VERIFY(chart->data()->length() > 0);
                    QTRY_VERIFY2(plotHeight(*chart) >= 80, qPrintable(QString::number(plotHeight(*chart))));
                }
            }
        }
    }

    void aChangedProfileIsOfferedAndReloaded() {
        const test::TemporaryDirectory directory;
        const auto path = test::copyReport("bert-tiny-inf", directory.path());
        m_window->open({QString::fromStdString(directory.path().string())});
        QVERIFY(ready());
        m_window->editor()->addSplit({1});
        const Plan plan = m_window->session()->plan();
        test::runSql(path, "UPDATE target SET clock_hz = 1234000000");
        auto* const offer = m_window->messageBar()->findChild<QPushButton*>(QStringLiteral("offer"));
        QTRY_VERIFY(offer->isVisible());
        QVERIFY(m_window->messageBar()->text().contains(QStringLiteral("changed on disk")));
        QTest::mouseClick(offer, Qt::LeftButton);
        QTRY_VERIFY(m_window->session()->profile() &&
                    m_window->session()->profile()->target.clockHz == 1234000000);
        QVERIFY(ready());
        QVERIFY(m_window->session()->plan() == plan);
        QVERIFY(m_window->isWindowModified());
        QVERIFY(!m_window->messageBar()->isVisible());
        // The key reloads, even while the file is damaged.
        const test::TemporaryDirectory aside;
        std::filesystem::copy_file(path, aside / "whole");
        test::runSql(path, "DROP TABLE equivalence_class");
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        QTest::keyClick(m_window->planPage()->canvas(), Qt::Key_F5);
        QTRY_COMPARE(m_window->session()->state(), Session::State::Failed);
        QVERIFY(m_window->document()->isModified());
        std::filesystem::copy_file(aside / "whole", path, std::filesystem::copy_options::overwrite_existing);
        QTest::mouseClick(button("retryLoad"), Qt::LeftButton);
        QVERIFY(ready());
        QVERIFY(m_window->session()->plan() == plan);
        QVERIFY(m_window->isWindowModified());
    }

    void theGuideIsOffline() {
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        QTest::keyClick(m_window.get(), Qt::Key_F1);
        auto* const guide = m_window->findChild<GuideWindow*>();
        QVERIFY(guide && guide->isVisible());
        QVERIFY(guide->text()->toPlainText().contains(QStringLiteral("How to read the numbers")));
        QVERIFY(!guide->text()->toPlainText().contains(QStringLiteral("SPDX")));
        // Every link leads to an existing page and heading, and every picture exists.
        for (QTextBlock block = guide->text()->document()->begin(); block.isValid(); block = block.next()) {
            for (auto part = block.begin(); !part.atEnd(); ++part) {
                const QTextCharFormat format = part.fragment().charFormat();
                if (format.isImageFormat()) {
                    QVERIFY(
                        QFile::exists(QStringLiteral(":/tileline/guide/") + format.toImageFormat().name()));
                }
                const QUrl link(format.anchorHref());
                if (link.isRelative() && !link.path().isEmpty()) {
                    QVERIFY2(QFile::exists(QStringLiteral(":/tileline/guide/") + link.path()),
                             qPrintable(link.toString()));
                }
            }
        }
        emit guide->text()->anchorClicked(QUrl(QStringLiteral("memory-estimate.md#what-the-bytes-are-for")));
        QVERIFY(
            guide->text()->textCursor().block().text().contains(QStringLiteral("What the bytes are for")));
        // With an open profile, the same window is shown again, at the section about the page in view.
        m_window->open({test::fixturePath("pipeline-marked-tiny")});
        QTRY_VERIFY(ready());
        for (const PageEntry& page : pages()) {
            QVERIFY(m_window->showPage(QLatin1String(page.id)));
            guide->text()->setTextCursor(QTextCursor(guide->text()->document()));
            command("guide")->trigger();
            QString heading = guide->text()->textCursor().block().text().toLower();
            QVERIFY2(heading.replace(QLatin1Char(' '), QLatin1Char('-')) == QLatin1String(page.guideSection),
                     qPrintable(heading));
        }
        QTest::keyClick(m_window.get(), Qt::Key_F1);
        QCOMPARE(m_window->findChildren<GuideWindow*>().size(), qsizetype{1});
    }

    /// The File menu's keys work while a field has the focus, because fields do not use them.
    void keysOfTheFileMenuWorkInFields() {
        m_window->open({test::fixturePath("bert-tiny-inf")});
        QVERIFY(ready());
        auto* const field = m_window->planPage()->findChild<QSpinBox*>(QStringLiteral("memoryPerTile"));
        auto* const edit = field->findChild<QLineEdit*>();
        size_t keys = 0;
        for (const QAction* const action : m_window->menuBar()->actions().first()->menu()->actions()) {
            for (const QKeySequence& sequence : action->shortcuts()) {
                const QKeyCombination key = sequence[0];
                QKeyEvent event(QEvent::ShortcutOverride, key.key(), key.keyboardModifiers());
                event.ignore();
                QApplication::sendEvent(edit, &event);
                QVERIFY2(!event.isAccepted(), qPrintable(action->text()));
                ++keys;
            }
        }
        QVERIFY(keys > 8);
    }

    void shortcutsAreListed() {
        command("keys")->trigger();
        auto* const sheet = m_window->findChild<ShortcutsDialog*>();
        QVERIFY(sheet && sheet->isVisible());
        const auto* const list = sheet->findChild<QTreeWidget*>();
        const auto keyOf = [&](const QString& command) {
            const auto found = list->findItems(command, Qt::MatchExactly | Qt::MatchRecursive, 0);
            return found.isEmpty() ? QString() : found.front()->text(1);
        };
        QCOMPARE(keyOf(QStringLiteral("Reload profile")), QStringLiteral("F5"));
        QCOMPARE(keyOf(QStringLiteral("User guide")), QStringLiteral("F1"));
        QCOMPARE(keyOf(QStringLiteral("Add split")), QStringLiteral("Ins"));
        QCOMPARE(keyOf(QStringLiteral("Limit of an IPU")), QStringLiteral("Double click its bar; F2"));
    }

    /// The commands have the keys that the user guide names.
    void theGuideHasTheKeysOfTheCommands() {
        QStringList keys{QStringLiteral("Ctrl+Shift+Z")}; // which key redoes depends on the desktop
        for (const QAction* const action : m_window->findChildren<QAction*>()) {
            keys += action->shortcut().toString(QKeySequence::PortableText);
        }
        QFile guide(QStringLiteral(":/tileline/guide/user-guide.md"));
        QVERIFY(guide.open(QIODevice::ReadOnly));
        static const QRegularExpression key(
            QStringLiteral("\\b(?:(?:Ctrl|Shift|Alt)\\+)*(?:F\\d+|(?<=\\+)[A-Z])\\b"));
        int named = 0;
        for (auto found = key.globalMatch(QString::fromUtf8(guide.readAll())); found.hasNext(); ++named) {
            const QString text = found.next().captured();
            QVERIFY2(keys.contains(text), qPrintable(text));
        }
        QVERIFY(named > 8);
    }

    /// The commands act on the marker that had the focus, or else on the boundary that keys have chosen.
    void splitsAreChangedFromTheMenu() {
        m_window->open({test::fixturePath("bert-tiny-inf")});
        QVERIFY(ready());
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        PlanCanvas* const canvas = m_window->planPage()->canvas();
        while (!canvas->markers().empty()) {
            m_window->editor()->removeSplit(0);
            QCoreApplication::processEvents();
        }
        const auto command = [&](const QString& text) {
            QMenu* const menu = m_window->menuBar()->actions()[2]->menu(); // Plan
            emit menu->aboutToShow();
            for (QAction* const action : menu->actions()) {
                if (action->text().section('\t', 0, 0).remove('&') == text && action->isEnabled()) {
                    action->trigger();
                    return true;
                }
            }
            return false;
        };
        const auto splits = [&] { return m_window->session()->plan().splits(); };
        canvas->setFocus();
        QTest::keyClick(canvas, Qt::Key_Home);
        QTest::keyClick(canvas, Qt::Key_Right);
        const LayerIndex at = canvas->cursor();
        QVERIFY(!command(QStringLiteral("Remove split")));
        QVERIFY(command(QStringLiteral("Add split")));
        QCOMPARE(splits().size(), size_t{1});
        QCOMPARE(splits()[0], at);
        QCoreApplication::processEvents();
        canvas->markers()[0]->setFocus();
        QVERIFY(command(QStringLiteral("Move split right")));
        QCOMPARE(splits()[0], at.next());
        QVERIFY(command(QStringLiteral("Pin split")));
        QVERIFY(m_window->session()->plan().isPinned(at.next()));
        QVERIFY(!command(QStringLiteral("Move split left")));
        QVERIFY(command(QStringLiteral("Unpin split")));
        QVERIFY(command(QStringLiteral("Move split left")));
        QCOMPARE(splits()[0], at);
        QVERIFY(command(QStringLiteral("Remove split")));
        QVERIFY(splits().empty());
        QCoreApplication::processEvents();
        QVERIFY(command(QStringLiteral("Forbid splits there")));
        QVERIFY(command(QStringLiteral("Allow splits there")));
    }

    /// A Poplar program without a framework has no layers, but all other pages work.
    void whereNothingIsToBeSplitThePlanPageSaysSo() {
        const test::TemporaryDirectory directory;
        test::copyPlainReport(directory.path(), false);
        m_window->open({QString::fromStdString(directory.path().string())});
        QTRY_COMPARE(m_window->session()->state(), Session::State::Ready);
        QVERIFY(m_window->showPage(QStringLiteral("plan")));
        const auto* const missing = m_window->planPage()->findChild<QLabel*>(QStringLiteral("planMissing"));
        QTRY_VERIFY(missing->isVisible());
        QVERIFY2(missing->text().contains(QStringLiteral("nothing to split")), qPrintable(missing->text()));
        QVERIFY(!m_window->planPage()->canvas()->isVisible());
        QVERIFY(m_window->showPage(QStringLiteral("summary")));
        const auto* const summary = m_window->page(QStringLiteral("summary"))->findChild<QTextBrowser*>();
        QTRY_VERIFY(summary->isVisible() &&
                    summary->toPlainText().contains(QStringLiteral("Named programs of Poplar")));
        QVERIFY(m_window->showPage(QStringLiteral("operations")));
        const auto* const operations = m_window->page(QStringLiteral("operations"))->findChild<TablePanel*>();
        QTRY_VERIFY(operations->model()->rowCount() > 0);
        // If the names contain the layers, there is a plan, but never in PopLiner's setting.
        test::copyPlainReport(directory.path(), true);
        m_window->session()->reload();
        QTRY_VERIFY(!missing->isVisible() && m_window->planPage()->canvas()->isVisible());
        QVERIFY(ready());
        QVERIFY(m_window->session()->layers()->find("2"));
        m_window->session()->setSetting({Setting::PopLiner, {}});
        QVERIFY(m_window->showPage(QStringLiteral("plan")));
        QTRY_VERIFY(missing->isVisible());
        QVERIFY2(missing->text().contains(QStringLiteral("pipeline setting")), qPrintable(missing->text()));
        QVERIFY(m_window->session()->layers()->operations.empty());
    }

    /// A saved picture shows no buttons. Saving it does not change the window.
    void picturesHaveNoControls() {
        QWidget view;
        auto* const button = new QPushButton(QStringLiteral("Press"), &view);
        auto* const choice = new QComboBox(&view);
        choice->addItem(QStringLiteral("IPU 0"));
        button->setGeometry(10, 10, 80, 30);
        choice->setGeometry(10, 60, 80, 30);
        view.resize(200, 100);
        view.show();
        button->setFocus();
        const test::TemporaryDirectory directory;
        const QString path = QString::fromStdString((directory.path() / "view.png").string());
        QVERIFY(!savePicture(view, path));
        const QImage image(path);
        const auto coloursIn = [&](const QWidget* widget) {
            std::set<QRgb> colours;
            for (int x = widget->x(); x < widget->geometry().right(); ++x) {
                colours.insert(image.pixel(x * image.width() / view.width(),
                                           widget->geometry().center().y() * image.height() / view.height()));
            }
            return colours.size();
        };
        QCOMPARE(coloursIn(button), size_t{1});
        QVERIFY(coloursIn(choice) > 1);
        QVERIFY(button->isVisible() && view.focusWidget() == button);
    }

    void beginsEmpty() {
        QVERIFY(button("openProfile")->isVisible());
        QVERIFY(!m_window->planPage()->isVisible());
        QCOMPARE(m_window->windowTitle(), QStringLiteral("Tileline"));
    }

    /// Every page fits on a screen of 1366 by 768, without the panel and the window frame.
    void fitsASmallScreen() {
        constexpr QSize Room(1366, 690);
        m_window->open({test::fixturePath("bert-tiny-train")});
        QVERIFY(ready());
        for (const PageEntry& entry : pages()) {
            m_window->showPage(QLatin1String(entry.id));
            m_window->resize(Room);
            QCoreApplication::processEvents();
            QVERIFY2(m_window->height() <= Room.height(), entry.id);
            QVERIFY(m_window->minimumSizeHint().height() <= Room.height());
            // The plan becomes whole again when the user leaves a page that reduced it to a line.
            QTRY_VERIFY2(m_window->planPage()->height() >= m_window->planPage()->minimumSizeHint().height(),
                         entry.id);
        }
    }

    void pagesHaveTheirPartOfTheHeightAtFirst() {
        m_window->resize(1280, 860);
        m_window->open({test::fixturePath("bert-tiny-train")});
        QVERIFY(ready());
        QCoreApplication::processEvents();
        const auto share = [&] {
            return static_cast<double>(m_window->page(m_window->workspace()->shownPage())->height()) /
                   m_window->height();
        };
        QVERIFY2(share() > 0.3 && share() < 0.45, qPrintable(QString::number(share())));
    }

    /// A window without a profile must not save a layout, which the next window would then use.
    void aSessionWithoutAProfileLeavesNoLayout() {
        m_window->close();
        m_window = std::make_unique<MainWindow>();
        m_window->resize(1280, 860);
        m_window->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
        m_window->resize(1280, 860);
        m_window->open({test::fixturePath("bert-tiny-train")});
        QVERIFY(ready());
        QCoreApplication::processEvents();
        QVERIFY(m_window->page(m_window->workspace()->shownPage())->height() > m_window->height() * 3 / 10);
    }

    void opensADirectory() {
        m_window->open({test::fixturePath("bert-tiny-inf")});
        QVERIFY(button("cancelLoad")->isVisible());
        QVERIFY(ready());
        QVERIFY(m_window->planPage()->isVisible());
        QVERIFY(m_window->windowTitle().contains(QLatin1String("profile.tileline")));
        QCOMPARE(m_window->recentFiles()->entries().size(), size_t{1});
        QCOMPARE(m_window->recentFiles()->entries()[0].paths,
                 QStringList{test::fixturePath("bert-tiny-inf")});
    }

    void allPagesAreThere() {
        m_window->open({test::fixturePath("bert-tiny-train")});
        QVERIFY(ready());
        QCOMPARE(m_window->workspace()->pageActions().size(), static_cast<qsizetype>(pages().size()) + 1);
        for (const PageEntry& entry : pages()) {
            QVERIFY2(m_window->showPage(QLatin1String(entry.id)), entry.id);
            QCoreApplication::processEvents();
            const QWidget* const page = m_window->page(QLatin1String(entry.id));
            QVERIFY(page->isVisible());
            QCOMPARE(page->accessibleName(), entry.title());
            const auto actions = m_window->menuBar()->actions()[3]->menu()->actions(); // View
            QVERIFY(std::any_of(actions.begin(), actions.end(), [&](const QAction* action) {
                return action->text() == entry.title() && action->isChecked();
            }));
        }
        QVERIFY(m_window->showPage(QStringLiteral("plan")));
        QVERIFY(!m_window->showPage(QStringLiteral("nothing")));
    }

    void cancelButtonEndsALoad() {
        m_window->open({test::fixturePath("bert-tiny-train")});
        QTest::mouseClick(button("cancelLoad"), Qt::LeftButton);
        QCOMPARE(m_window->session()->state(), Session::State::Empty);
        QVERIFY(button("openProfile")->isVisible());
    }

    void escapeEndsALoad() {
        m_window->open({test::fixturePath("bert-tiny-train")});
        QTest::keyClick(button("cancelLoad"), Qt::Key_Escape);
        QCOMPARE(m_window->session()->state(), Session::State::Empty);
    }

    void aBadFileHasAPageOfItsOwn() {
        m_window->open({badFile()});
        QTRY_COMPARE(m_window->session()->state(), Session::State::Failed);
        auto* const page = m_window->findChild<ErrorPage*>();
        QVERIFY(page->isVisible());
        QVERIFY(page->text().contains(badFile()));
        QTest::mouseClick(button("copyError"), Qt::LeftButton);
        QCOMPARE(QApplication::clipboard()->text(), page->text());
        QTest::mouseClick(button("dismissError"), Qt::LeftButton);
        QCOMPARE(m_window->session()->state(), Session::State::Empty);
    }

    void aBadFileKeepsTheOpenDocument() {
        m_window->open({test::fixturePath("bert-tiny-inf")});
        QVERIFY(ready());
        m_window->editor()->addSplit({1});
        const Plan before = m_window->session()->plan();
        m_window->session()->open({badFile()});
        QTRY_VERIFY(m_window->messageBar()->showsError());
        QVERIFY(m_window->planPage()->isVisible());
        QVERIFY(m_window->session()->plan() == before);
        // The message stays until it is dismissed: other messages do not replace it.
        m_window->messageBar()->showMessage(QStringLiteral("something else"));
        QVERIFY(m_window->messageBar()->text().contains(badFile()));
        QTest::mouseClick(button("copyMessage"), Qt::LeftButton);
        QVERIFY(QApplication::clipboard()->text().contains(badFile()));
        QTest::mouseClick(button("dismissMessage"), Qt::LeftButton);
        QVERIFY(!m_window->messageBar()->isVisible());
    }

    void aFileThatFailsLaterBringsTheDocumentBack() {
        m_window->open({test::fixturePath("bert-tiny-inf")});
        QVERIFY(ready());
        m_window->editor()->addSplit({1});
        const Plan before = m_window->session()->plan();
        const std::filesystem::path broken = m_directory / "broken.tileline";
        std::filesystem::copy_file(test::fixtureDirectory("bert-tiny-train") / "profile.tileline", broken,
                                   std::filesystem::copy_options::overwrite_existing);
        test::runSql(broken, "DROP TABLE equivalence_class");
        m_window->session()->open({QString::fromStdString(broken.string())});
        QTRY_VERIFY(m_window->messageBar()->showsError());
        QTRY_COMPARE(m_window->session()->state(), Session::State::Ready);
        QVERIFY(m_window->messageBar()->showsError());
        QVERIFY(m_window->session()->plan() == before);
        QVERIFY(m_window->editor()->undoStack()->canUndo());
    }

    /// Setting a tool tip sends an event, also if the text is the same.
    void eachStepRefreshesEachViewOnce() {
        m_window->open({test::fixturePath("bert-tiny-inf")});
        QVERIFY(ready());
        const Session* const session = m_window->session();
        QTRY_VERIFY(session->table()->complete() && session->optimum() && session->selfChecks());
        EventCount verdict(*m_window->findChild<QWidget*>("verdict"), QEvent::ToolTipChange);
        EventCount time(*m_window->findChild<QWidget*>("keyFigures"), QEvent::ToolTipChange);
        QSignalSpy plans(m_window->findChild<PlanComparison*>(), &PlanComparison::dataChanged);
        const auto refreshes = [&] {
            const std::vector<qsizetype> counts{verdict.take(), time.take(), plans.count()};
            plans.clear();
            return counts;
        };
        const std::vector<qsizetype> once{1, 1, 1};
        m_window->editor()->addSplit({1});
        QCOMPARE(refreshes(), once);
        m_window->editor()->setIpus(7);
        QCOMPARE(refreshes(), once);
        m_window->editor()->undoStack()->undo();
        QCOMPARE(refreshes(), once);
        m_window->editor()->undoStack()->undo();
        QCOMPARE(refreshes(), once);
    }

    void filesAreDropped() {
        drop(*m_window, {test::fixturePath("bert-tiny-inf") + QStringLiteral("/profile.tileline"),
                         test::fixturePath("bert-tiny-inf") + QStringLiteral("/debug.cbor")});
        QVERIFY(ready());
        QCOMPARE(m_window->session()->sourcePaths().size(), 2);
        QVERIFY(m_window->session()->profile()->debug != nullptr);
    }

    /// The plan names a profile that is gone. It must be applied to the profile that was dropped with it.
    void aProfileAndItsPlanAreDroppedTogether() {
        const QString plan = planOf("bert-tiny-inf", QStringLiteral("/gone/profile.tileline"));
        drop(*m_window, {plan, test::fixturePath("bert-tiny-inf")});
        QVERIFY(ready());
        QTRY_COMPARE(m_window->document()->path(), plan);
        QCOMPARE(splitCount(*m_window), size_t{1});
        QVERIFY2(!m_window->messageBar()->isVisible(), qPrintable(m_window->messageBar()->text()));
    }

    void aPlanIsForTheProfileThatIsDroppedWithIt() {
        const QString plan = planOf("bert-tiny-inf", QStringLiteral("/gone/profile.tileline"));
        m_window->open({test::fixturePath("one-layer")});
        QVERIFY(ready());
        drop(*m_window, {plan, test::fixturePath("bert-tiny-inf")});
        QTRY_COMPARE(m_window->session()->sourcePaths(), QStringList{test::fixturePath("bert-tiny-inf")});
        QTRY_COMPARE(m_window->document()->path(), plan);
        QCOMPARE(splitCount(*m_window), size_t{1});
        QVERIFY2(!m_window->messageBar()->isVisible(), qPrintable(m_window->messageBar()->text()));
    }

    void aPlanThatWasDiscardedStaysWhereTheOpenFails() {
        m_window->open({test::fixturePath("bert-tiny-inf")});
        QVERIFY(ready());
        m_window->editor()->addSplit({1});
        const Plan changed = m_window->session()->plan();
        test::answer(QStringLiteral("Discard"));
        m_window->open({badFile()});
        QTRY_VERIFY(m_window->messageBar()->showsError());
        QVERIFY(m_window->session()->plan() == changed);
        QVERIFY(m_window->isWindowModified());
        QString asked;
        test::answer(QStringLiteral("Cancel"), &asked);
        QVERIFY(!m_window->close());
        QVERIFY(asked.contains(QLatin1String("has changes")));
        test::answer(QStringLiteral("Discard"));
        m_window->open({test::fixturePath("one-layer")});
        QTRY_COMPARE(m_window->session()->sourcePaths(), QStringList{test::fixturePath("one-layer")});
        QVERIFY(!m_window->isWindowModified());
    }

    /// Checks the buttons of the message, the title, and the files on the disk.
    void aPlanIsNotSavedOverThatOfAnotherProfile() {
        m_window->open({test::fixturePath("bert-tiny-inf")});
        QVERIFY(ready());
        m_window->editor()->addSplit({1});
        const auto path = QString::fromStdString((m_directory / "mine.tileplan").string());
        QVERIFY(m_window->document()->saveAs(path));
        const std::string before = test::readAll(path.toStdString());
        m_window->open({test::fixturePath("bert-tiny-train")});
        QTRY_VERIFY(m_window->messageBar()->text().startsWith(path));
        QVERIFY(ready());
        QVERIFY(m_window->windowTitle().startsWith(QLatin1String("Untitled plan[*]")));
        QTest::mouseClick(button("offer"), Qt::LeftButton);
        QTRY_VERIFY(
            m_window->windowTitle().startsWith(QLatin1String("Untitled plan (from mine.tileplan)[*]")));
        QVERIFY(m_window->messageBar()->text().contains(QLatin1String("another profile")));
        QString asked;
        m_window->document()->setNotes(QStringLiteral("changed"));
        test::answer(QStringLiteral("Cancel"), &asked);
        QVERIFY(!m_window->close());
        QVERIFY(asked.startsWith(QLatin1String("Untitled plan (from mine.tileplan) has changes")));
        QVERIFY(test::readAll(path.toStdString()) == before);
    }

    void closingTheProfileAsksAboutChanges() {
        m_window->open({test::fixturePath("bert-tiny-inf")});
        QVERIFY(ready());
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        m_window->editor()->addSplit({1});
        m_window->messageBar()->showMessage(QStringLiteral("about this profile"));
        QString asked;
        test::answer(QStringLiteral("Cancel"), &asked);
        QTest::keyClick(m_window.get(), Qt::Key_W, Qt::ControlModifier | Qt::ShiftModifier);
        QVERIFY(asked.contains(QLatin1String("has changes")));
        QCOMPARE(m_window->session()->state(), Session::State::Ready);
        QVERIFY(m_window->isWindowModified() && m_window->messageBar()->isVisible());
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        test::answer(QStringLiteral("Discard"));
        QTest::keyClick(m_window.get(), Qt::Key_W, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(m_window->session()->state(), Session::State::Empty);
        QVERIFY(!m_window->document()->isModified());
        QVERIFY(m_window->document()->plans()[0].splits.empty());
        QVERIFY(m_window->messageBar()->isHidden());
    }

    /// The setting belongs to the plan: a reload keeps it, and another report starts with the default.
    void anotherReportBeginsWithTheDefaultSetting() {
        m_window->open({test::fixturePath("bert-tiny-train")});
        QVERIFY(ready());
        auto* const field = m_window->findChild<QComboBox*>(QStringLiteral("setting"));
        const int begin = field->currentIndex();
        SettingOptions setting;
        setting.pipeline.recompute = Recompute::Layers;
        setting.setting = Setting::PopLiner;
        m_window->session()->setSetting(setting);
        QTRY_VERIFY(m_window->session()->setting() == setting);
        QVERIFY(ready());
        QVERIFY(field->currentIndex() != begin);
        m_window->session()->reload();
        QTRY_VERIFY(m_window->session()->reloaded());
        QVERIFY(ready());
        QVERIFY(m_window->session()->setting() == setting);
        QVERIFY(!m_window->session()->layers()->list->pipeline);
        // A report that cannot be read changes nothing.
        const auto bad = m_directory / "bad";
        std::filesystem::create_directories(bad);
        std::filesystem::copy_file(test::fixtureDirectory("one-layer") / "profile.tileline",
                                   bad / "profile.tileline",
                                   std::filesystem::copy_options::overwrite_existing);
        test::runSql(bad / "profile.tileline", "UPDATE target SET bytes_per_tile = 'many'");
        test::answer(QStringLiteral("Discard"));
        m_window->open({QString::fromStdString(bad.string())});
        QTRY_VERIFY(m_window->session()->restored());
        QVERIFY(ready());
        QVERIFY(m_window->session()->setting() == setting);
        test::answer(QStringLiteral("Discard"));
        m_window->open({test::fixturePath("pipeline-marked-tiny")});
        QTRY_COMPARE(m_window->session()->sourcePaths(),
                     QStringList{test::fixturePath("pipeline-marked-tiny")});
        QVERIFY(ready());
        QVERIFY(m_window->session()->setting() == SettingOptions());
        QCOMPARE(field->currentIndex(), begin);
        QVERIFY(m_window->session()->layers()->list->pipeline);
        QVERIFY(!m_window->isWindowModified());
    }

    void aDirectoryOfSeveralProfilesAsksAboutChangesOnce() {
        const std::filesystem::path report = m_directory / "several";
        for (const char* const name : {"one-layer", "bert-tiny-inf"}) {
            std::filesystem::create_directories(report / name);
            std::filesystem::copy(test::fixtureDirectory(name) / "profile.tileline", report / name,
                                  std::filesystem::copy_options::overwrite_existing);
        }
        m_window->open({test::fixturePath("bert-tiny-inf")});
        QVERIFY(ready());
        m_window->editor()->addSplit({1});
        const auto chooser = [this] { return m_window->findChild<ChooseProfileDialog*>(); };
        test::answer(QStringLiteral("Discard"));
        m_window->open({QString::fromStdString(report.string())});
        QTRY_VERIFY(chooser());
        chooser()->reject();
        QVERIFY(m_window->isWindowModified());
        QTRY_VERIFY(!chooser());
        test::answer(QStringLiteral("Discard"));
        m_window->open({QString::fromStdString(report.string())});
        QTRY_VERIFY(chooser());
        QString asked;
        test::answer(QStringLiteral("Cancel"), &asked);
        chooser()->accept();
        QTRY_VERIFY(m_window->session()->sourcePaths() != QStringList{test::fixturePath("bert-tiny-inf")});
        QVERIFY(ready());
        QVERIFY2(asked.isEmpty(), qPrintable(asked));
        QVERIFY(!m_window->isWindowModified());
    }

    /// The window with another profile keeps its plan. The recovered plan is opened in a new window with its
    /// own profile.
    void aPlanIsRecoveredWithItsOwnProfile() {
        const QString plan = planOf("bert-tiny-inf", test::fixturePath("bert-tiny-inf"));
        leaveBehind(plan);
        const QWidgetList before = QApplication::topLevelWidgets();
        m_window->open({test::fixturePath("one-layer")});
        QString asked;
        test::answer(QStringLiteral("Recover"), &asked);
        m_window->offerRecovery();
        QVERIFY2(asked.contains(test::fixturePath("bert-tiny-inf")), qPrintable(asked));
        QVERIFY(ready());
        MainWindow* const second = windowBeside(before);
        QVERIFY(second);
        QTRY_COMPARE(second->document()->path(), plan);
        QCOMPARE(second->session()->sourcePaths(), QStringList{test::fixturePath("bert-tiny-inf")});
        QCOMPARE(splitCount(*second), size_t{1});
        QVERIFY(second->isWindowModified());
        QCOMPARE(m_window->session()->sourcePaths(), QStringList{test::fixturePath("one-layer")});
        QVERIFY(m_window->document()->path().isEmpty());
        QVERIFY(!m_window->isWindowModified());
        QVERIFY(second->document()->save());
        second->close();
    }

    void aPlanIsRecoveredInTheWindowOfItsProfile() {
        const QString plan = planOf("bert-tiny-inf", test::fixturePath("bert-tiny-inf"));
        leaveBehind(plan);
        m_window->open({test::fixturePath("bert-tiny-inf")});
        test::answer(QStringLiteral("Recover"));
        m_window->offerRecovery();
        QTRY_COMPARE(m_window->document()->path(), plan);
        QVERIFY(m_window->isWindowModified());
        QVERIFY(m_window->document()->save());
    }

    /// If its own profile is gone, a recovered plan is applied to another one, but as a copy: saving it must
    /// not overwrite the original plan file.
    void aPlanOfAProfileThatIsGoneIsRecoveredAsACopy() {
        const QString plan = planOf("bert-tiny-inf", QStringLiteral("/gone/profile.tileline"));
        leaveBehind(plan);
        m_window->open({test::fixturePath("bert-tiny-train")});
        test::answer(QStringLiteral("Recover"));
        m_window->offerRecovery();
        QVERIFY(ready());
        QTRY_VERIFY(m_window->isWindowModified());
        QCOMPARE(splitCount(*m_window), size_t{1});
        QCOMPARE(m_window->document()->path(), QString());
        QVERIFY(m_window->messageBar()->text().contains(QLatin1String("another profile")));
    }

    /// The path exists, but it is now the path of another profile.
    void aPlanOfAProfileThatWasReplacedIsRecoveredAsACopy() {
        const QString plan = planOf("bert-tiny-inf", test::fixturePath("bert-tiny-train"));
        leaveBehind(plan);
        test::answer(QStringLiteral("Recover"));
        m_window->offerRecovery();
        QVERIFY(ready());
        QTRY_VERIFY(m_window->isWindowModified());
        QCOMPARE(m_window->session()->sourcePaths(), QStringList{test::fixturePath("bert-tiny-train")});
        QCOMPARE(m_window->document()->path(), QString());
    }

    void severalProfilesGetAWindowEach() {
        const QWidgetList before = QApplication::topLevelWidgets();
        drop(*m_window, {test::fixturePath("bert-tiny-inf"), test::fixturePath("one-layer")});
        QVERIFY(ready());
        MainWindow* const second = windowBeside(before);
        QVERIFY(second);
        QTRY_COMPARE(second->session()->state(), Session::State::Ready);
        QCOMPARE(second->session()->sourcePaths(), QStringList{test::fixturePath("one-layer")});
        second->close();
    }

    void missingRecentFilesAreMarkedAndDropped() {
        const QString gone = QString::fromStdString((m_directory / "gone.tileline").string());
        m_window->recentFiles()->add({gone});
        m_window->recentFiles()->add({test::fixturePath("one-layer")});
        auto* const menu = m_window->findChild<RecentMenu*>();
        emit menu->aboutToShow();
        QTRY_VERIFY(menu->actions()[1]->text().contains(QLatin1String("missing")));
        QVERIFY(!menu->actions()[0]->text().contains(QLatin1String("missing")));
        menu->actions()[1]->trigger();
        QCOMPARE(m_window->recentFiles()->entries().size(), size_t{1});
        QVERIFY(m_window->messageBar()->text().contains(gone));
        menu->actions()[0]->trigger();
        QVERIFY(ready());
    }

    void recentFilesAreRemembered() {
        constexpr int Added = static_cast<int>(RecentFiles::MaxEntries) + 5;
        for (int i = 0; i < Added; ++i) {
            m_window->recentFiles()->add({QStringLiteral("/tmp/%1").arg(i)});
        }
        m_window->recentFiles()->add({QStringLiteral("/tmp/8")});
        const RecentFiles again("files/recent");
        QCOMPARE(again.entries().size(), size_t{RecentFiles::MaxEntries});
        QCOMPARE(again.entries()[0].paths, QStringList{QStringLiteral("/tmp/8")});
        QCOMPARE(again.entries()[1].paths, QStringList{QStringLiteral("/tmp/%1").arg(Added - 1)});
    }

    void closingWhileLoadingIsSafe() {
        for (int round = 0; round < 10; ++round) {
            auto window = std::make_unique<MainWindow>();
            window->show();
            window->open({test::fixturePath("bert-tiny-train")});
            QTest::qWait(round * 3);
            window->close();
        }
    }

    void undoWorksByKey() {
        m_window->open({test::fixturePath("bert-tiny-train")});
        QVERIFY(ready());
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        SplitMarker* const marker = m_window->planPage()->canvas()->markers()[0];
        marker->setFocus();
        const LayerIndex before = marker->boundary();
        QTest::keyClick(marker, Qt::Key_Left);
        QVERIFY(marker->boundary() != before);
        QTest::keyClick(marker, Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(marker->boundary(), before);
        QTest::keyClick(marker, Qt::Key_Y, Qt::ControlModifier);
        if (marker->boundary() == before) {
            QTest::keyClick(marker, Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
        }
        QVERIFY(marker->boundary() != before);
        m_window->editor()->undoStack()->undo();
        QTest::keyClick(marker, Qt::Key_F6);
        // A message that needs no answer is in the line above the plan, so that nothing moves.
        QTRY_VERIFY(!m_window->planPage()->verdict()->message().isEmpty());
        QVERIFY(m_window->messageBar()->isHidden());
    }

    void themesChangeThePalette() {
        applyTheme(Theme::Dark);
        QVERIFY(QApplication::palette().color(QPalette::Window).lightness() < 100);
        applyTheme(Theme::Light);
        QVERIFY(QApplication::palette().color(QPalette::Window).lightness() > 200);
        QCOMPARE(themeOf(QStringLiteral("dark")), Theme::Dark);
        QVERIFY(!themeOf(QStringLiteral("pink")));
        preferences::setTheme(Theme::Dark);
        QCOMPARE(preferences::theme(), Theme::Dark);
    }

    void aThemePaintsTheWindowOnce() {
        m_window->open({test::fixturePath("bert-tiny-inf")});
        QVERIFY(ready());
        PaintCounter counter;
        for (QWidget* const part : std::initializer_list<QWidget*>{
                 m_window->menuBar(), m_window->planPage()->canvas(), m_window->planPage()->verdict()}) {
            part->installEventFilter(&counter);
        }
        // Arriving results also cause painting, so more than one attempt may be needed.
        int fewest = INT_MAX;
        for (int attempt = 0; attempt < 10 && fewest != 3; ++attempt) {
            QTest::qWait(200);
            counter.paints = 0;
            applyTheme(attempt % 2 == 0 ? Theme::Dark : Theme::Light);
            QTRY_VERIFY(counter.paints >= 3);
            QTest::qWait(100);
            fewest = std::min(fewest, counter.paints);
        }
        applyTheme(Theme::Light);
        QCOMPARE(fewest, 3);
    }

    void picturesAreWritten_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QByteArray>("begin");
        QTest::newRow("png") << "plan.png" << QByteArray("\x89PNG");
        QTest::newRow("svg") << "plan.svg" << QByteArray("<?xml");
        QTest::newRow("pdf") << "plan.pdf" << QByteArray("%PDF");
    }
    void picturesAreWritten() {
        QFETCH(const QString, name);
        QFETCH(const QByteArray, begin);
        m_window->open({test::fixturePath("bert-tiny-inf")});
        QVERIFY(ready());
        const QString path = QString::fromStdString((m_directory / name.toStdString()).string());
        QVERIFY(!savePicture(*m_window->planPage(), path));
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QVERIFY(file.readAll().startsWith(begin));
        QVERIFY(savePicture(*m_window->planPage(), path + QStringLiteral(".xyz")));
    }

private:
    bool ready() const {
        return QTest::qWaitFor(
            [this] {
                return m_window->session()->state() == Session::State::Ready &&
                       m_window->session()->resultIsCurrent();
            },
            60000);
    }
    static QList<StackChart*> charts(const QWidget& page) { return page.findChildren<StackChart*>(); }
    static int plotHeight(const StackChart& chart) {
        return chart.findChild<QCustomPlot*>()->axisRect()->height();
    }
    QPushButton* button(const char* name) const {
        return m_window->findChild<QPushButton*>(QLatin1String(name));
    }
    /// The main window that is not one of `before`.
    static MainWindow* windowBeside(const QWidgetList& before) {
        for (QWidget* const widget : QApplication::topLevelWidgets()) {
            if (auto* const window = qobject_cast<MainWindow*>(widget); window && !before.contains(widget)) {
                return window;
            }
        }
        return nullptr;
    }
    static size_t splitCount(MainWindow& window) { return window.session()->plan().splits().size(); }
    /// Writes a plan file with one split, for a fixture. The file gives `profilePath` as the path of the
    /// profile.
    QString planOf(const std::string& name, const QString& profilePath) {
        const ProfilePtr profile = test::loadFixture(name);
        PlanFile file;
        file.profile = fingerprintOf(*profile);
        file.profilePath = profilePath.toStdString();
        file.plans.emplace_back().name = "one split";
        file.plans[0].splits = {"1"};
        const std::filesystem::path path = m_directory / (name + ".tileplan");
        [&] { QVERIFY(writePlanFile(path, file)); }();
        return QString::fromStdString(path.string());
    }
    /// Writes the recovery file that a program leaves when it is killed with unsaved changes of this plan.
    static void leaveBehind(const QString& plan) {
        auto file = readPlanFile(plan.toStdString());
        QVERIFY(file);
        file->plans[0].notes = "changed";
        QVERIFY(QDir().mkpath(PlanRecovery::usualDirectory()));
        QVERIFY(PlanRecovery::write(PlanRecovery::usualDirectory() + QStringLiteral("/x.recovered.tileplan"),
                                    *file, {plan, {}}));
    }
    QString badFile() {
        const std::filesystem::path path = m_directory / "bad.tileline";
        std::ofstream(path) << "this is no profile";
        return QString::fromStdString(path.string());
    }
};

TILELINE_TEST(TestMainWindow)
#include "test_mainwindow.moc"
#include "ui/charts/picture.h"
