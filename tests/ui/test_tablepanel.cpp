// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/testmain.h"
#include "tests/ui/pagefixture.h"
#include "ui/look/palette.h"
#include "ui/tables/tablepanel.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>

using namespace tileline;

namespace {

TableDataPtr sampleTable() {
    auto table = std::make_shared<TableData>();
    table->table = {{{"name", ColumnType::Text, "Name"}, {"bytes", ColumnType::Bytes, "Bytes"}},
                    {{"layer 10", uint64_t{2048}},
                     {"layer 9", uint64_t{638976}},
                     {"Weights", Cell()},
                     {"tab\there", uint64_t{7}}}};
    table->keys = {70, 71, 72, 73};
    return table;
}

std::vector<uint32_t> keysShown(const TablePanel& panel) {
    std::vector<uint32_t> keys;
    for (int row = 0; row < panel.model()->rowCount(); ++row) {
        keys.push_back(panel.model()->keyAt(row));
    }
    return keys;
}

std::vector<uint32_t> arranged(const TableData& table, const RowArrangement& arrangement) {
    return arrangeRows(table, arrangement, {});
}

} // namespace

class TestTablePanel : public QObject {
    Q_OBJECT
private slots:
    void sortsNaturallyAndByNumberWithEmptyCellsLast() {
        const TableDataPtr table = sampleTable();
        QCOMPARE(arranged(*table, {}), (std::vector<uint32_t>{0, 1, 2, 3}));
        QCOMPARE(arranged(*table, {{{}, false}, 0, Qt::AscendingOrder}), (std::vector<uint32_t>{2, 1, 0, 3}));
        QCOMPARE(arranged(*table, {{{}, false}, 1, Qt::AscendingOrder}), (std::vector<uint32_t>{3, 0, 1, 2}));
        QCOMPARE(arranged(*table, {{{}, false}, 1, Qt::DescendingOrder}),
                 (std::vector<uint32_t>{1, 0, 3, 2}));
    }

    void filtersByTextAndByExpression() {
        const TableDataPtr table = sampleTable();
        QCOMPARE(arranged(*table, {{QStringLiteral("LAYER"), false}, -1, {}}), (std::vector<uint32_t>{0, 1}));
        QCOMPARE(arranged(*table, {{QStringLiteral("layer ."), false}, -1, {}}), (std::vector<uint32_t>{}));
        QCOMPARE(arranged(*table, {QStringLiteral("layer \\d$"), true, -1, {}}), (std::vector<uint32_t>{1}));
        QVERIFY((TextFilter{QStringLiteral("("), false}.expression().isValid()));
        const auto invalid = TextFilter{QStringLiteral("a(b"), true}.expression();
        QVERIFY(!invalid.isValid());
        QCOMPARE(invalid.patternErrorOffset(), 3);
    }

    /// Numbers stay in view: narrow tables elide the names, wide ones give them the remaining width.
    void namesShareTheRoom() {
        Table names{{{"name", ColumnType::Text, "Name"}, {"bytes", ColumnType::Bytes, "Bytes"}}, {}};
        names.rows.push_back({std::string(80, 'n'), uint64_t{1000}});
        TablePanel panel(QStringLiteral("Names"));
        QVERIFY(test::showAt(panel, {380, 300}));
        panel.setData(makeTableData(std::move(names)));
        QTRY_COMPARE(panel.model()->rowCount(), 1);
        const auto used = [&] { return panel.view()->columnWidth(0) + panel.view()->columnWidth(1); };
        QTRY_COMPARE(used(), panel.view()->viewport()->width());
        const int narrow = panel.view()->columnWidth(0);
        panel.resize(600, 300);
        QTRY_COMPARE(used(), panel.view()->viewport()->width());
        QVERIFY(panel.view()->columnWidth(0) > narrow);
        // A width that the user has set is kept.
        panel.view()->setColumnWidth(0, 100);
        panel.resize(700, 300);
        QCoreApplication::processEvents();
        QCOMPARE(panel.view()->columnWidth(0), 100);
    }

    /// Bars show bytes relative to the greatest number of their column, in every order of the rows.
    void bytesHaveBars() {
        TablePanel panel(QStringLiteral("Bars"));
        QVERIFY(test::showAt(panel, {500, 300}));
        panel.setData(sampleTable());
        QTRY_COMPARE(panel.model()->rowCount(), 4);
        const auto bar = [&](int row, int column) {
            return panel.model()->index(row, column).data(BarRole).toDouble();
        };
        QCOMPARE(bar(0, 1), 2048 / 638976.0);
        QCOMPARE(bar(1, 1), 1.0);
        QCOMPARE(bar(2, 1), 0.0); // an empty cell
        QCOMPARE(bar(1, 0), 0.0); // a text
        const auto underNumber = [&](int row) {
            const QRect cell = panel.view()->visualRect(panel.model()->index(row, 1));
            return panel.view()->viewport()->grab(cell).toImage().pixelColor(cell.width() / 2,
                                                                             cell.height() - 2);
        };
        QVERIFY(contrast(underNumber(1), underNumber(2)) >= 3);
        QCOMPARE(underNumber(0), underNumber(2)); // too short to reach the middle
    }

    void headerClickSorts() {
        TablePanel panel(QStringLiteral("Sample"));
        QVERIFY(test::showAt(panel, {500, 300}));
        QAbstractItemModelTester tester(panel.model(),
                                        QAbstractItemModelTester::FailureReportingMode::QtTest);
        panel.setData(sampleTable());
        QTRY_COMPARE(panel.model()->rowCount(), 4);
        QHeaderView* const header = panel.view()->horizontalHeader();
        const QPoint onBytes(header->sectionViewportPosition(1) + 10, header->height() / 2);
        QTest::mouseClick(header->viewport(), Qt::LeftButton, {}, onBytes);
        QTRY_COMPARE(keysShown(panel), (std::vector<uint32_t>{73, 70, 71, 72}));
        QTest::mouseClick(header->viewport(), Qt::LeftButton, {}, onBytes);
        QTRY_COMPARE(keysShown(panel), (std::vector<uint32_t>{71, 70, 73, 72}));
    }

    void typingFiltersAndABadExpressionIsNamed() {
        TablePanel panel(QStringLiteral("Sample"));
        QVERIFY(test::showAt(panel, {500, 300}));
        panel.setData(sampleTable());
        QTRY_COMPARE(panel.model()->rowCount(), 4);
        QTest::keyClick(&panel, Qt::Key_F, Qt::ControlModifier);
        auto* const filter = panel.findChild<QLineEdit*>();
        QTRY_VERIFY(filter->hasFocus());
        QTest::keyClicks(filter, QStringLiteral("layer"));
        QTRY_COMPARE(keysShown(panel), (std::vector<uint32_t>{70, 71}));
        test::setFilter(panel, QStringLiteral("(layer"), true);
        const auto labels = panel.findChildren<QLabel*>();
        QVERIFY(std::any_of(labels.begin(), labels.end(),
                            [](const QLabel* label) { return label->text().contains(QStringLiteral("7")); }));
        QCOMPARE(panel.model()->rowCount(), 2);
    }

    void copiesRawBytes() {
        TablePanel panel(QStringLiteral("Sample"));
        QVERIFY(test::showAt(panel, {500, 300}));
        panel.setData(sampleTable());
        QTRY_COMPARE(panel.model()->rowCount(), 4);
        panel.view()->selectRow(1);
        panel.view()->setFocus();
        QTest::keyClick(panel.view(), Qt::Key_C, Qt::ControlModifier);
        QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("name\tbytes\nlayer 9\t638976\n"));
        QVERIFY(panel.model()->index(1, 1).data(Qt::DisplayRole).toString().contains(QStringLiteral("624")));
    }

    void exportsWhatIsShown() {
        TablePanel panel(QStringLiteral("Sample"));
        panel.setData(sampleTable());
        QTRY_COMPARE(panel.model()->rowCount(), 4);
        test::setFilter(panel, QStringLiteral("weights"));
        QTRY_COMPARE(panel.model()->rowCount(), 1);
        QCOMPARE(toText(panel.model()->shown(), TableFormat::Csv), std::string("name,bytes\nWeights,\n"));
        QVERIFY(toText(panel.model()->shown(), TableFormat::Json).find("null") != std::string::npos);
    }

    void selectionSurvivesSortingAndIsAnnouncedOnce() {
        TablePanel panel(QStringLiteral("Sample"));
        QVERIFY(test::showAt(panel, {500, 300}));
        panel.setData(sampleTable());
        QTRY_COMPARE(panel.model()->rowCount(), 4);
        QSignalSpy selected(&panel, &TablePanel::keySelected);
        panel.selectKey(71);
        QCOMPARE(selected.count(), 0);
        panel.view()->sortByColumn(1, Qt::DescendingOrder);
        QTRY_COMPARE(keysShown(panel).front(), 71U);
        QTRY_COMPARE(panel.selectedKey(), std::optional(71U));
        QTest::keyClick(panel.view(), Qt::Key_Down);
        QCOMPARE(selected.count(), 1);
        QCOMPARE(panel.selectedKey(), std::optional(70U));
    }
};

TILELINE_TEST(TestTablePanel)
#include "test_tablepanel.moc"
