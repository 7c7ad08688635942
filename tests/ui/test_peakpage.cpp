// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/temporarydirectory.h"
#include "tests/testmain.h"
#include "tests/ui/answer.h"
#include "tests/ui/ownsettings.h"
#include "tests/ui/pagefixture.h"
#include "ui/charts/stackchart.h"
#include "ui/mainwindow.h"
#include "ui/pages/peakpage.h"
#include "ui/planpage/planpage.h"
#include "ui/planpage/stagebars.h"
#include "ui/tables/tablepanel.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QLabel>
#include <QMenu>
#include <QSettings>
#include <QTest>
#include <QTimer>
#include <QTreeView>

#include <algorithm>
#include <numeric>

using namespace tileline;

namespace {

struct ShownPeak : test::PageFixture {
    PeakPage page{&session, &selection};

    /// Opens a training profile on four IPUs, and waits for the explanation.
    bool start() {
        return test::showAt(page, {1100, 700}) && open("pipeline-marked-tiny") &&
               QTest::qWaitFor([this] { return page.shown() != nullptr; }, 60000);
    }
    bool waitForIpu(uint32_t ipu) {
        return QTest::qWaitFor([&] { return page.shown() && page.shown()->explanation.ipu == ipu; }, 60000);
    }
    StageEstimate estimate(uint32_t ipu) const { return session.result()->estimate.stages[ipu]; }
};

uint64_t bytesIn(const Cell& cell) {
    const auto* const value = std::get_if<uint64_t>(&cell.value);
    return value ? *value : 0;
}

uint64_t bytesIn(const TableData& table) {
    uint64_t sum = 0;
    for (const auto& row : table.table.rows) {
        sum += bytesIn(row[1]);
    }
    return sum;
}

} // namespace

class TestPeakPage : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { test::useOwnSettings(m_directory); }

    /// The rows add up to the bar for every grouping.
    void rowsAddUpToTheBar() {
        ShownPeak shown;
        QVERIFY(shown.start());
        QVERIFY(shown.session.plan().stageCount() > 2);
        for (uint32_t ipu = 0; ipu < shown.session.plan().stageCount(); ++ipu) {
            shown.selection.choose(StageIndex{ipu});
            QVERIFY(shown.waitForIpu(ipu));
            const uint64_t peak = shown.estimate(ipu).peakTileBytes;
            const PeakData& data = *shown.page.shown();
            QCOMPARE(data.explanation.tile, shown.estimate(ipu).peakTile);
            QCOMPARE(data.explanation.step, shown.estimate(ipu).peakStep);
            QCOMPARE(bytesIn(*data.items), peak);
            QCOMPARE(bytesIn(data.categories->table.rows.back()[1]), peak);
            QCOMPARE(bytesIn(*data.categories), 2 * peak); // the rows and their sum
            for (const GroupedTablePtr& grouped : data.groups) {
                uint64_t sum = 0;
                size_t rows = 0;
                for (const GroupedTable::Group& group : grouped->groups) {
                    uint64_t ofRows = 0;
                    for (const size_t row : group.rows) {
                        ofRows += bytesIn(data.items->table.rows[row][1]);
                    }
                    QCOMPARE(bytesIn(group.cells[1]), ofRows);
                    sum += ofRows;
                    rows += group.rows.size();
                }
                QCOMPARE(sum, peak);
                QCOMPARE(rows, data.items->table.rows.size());
            }
            const auto& bins = data.histogram->series.front().values;
            QCOMPARE(std::accumulate(bins.begin(), bins.end(), uint64_t{0}),
                     uint64_t{shown.session.profile()->target.tilesPerIpu});
            QVERIFY2(shown.page.summary()->text().contains(QStringLiteral("IPU %1 (").arg(ipu)),
                     qPrintable(shown.page.summary()->text()));
        }
    }

    void groupsFold() {
        ShownPeak shown;
        QVERIFY(shown.start());
        QAbstractItemModel* const model = shown.page.tree()->model();
        const QAbstractItemModelTester tester(model);
        QCOMPARE(static_cast<size_t>(model->rowCount()), shown.page.shown()->groups.front()->groups.size());
        const QModelIndex group = model->index(0, 0);
        QVERIFY(shown.page.tree()->isExpanded(group));
        QVERIFY(model->rowCount(group) > 1);
        // Short texts are not cut.
        for (int column = 1; column < model->columnCount(); ++column) {
            for (int row = 0; row < std::min(model->rowCount(group), 4); ++row) {
                const QString text = model->index(row, column, group).data().toString();
                QVERIFY2(text.size() > 40 || shown.page.tree()->fontMetrics().horizontalAdvance(text) <
                                                 shown.page.tree()->columnWidth(column),
                         qPrintable(text));
            }
        }
        auto* const groups = shown.page.findChild<QComboBox*>(QStringLiteral("groups"));
        groups->setCurrentIndex(2); // by category
        QCOMPARE(model->index(0, 0).data().toString(), QStringLiteral("variables"));
        QVERIFY(!shown.page.items()->isVisible());
        // A row selects its operation and layer in all views.
        const QModelIndex row = model->index(1, 0, model->index(0, 0));
        shown.page.tree()->setCurrentIndex(row);
        QVERIFY(shown.selection.chosen<OperationIndex>().has_value());
        QVERIFY(shown.selection.chosen<LayerIndex>().has_value());
        QTest::keyClick(shown.page.tree(), Qt::Key_C, Qt::ControlModifier);
        const QString copied = QGuiApplication::clipboard()->text();
        QVERIFY(copied.startsWith(row.data().toString() + QLatin1Char('\t')));
        QVERIFY(copied.section(QLatin1Char('\t'), 1, 1).toULongLong() > 0);
        groups->setCurrentIndex(groups->count() - 1); // not grouped
        QVERIFY(shown.page.items()->isVisible());
        QTRY_COMPARE(static_cast<size_t>(shown.page.items()->model()->rowCount()),
                     shown.page.shown()->items->table.rows.size());
    }

    void followsThePlanAndItsLimit() {
        ShownPeak shown;
        QVERIFY(shown.start());
        shown.selection.choose(StageIndex{1});
        QVERIFY(shown.waitForIpu(1));
        QVERIFY(shown.page.shown()->histogram->bands.empty()); // far below the memory of a tile
        const Plan& plan = shown.session.plan();
        shown.session.setPlan(*plan.withSplits(plan.splitPlan().withRemoved(0)));
        QTRY_VERIFY(shown.session.resultIsCurrent() &&
                    shown.page.shown()->request.result == shown.session.result());
        QCOMPARE(shown.page.shown()->explanation.bytes.total(), shown.estimate(1).peakTileBytes);
        const uint64_t limit = shown.estimate(1).peakTileBytes - 100;
        shown.session.setPlan(shown.session.plan().withMemory({limit, {}}));
        QTRY_COMPARE(shown.page.shown()->request.limit, limit);
        QVERIFY(shown.page.summary()->text().contains(QStringLiteral("more than its limit")));
        QCOMPARE(shown.page.shown()->histogram->bands.size(), size_t{1});
        shown.session.close();
        QVERIFY(!shown.page.shown());
    }

    void movesAreThoseOfTheExplanation() {
        ShownPeak shown;
        QVERIFY(shown.start());
        shown.selection.choose(StageIndex{1});
        QVERIFY(shown.waitForIpu(1));
        const PeakExplanation& peak = shown.page.shown()->explanation;
        const auto& rows = shown.page.shown()->moves->table.rows;
        const size_t moves =
            (peak.giveFirst ? 1U : 0U) + (peak.giveLast ? 1U : 0U) + (peak.takeNext ? 1U : 0U);
        QVERIFY(moves > 0);
        QCOMPARE(rows.size(), moves);
        const EntryMove& first = peak.giveFirst  ? *peak.giveFirst
                                 : peak.giveLast ? *peak.giveLast
                                                 : *peak.takeNext;
        QCOMPARE(bytesIn(rows.front()[1]), first.peakTileBytes);
        QCOMPARE(bytesIn(rows.front()[3]), first.neighbourPeakBytes);
    }

    /// An IPU bar leads to the page by click, by key and by menu.
    void anIpuBarLeadsToIt_data() {
        QTest::addColumn<QString>("how");
        for (const char* how : {"click", "key", "menu"}) {
            QTest::newRow(how) << how;
        }
    }
    void anIpuBarLeadsToIt() {
        QFETCH(QString, how);
        QSettings().clear();
        MainWindow window;
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        window.open({test::fixturePath("pipeline-marked-tiny")});
        QTRY_VERIFY(window.session()->resultIsCurrent());
        QVERIFY(window.showPage(QStringLiteral("summary")));
        auto* const page = qobject_cast<PeakPage*>(window.page(QStringLiteral("peak")));
        QVERIFY(page);
        QTRY_VERIFY(page->visibleRegion().isEmpty());
        QTRY_COMPARE(window.planPage()->bars()->bars().size(), window.session()->plan().stageCount());
        StageBars* const bars = window.planPage()->bars();
        if (how == QLatin1String("click")) {
            QTest::mouseClick(bars, Qt::LeftButton, {}, bars->columnOf({1}).center());
        } else if (how == QLatin1String("key")) {
            bars->setFocus();
            QTest::keyClick(bars, Qt::Key_Right);
            QTest::keyClick(bars, Qt::Key_Return);
        } else {
            QTimer::singleShot(0, this, [] {
                auto* const menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
                menu->actions().front()->trigger();
                menu->close();
            });
            const QPoint at = bars->columnOf({1}).center();
            QContextMenuEvent event(QContextMenuEvent::Mouse, at, bars->mapToGlobal(at));
            QApplication::sendEvent(bars, &event);
        }
        QTRY_VERIFY(!page->visibleRegion().isEmpty());
        QTRY_VERIFY(page->shown() && page->shown()->explanation.ipu == 1);
    }

private:
    test::TemporaryDirectory m_directory;
};

TILELINE_TEST(TestPeakPage)
#include "test_peakpage.moc"
