// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Tests the pages that show the profile as charts and tables, with real fixtures.
#include "core/compare/compiledplan.h"
#include "core/estimate/operationfigures.h"
#include "core/estimate/stageestimator.h"
#include "core/execution/cycles.h"
#include "core/memory/layermatrices.h"
#include "core/memory/roles.h"
#include "core/output/reports.h"
#include "tests/generate/generatedmodels.h"
#include "tests/support/profilefiles.h"
#include "tests/support/temporarydirectory.h"
#include "tests/testmain.h"
#include "tests/ui/pagefixture.h"
#include "ui/charts/stackchart.h"
#include "ui/pages/communicationpage.h"
#include "ui/pages/operationspage.h"
#include "ui/pages/programtreepage.h"
#include "ui/pages/summarypage.h"
#include "ui/pages/tilememorypage.h"
#include "ui/tables/tablepanel.h"
#include "ui/text/bytestext.h"
#include "ui/text/celltext.h"
#include "ui/text/warningtext.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QRegularExpression>
#include <QScrollBar>
#include <QSpinBox>
#include <QSplitter>
#include <QTableView>
#include <QTest>
#include <QTextBrowser>
#include <QTreeView>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

using namespace tileline;

namespace {

using test::OpenPage;

/// Checks a box of a page, unless it is hidden because it would change nothing.
void check(QWidget& page, const char* box) {
    auto* const found = page.findChild<QCheckBox*>(QLatin1String(box));
    if (found->isVisible()) {
        QTest::mouseClick(found, Qt::LeftButton, {}, QPoint(8, found->height() / 2));
    }
}

uint64_t integer(const Cell& cell) {
    const auto* const value = std::get_if<uint64_t>(&cell.value);
    return value ? *value : UINT64_MAX;
}

/// The number in the second column of the row with a text in the first.
uint64_t bytesOf(const TablePanel& panel, const std::string& text) {
    for (const auto& row : panel.model()->shown().rows) {
        if (row[0] == Cell(text)) {
            return integer(row[1]);
        }
    }
    return UINT64_MAX;
}

} // namespace

class TestDataPages : public QObject {
    Q_OBJECT
private slots:
    void tileMemoryShowsTheProfileAndItsPeakTile() {
        OpenPage<TileMemoryPage> shown;
        QVERIFY(shown.start("bert-tiny-train"));
        QTRY_COMPARE(shown.page.plot()->data()->length(), size_t{shown.session.profile()->target.numTiles});
        const TileMemory memory = tileMemoryOf(*shown.session.profile());
        check(shown.page, "showGaps");
        check(shown.page, "allCategories");
        QTRY_COMPARE(shown.page.plot()->data()->series.size(), memory.categories.size());
        QCOMPARE(shown.page.map()->data()->peak, std::optional(memory.peakTile().index()));
        QVERIFY(!shown.page.map()->selectedCell());
        // Without a choice, of all tiles.
        QTRY_COMPARE(bytesOf(*shown.page.details(), "total"),
                     std::accumulate(memory.totals.begin(), memory.totals.end(), uint64_t{0}));
    }

    /// Each way of choosing several tiles, and what they hold together.
    void severalTilesAreChosen() {
        OpenPage<TileMemoryPage> shown;
        QVERIFY(shown.start("bert-tiny-train"));
        QTRY_VERIFY(shown.page.plot()->data()->length() > 0);
        const Profile& profile = *shown.session.profile();
        const TileMemory memory = tileMemoryOf(profile);
        const auto shows = [&](const std::string& tiles) {
            uint64_t total = 0;
            uint64_t variables = 0;
            TileSet::parse(tiles, profile.target)->forEach([&](uint32_t tile) {
                total += memory.totals[tile];
                for (size_t row = profile.lowered.tileBegin[tile]; row < profile.lowered.tileBegin[tile + 1];
                     ++row) {
                    variables += profile.lowered.bytes[row];
                }
            });
            return QTest::qWaitFor([&] {
                const Table list = shown.page.variables()->model()->shown();
                const uint64_t sum =
                    std::accumulate(list.rows.begin(), list.rows.end(), uint64_t{0},
                                    [](uint64_t s, const auto& row) { return s + integer(row[1]); });
                return shown.page.shownTiles().text() == tiles && sum == variables &&
                       bytesOf(*shown.page.details(), "total") == total;
            });
        };
        auto* const field = shown.page.findChild<QLineEdit*>(QStringLiteral("tiles"));
        field->setText(QStringLiteral("5,0-2"));
        QTest::keyClick(field, Qt::Key_Return);
        QVERIFY(shows("0-2, 5"));
        QCOMPARE(shown.page.plot()->lifetime().size(), size_t{2});
        emit shown.page.plot()->positionClicked(3, {});
        QVERIFY(shows("3"));
        QCOMPARE(field->text(), QStringLiteral("3"));
        emit shown.page.plot()->positionClicked(6, Qt::ShiftModifier);
        QVERIFY(shows("3-6"));
        QCOMPARE(shown.selection.chosen<TileId>(), std::optional(TileId{6}));
        emit shown.page.plot()->positionClicked(4, Qt::ControlModifier);
        QVERIFY(shows("3, 5-6"));
        emit shown.page.plot()->positionClicked(4, Qt::ControlModifier);
        QVERIFY(shows("3-6"));
        field->setText(QStringLiteral("1-nothing"));
        QTest::keyClick(field, Qt::Key_Return);
        const auto labels = shown.page.findChildren<QLabel*>();
        QVERIFY(std::any_of(labels.begin(), labels.end(), [](const QLabel* label) {
            return label->text().contains(QStringLiteral("1-nothing"));
        }));
        QVERIFY(shows("3-6"));
        // A rectangle in the map.
        shown.page.setView(TileMemoryPage::View::Map);
        HeatMap& map = *shown.page.map();
        QTRY_VERIFY(map.isVisible());
        QCoreApplication::processEvents();
        const size_t columns = map.data()->columns;
        QVERIFY(columns > 3 && map.data()->rows() > 2);
        const auto at = [&](size_t cell) { return map.rectOf(cell).center().toPoint(); };
        QTest::mousePress(&map, Qt::LeftButton, {}, at(columns + 2));
        QTest::mouseMove(&map, at(1));
        QTest::mouseRelease(&map, Qt::LeftButton, {}, at(1));
        QVERIFY(shows("1-2, " + std::to_string(columns + 1) + "-" + std::to_string(columns + 2)));
        QCOMPARE(std::count(map.chosenCells().begin(), map.chosenCells().end(), true), qsizetype{4});
        QVERIFY(!map.grab().isNull());
        field->clear();
        QVERIFY(shows("0-" + std::to_string(profile.target.numTiles - 1)));
    }

    /// On the map, colours have limits of their own.
    void theScaleOfTheMapIsSet() {
        OpenPage<TileMemoryPage> shown;
        QVERIFY(shown.start("bert-tiny-train"));
        shown.page.setView(TileMemoryPage::View::Map);
        HeatMap& map = *shown.page.map();
        QTRY_VERIFY(!map.data()->values.empty() && map.isVisible());
        const auto [lowest, highest] =
            std::minmax_element(map.data()->values.begin(), map.data()->values.end());
        QCOMPARE(map.fractionOf(*lowest), 0.0);
        QCOMPARE(map.fractionOf(*highest), 1.0);
        shown.page.findChild<QSpinBox*>(QStringLiteral("scaleFrom"))->setValue(1);
        shown.page.findChild<QSpinBox*>(QStringLiteral("scaleTo"))->setValue(3);
        QCOMPARE(map.fractionOf(2048), 0.5);
        QCOMPARE(map.fractionOf(512), 0.0);
        QCOMPARE(map.fractionOf(1U << 30U), 1.0);
        shown.page.findChild<QSpinBox*>(QStringLiteral("scaleTo"))->setValue(1);
        QCOMPARE(map.fractionOf(2048), 1.0);
        QVERIFY(!map.grab().isNull());
    }

    void bytesAreDividedInOtherWays() {
        const test::TemporaryDirectory directory;
        const auto path = test::copyPoplarReport(
            "pipeline-marked-tiny", directory.path(),
            "UPDATE memory_by_tile SET interleaved = 1000 + tile, non_interleaved = total - 1000 - tile");
        OpenPage<TileMemoryPage> shown;
        QVERIFY(test::showAt(shown.page, {1000, 700}));
        shown.session.open({QString::fromStdString(path.string())});
        QTRY_VERIFY(shown.page.plot()->data()->length() > 0);
        auto* const box = shown.page.findChild<QComboBox*>(QStringLiteral("breakdown"));
        box->setCurrentIndex(1);
        const Profile& profile = *shown.session.profile();
        QTRY_COMPARE(shown.page.plot()->data()->series.size(), size_t{2});
        for (uint32_t tile = 0; tile < profile.target.numTiles; ++tile) {
            QCOMPARE(shown.page.plot()->data()->series[1].values[tile], uint64_t{1000} + tile);
            QCOMPARE(shown.page.plot()->data()->series[0].values[tile],
                     uint64_t{at(profile.findTileMemory("total.excludingGaps")->bytes, tile)} - 1000 - tile);
        }
        box->setCurrentIndex(2);
        QTRY_VERIFY(shown.page.plot()->data()->series[0].values[0] ==
                    at(profile.findTileMemory("alwaysLive")->bytes, 0));
        QCOMPARE(shown.page.plot()->data()->series[1].values[0],
                 uint64_t{at(profile.findTileMemory("notAlwaysLive")->bytes, 0)});
    }

    /// The selected variables by tile, against a sum over all rows.
    void variablesAreDrawnOverTiles() {
        OpenPage<TileMemoryPage> shown;
        QVERIFY(shown.start("bert-tiny-train"));
        QTRY_VERIFY(shown.page.variables()->model()->rowCount() > 9);
        shown.page.setView(TileMemoryPage::View::Variables);
        QTRY_COMPARE(shown.page.variablesPlot()->data()->series.size(), size_t{7});
        QTableView& view = *shown.page.variables()->view();
        view.selectRow(1);
        view.selectionModel()->select(view.model()->index(8, 0),
                                      QItemSelectionModel::Select | QItemSelectionModel::Rows);
        QTRY_COMPARE(shown.page.variablesPlot()->data()->series.size(), size_t{2});
        const Profile& profile = *shown.session.profile();
        for (const size_t series : {0U, 1U}) {
            const uint32_t variable = shown.page.variables()->model()->keyAt(series == 0 ? 1 : 8);
            for (uint32_t tile = 0; tile < profile.target.numTiles; ++tile) {
                uint64_t bytes = 0;
                for (size_t row = profile.lowered.tileBegin[tile]; row < profile.lowered.tileBegin[tile + 1];
                     ++row) {
                    bytes += profile.lowered.variable[row].value == variable ? profile.lowered.bytes[row] : 0;
                }
                QCOMPARE(shown.page.variablesPlot()->data()->series[series].values[tile], bytes);
            }
        }
    }

    /// Gaps are shown only on request, but they always count when tiles are compared with the limit.
    void gapsAreShownOnRequest() {
        const test::TemporaryDirectory directory;
        const auto path = test::copyPoplarReport("pipeline-marked-tiny", directory.path(),
                                                 "UPDATE memory_by_tile SET total_including_gaps = 700000");
        OpenPage<TileMemoryPage> shown;
        QVERIFY(test::showAt(shown.page, {1000, 700}));
        shown.session.open({QString::fromStdString(path.string())});
        QTRY_VERIFY(shown.page.plot()->data()->length() > 0);
        const auto* const box = shown.page.findChild<QCheckBox*>(QStringLiteral("showGaps"));
        QVERIFY(box->isVisible() && !box->isChecked());
        const auto highest = [&] {
            const auto& values = shown.page.map()->data()->values;
            return *std::max_element(values.begin(), values.end());
        };
        const uint64_t limit = shown.session.profile()->target.bytesPerTile;
        QVERIFY(highest() < limit);
        const auto& over = shown.page.map()->data()->over;
        QCOMPARE(std::count(over.begin(), over.end(), true), static_cast<qsizetype>(over.size()));
        const QString summary = shown.page.plot()->accessibleDescription();
        QVERIFY2(summary.contains(QStringLiteral("overflow")) &&
                     summary.contains(QStringLiteral("gaps between variables count")),
                 qPrintable(summary));
        // The table includes the gaps, too, and its sum is what must fit.
        QTRY_COMPARE(bytesOf(*shown.page.details(), "total"),
                     uint64_t{700000} * shown.session.profile()->target.numTiles);
        check(shown.page, "showGaps");
        QTRY_COMPARE(highest(), uint64_t{700000});
    }

    /// Many categories are tiny. They are drawn as one until the user wants them all.
    void smallCategoriesAreDrawnAsOne() {
        const test::TemporaryDirectory directory;
        std::string byte;
        for (uint32_t tile = 0; tile < test::loadFixture("bert-tiny-train")->target.numTiles; ++tile) {
            byte += "01000000";
        }
        const auto path = test::copyProfile("bert-tiny-train", directory.path(),
                                            "INSERT INTO tile_memory(category, bytes_by_tile) VALUES "
                                            "('category.tiny', X'" +
                                                byte + "'), ('category.small', X'" + byte + "')");
        OpenPage<TileMemoryPage> shown;
        QVERIFY(test::showAt(shown.page, {1000, 700}));
        shown.session.open({QString::fromStdString(path.string())});
        QTRY_VERIFY(shown.page.plot()->data()->length() > 0);
        const StackChartDataPtr folded = shown.page.plot()->data();
        const auto sum = [](const ChartSeries& series) {
            return std::accumulate(series.values.begin(), series.values.end(), uint64_t{0});
        };
        const auto total = [&](const StackChartData& data) {
            return std::accumulate(data.series.begin(), data.series.end(), uint64_t{0},
                                   [&](uint64_t s, const ChartSeries& series) { return s + sum(series); });
        };
        QVERIFY2(folded->series.back().name.contains(QStringLiteral("smaller")),
                 qPrintable(folded->series.back().name));
        for (size_t i = 0; i + 1 < folded->series.size(); ++i) {
            QVERIFY(sum(folded->series[i]) >= total(*folded) / 100);
        }
        check(shown.page, "allCategories");
        QTRY_VERIFY(shown.page.plot()->data()->series.size() > folded->series.size());
        QCOMPARE(total(*shown.page.plot()->data()), total(*folded));
    }

    /// Getting the focus selects nothing, so moving through a page with Tab does not change other views.
    void theFocusSelectsNothing() {
        OpenPage<OperationsPage> shown;
        QVERIFY(shown.start("bert-tiny-inf"));
        QTRY_VERIFY(shown.page.table()->model()->rowCount() > 0);
        shown.page.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&shown.page));
        for (int i = 0; i < 10 && !shown.page.table()->view()->hasFocus(); ++i) {
            QTest::keyClick(QApplication::focusWidget() ? QApplication::focusWidget() : &shown.page,
                            Qt::Key_Tab);
        }
        QVERIFY(shown.page.table()->view()->hasFocus());
        QVERIFY(!shown.selection.chosen<OperationIndex>() && !shown.selection.chosen<LayerIndex>() &&
                !shown.selection.chosen<StepIndex>());
        QTest::keyClick(shown.page.table()->view(), Qt::Key_Down);
        QVERIFY(shown.selection.chosen<OperationIndex>());
    }

    void tileMemoryOfAStageIsItsEstimate() {
        OpenPage<TileMemoryPage> shown;
        shown.session.setSetting({Setting::PopLiner, {}});
        QVERIFY(shown.start("bert-tiny-train"));
        QTRY_VERIFY(shown.session.result() && shown.session.resultIsCurrent());
        QTRY_VERIFY(shown.page.plot()->data()->length() > 0);
        QVERIFY(shown.session.plan().stageCount() > 1);
        shown.selection.choose(StageIndex{1});
        const StageEstimate expected = shown.session.result()->estimate.stages[1];
        QTRY_VERIFY(shown.page.plot()->data()->series.size() == 5 &&
                    *std::max_element(shown.page.map()->data()->values.begin(),
                                      shown.page.map()->data()->values.end()) == expected.peakTileBytes);
        QCOMPARE(shown.page.map()->data()->peak, std::optional(expected.peakTile.index()));
        QTRY_COMPARE(bytesOf(*shown.page.details(), "total"),
                     std::accumulate(shown.page.map()->data()->values.begin(),
                                     shown.page.map()->data()->values.end(), uint64_t{0}));
    }

    /// On a low page, the parts are side by side, because they would be too low if stacked. Sizes that the
    /// user chose are kept.
    void partsShareTheirPlaceByTheShapeOfThePage() {
        OpenPage<TileMemoryPage> shown;
        QVERIFY(shown.start("bert-tiny-inf"));
        QTRY_VERIFY(shown.page.plot()->data()->length() > 0);
        auto* const parts = shown.page.findChild<QSplitter*>();
        shown.page.resize(1250, 80 * shown.page.fontMetrics().height());
        QCOMPARE(parts->orientation(), Qt::Vertical);
        const auto firstShare = [&] {
            const QList<int> sizes = parts->sizes();
            return static_cast<double>(sizes[0]) / (sizes[0] + sizes[1]);
        };
        shown.page.resize(1250, 330);
        QCOMPARE(parts->orientation(), Qt::Horizontal);
        QTRY_VERIFY(std::abs(firstShare() - 0.55) < 0.05);
        QVERIFY(shown.page.plot()->height() > shown.page.height() / 2);
        QWidget* const handle = parts->handle(1);
        QTest::mousePress(handle, Qt::LeftButton, {}, handle->rect().center());
        QTest::mouseMove(handle, handle->rect().center() - QPoint(250, 0));
        QTest::mouseRelease(handle, Qt::LeftButton, {}, handle->rect().center());
        const double chosen = firstShare();
        QVERIFY(chosen < 0.5);
        shown.page.resize(1250, 1100);
        QCOMPARE(parts->orientation(), Qt::Vertical);
        QTRY_VERIFY(std::abs(firstShare() - chosen) < 0.05);
    }

    void aTileChosenOnTheMapIsSelectedInAllViews() {
        OpenPage<TileMemoryPage> shown;
        QVERIFY(shown.start("bert-tiny-inf"));
        QTRY_VERIFY(shown.page.plot()->data()->length() > 0);
        shown.page.setView(TileMemoryPage::View::Map);
        QTRY_VERIFY(shown.page.map()->isVisible());
        QCoreApplication::processEvents();
        const size_t tile = shown.page.map()->selectedCell() == size_t{2} ? 3 : 2;
        QTest::mouseClick(shown.page.map(), Qt::LeftButton, {},
                          shown.page.map()->rectOf(tile).center().toPoint());
        QCOMPARE(shown.selection.chosen<TileId>(), std::optional(TileId{static_cast<uint32_t>(tile)}));
        shown.selection.choose(TileId{7});
        QCOMPARE(shown.page.map()->selectedCell(), std::optional(size_t{7}));
        QTRY_VERIFY(shown.page.variables()->model()->rowCount() > 0);
    }

    void operationsHaveTheirFigures() {
        OpenPage<OperationsPage> shown;
        QVERIFY(shown.start("efficientnet-tiny"));
        const LayersPtr layers = shown.session.layers();
        QTRY_COMPARE(shown.page.table()->model()->rowCount(), static_cast<int>(layers->operations.size()));
        Workers workers(1);
        const auto figures = operationFigures(*shown.session.profile(), *layers, workers);
        QVERIFY(figures);
        const auto cycles = *OperationCycleFigures::find(*shown.session.profile(), *layers);
        const TableModel* const model = shown.page.table()->model();
        const Table table = model->shown();
        size_t balances = 0;
        for (size_t i = 0; i < table.rows.size(); ++i) {
            QCOMPARE(table.rows[i][1], Cell(layers->operations[i].name));
            QCOMPARE(integer(table.rows[i][*table.find("total")]), (*figures)[i].total());
            QVERIFY(table.rows[i][*table.find("cycles")] == Cell(cycles[i].cycles));
            QVERIFY(table.rows[i][*table.find("tile_balance")] == Cell(cycles[i].tileBalance));
            if (cycles[i].tileBalance) {
                ++balances;
                const int row = static_cast<int>(i);
                QCOMPARE(model->index(row, static_cast<int>(*table.find("cycles"))).data().toString(),
                         QLocale().toString(std::round(*cycles[i].cycles), 'f', 0));
                QCOMPARE(model->index(row, static_cast<int>(*table.find("tile_balance"))).data().toString(),
                         percentText(*cycles[i].tileBalance));
            }
        }
        QVERIFY(balances > 10);
        const auto header = [&](const char* key, int role) {
            return model->headerData(static_cast<int>(*table.find(key)), Qt::Horizontal, role).toString();
        };
        QCOMPARE(header("cycles", Qt::DisplayRole).section(QLatin1Char('\n'), 0, 0),
                 QStringLiteral("Cycles"));
        QVERIFY(header("cycles", Qt::ToolTipRole).contains(QLatin1String("profiler.includeCycleEstimates")));
        QVERIFY(header("tile_balance", Qt::ToolTipRole).contains(QLatin1String("slowest tile")));
        QVERIFY(header("name", Qt::ToolTipRole).isEmpty());
    }

    /// A table that is saved from the page equals the output of the command line.
    void operationsAreThoseOfTheCommandLine() {
        OpenPage<OperationsPage> shown;
        QVERIFY(shown.start("pipeline-marked-tiny"));
        const LayersPtr layers = shown.session.layers();
        QTRY_COMPARE(shown.page.table()->model()->rowCount(), static_cast<int>(layers->operations.size()));
        Workers workers(1);
        const Profile& profile = *shown.session.profile();
        const Table all = operationsTable(profile, *layers, *operationFigures(profile, *layers, workers),
                                          *OperationCycleFigures::find(profile, *layers));
        const Table saved = shown.page.table()->model()->shown();
        QVERIFY(saved.columns.size() > 10);
        for (size_t column = 0; column < saved.columns.size(); ++column) {
            const auto same = all.find(saved.columns[column].key);
            QVERIFY2(same, saved.columns[column].key.c_str());
            QVERIFY(!columnTitle(saved.columns[column]).isEmpty());
            for (size_t row = 0; row < saved.rows.size(); ++row) {
                QVERIFY(saved.rows[row][column] == all.rows[row][*same]);
            }
        }
        // The window shows a word for Input. A filter finds what is shown.
        QVERIFY(saved.rows.front()[2] == Cell("@input"));
        QCOMPARE(shown.page.table()->model()->index(0, 2).data().toString(), QStringLiteral("Input"));
        test::setFilter(*shown.page.table(), QStringLiteral("@input"));
        QTRY_COMPARE(shown.page.table()->model()->rowCount(), 0);
        test::setFilter(*shown.page.table(), QStringLiteral("input"));
        QTRY_VERIFY(shown.page.table()->model()->rowCount() > 0);
    }

    /// Every id that a column can have is shown as a word.
    void idsHaveWords() {
        const auto check = [](ColumnType type, std::string_view id) {
            const QString word = wordFor(type, id);
            return !word.isEmpty() && !word.contains(QLatin1Char('_'));
        };
        for (const StageCategoryInfo& category : StageCategories) {
            QVERIFY2(check(ColumnType::Category, category.id), category.id.data());
        }
        for (size_t i = 0; i < RoleCount; ++i) {
            QVERIFY(check(ColumnType::Role, idOf(static_cast<Role>(i))));
        }
        for (const HoldCause cause : {HoldCause::Estimated, HoldCause::PassesThrough, HoldCause::OtherIpu,
                                      HoldCause::Unplanned, HoldCause::InterIpuExchange, HoldCause::Layout}) {
            QVERIFY(wordFor(ColumnType::Cause, idOf(cause)) != QString::fromUtf8(idOf(cause)));
            // Items without a category have a cause instead.
            QCOMPARE(wordFor(ColumnType::Category, idOf(cause)), wordFor(ColumnType::Cause, idOf(cause)));
        }
        QCOMPARE(wordFor(ColumnType::Category, "category.vertexInstanceState"),
                 wordFor(ColumnType::Category, "vertex_state"));
        QCOMPARE(wordFor(ColumnType::Category, "category.globalMessages"), QStringLiteral("global messages"));
        QCOMPARE(wordFor(ColumnType::Layer, "@output"), QStringLiteral("Output"));
        QCOMPARE(wordFor(ColumnType::Layer, "@@x"), QStringLiteral("@x"));
        QCOMPARE(wordFor(ColumnType::Change, "went"), QStringLiteral("gone"));
        QCOMPARE(cellText("/home/somebody/model.py:3", ColumnType::Source), QStringLiteral("model.py:3"));
    }

    void operationsWithoutCycles() {
        const test::TemporaryDirectory directory;
        test::copyReport("efficientnet-tiny", directory.path(), "DELETE FROM execution_step;");
        OpenPage<OperationsPage> shown;
        QVERIFY(test::showAt(shown.page, {1000, 700}));
        shown.session.open({QString::fromStdString(directory.path().string())});
        QTRY_VERIFY(shown.page.table()->model()->rowCount() > 0);
        const Table table = shown.page.table()->model()->shown();
        for (const auto& row : table.rows) {
            QVERIFY(row[*table.find("cycles")] == Cell() && row[*table.find("tile_balance")] == Cell());
        }
    }

    void operationsGoToALayerThatIsSelectedElsewhere() {
        OpenPage<OperationsPage> shown;
        QVERIFY(shown.start("bert-tiny-inf"));
        QTRY_VERIFY(shown.page.table()->model()->rowCount() > 0);
        const LayerIndex last{static_cast<uint32_t>(shown.session.layers()->count() - 1)};
        shown.selection.choose(last);
        const auto selected = shown.page.table()->selectedKey();
        QVERIFY(selected);
        const auto& operations = shown.session.layers()->operations;
        QCOMPARE(operations[*selected].layer, last);
        QVERIFY(std::none_of(operations.begin(), operations.begin() + *selected,
                             [&](const LayeredOperation& operation) { return operation.layer == last; }));
        // If the user has selected an operation of that layer, it stays selected.
        shown.selection.choose(OperationIndex{*selected + 1});
        QCOMPARE(operations[*selected + 1].layer, last);
        shown.selection.drop<LayerIndex>();
        shown.selection.choose(last);
        QCOMPARE(shown.page.table()->selectedKey(), std::optional(*selected + 1));
    }

    void operationsAndSelectionFollowEachOther() {
        OpenPage<OperationsPage> shown;
        QVERIFY(shown.start("bert-tiny-inf"));
        QTRY_VERIFY(shown.page.table()->model()->rowCount() > 20);
        shown.selection.choose(OperationIndex{12});
        QCOMPARE(shown.page.table()->selectedKey(), std::optional(12U));
        shown.page.table()->view()->setFocus();
        QTest::keyClick(shown.page.table()->view(), Qt::Key_Down);
        QCOMPARE(shown.selection.chosen<OperationIndex>(), std::optional(OperationIndex{13}));
        QCOMPARE(shown.selection.chosen<LayerIndex>(),
                 std::optional(shown.session.layers()->operations[13].layer));
    }

    void programTreeIsTheTree() {
        OpenPage<ProgramTreePage> shown;
        QVERIFY(shown.start("bert-tiny-inf"));
        QTRY_VERIFY(shown.page.model()->rowCount() > 0);
        const Profile& profile = *shown.session.profile();
        QAbstractItemModelTester tester(shown.page.model(),
                                        QAbstractItemModelTester::FailureReportingMode::QtTest);
        QCOMPARE(shown.page.model()->rowCount(), static_cast<int>(profile.rootPrograms.size()));
        const QModelIndex root = shown.page.model()->index(0, 0);
        const auto children = profile.programChildren[profile.rootPrograms[0].index()];
        QCOMPARE(shown.page.model()->rowCount(root), static_cast<int>(children.size()));
        for (int row = 0; row < shown.page.model()->rowCount(root); ++row) {
            const QModelIndex child = shown.page.model()->index(row, 0, root);
            QCOMPARE(shown.page.model()->programAt(child), children[static_cast<size_t>(row)]);
            QCOMPARE(shown.page.model()->parent(child), root);
        }
        // The column is wide enough for long sources, although the visible ones are short.
        const auto* const tree = shown.page.findChild<QTreeView*>();
        QVERIFY(tree->columnWidth(ProgramTreeModel::SourceColumn) >=
                tree->fontMetrics().horizontalAdvance(QStringLiteral("AdamVarUpdate.cpp:254")));
    }

    void programsAndStepsFollowEachOther() {
        OpenPage<ProgramTreePage> shown;
        QVERIFY(shown.start("bert-tiny-inf"));
        QTRY_VERIFY(shown.page.model()->rowCount() > 0);
        const Profile& profile = *shown.session.profile();
        shown.selection.choose(StepIndex{17});
        QTRY_VERIFY(shown.page.view()->currentIndex().isValid());
        QCOMPARE(shown.page.model()->programAt(shown.page.view()->currentIndex()), profile.stepProgram[17]);
        QTest::keyClick(shown.page.view(), Qt::Key_Down);
        const ProgramIndex next = shown.page.model()->programAt(shown.page.view()->currentIndex());
        QVERIFY(next != profile.stepProgram[17]);
        QCOMPARE(profile.stepProgram[shown.selection.chosen<StepIndex>()->index()], next);
    }

    void programFilterKeepsTheWayToEachMatch() {
        OpenPage<ProgramTreePage> shown;
        QVERIFY(shown.start("bert-tiny-inf"));
        QTRY_VERIFY(shown.page.model()->rowCount() > 0);
        QTest::keyClicks(shown.page.findChild<FilterBar*>()->edit(), QStringLiteral("softmax"));
        const auto expected = filterPrograms(*shown.session.profile(), {QStringLiteral("softmax")}, {});
        QVERIFY(expected);
        QVERIFY(expected->matches > 0);
        QTRY_VERIFY(shown.page.view()->isExpanded(shown.page.model()->index(0, 0)));
        const auto labels = shown.page.findChildren<QLabel*>();
        const QString matches = QString::number(expected->matches);
        QTRY_VERIFY(std::any_of(labels.begin(), labels.end(), [&](const QLabel* label) {
            return label->text().startsWith(matches + QLatin1Char(' '));
        }));
        QTest::keyClicks(shown.page.findChild<FilterBar*>()->edit(), QStringLiteral(" no such program"));
        QTRY_COMPARE(shown.page.model()->rowCount(), 0);
    }

    void programFilterTakesARegularExpression() {
        OpenPage<ProgramTreePage> shown;
        QVERIFY(shown.start("bert-tiny-inf"));
        QTRY_VERIFY(shown.page.model()->rowCount() > 0);
        const size_t all = shown.page.model()->table().rows.size();
        test::setFilter(shown.page, QStringLiteral("^DoExchange$"), true);
        QTRY_VERIFY(shown.page.model()->table().rows.size() < all);
        const Profile& profile = *shown.session.profile();
        const Table table = shown.page.model()->table();
        const auto exchanges = std::count_if(table.rows.begin(), table.rows.end(), [](const auto& row) {
            return row[5] == Cell(std::string("DoExchange"));
        });
        QCOMPARE(exchanges, std::count_if(profile.programs.begin(), profile.programs.end(),
                                          [](const Program& p) { return p.type == "DoExchange"; }));
        // For an invalid expression, the position of the error is shown, and the rows stay.
        test::setFilter(shown.page, QStringLiteral("Do("), true);
        const auto labels = shown.page.findChild<FilterBar*>()->findChildren<QLabel*>();
        QVERIFY(std::any_of(labels.begin(), labels.end(),
                            [](const QLabel* label) { return label->text().contains(QLatin1Char('4')); }));
        QCOMPARE(shown.page.model()->table().rows.size(), table.rows.size());
    }

    void programTableHasEachProgramOnce() {
        OpenPage<ProgramTreePage> shown;
        QVERIFY(shown.start("bert-tiny-train"));
        QTRY_VERIFY(shown.page.model()->rowCount() > 0);
        const Profile& profile = *shown.session.profile();
        const Table table = shown.page.model()->table();
        std::set<uint64_t> programs;
        for (const auto& row : table.rows) {
            const uint64_t program = integer(row[1]);
            QVERIFY(programs.insert(program).second);
            if (integer(row[0]) == 0) {
                QCOMPARE(row[2], Cell());
                continue;
            }
            const auto children = profile.programChildren[integer(row[2])];
            QVERIFY(std::find(children.begin(), children.end(),
                              ProgramIndex{static_cast<uint32_t>(program)}) != children.end());
        }
        QVERIFY(programs.contains(profile.stepProgram[0].value));
    }

    void summarySaysWhatTheProfileIs() {
        OpenPage<SummaryPage> shown;
        QVERIFY(shown.start("replicated"));
        QTRY_VERIFY(
            shown.page.text()->toPlainText().contains(QStringLiteral("The bytes that Poplar counted")));
        const QString text = shown.page.text()->toPlainText();
        QVERIFY(text.contains(QStringLiteral("several IPUs or replicas")));
        QVERIFY(text.contains(QStringLiteral("ipu2")));
        QVERIFY(text.contains(QStringLiteral("synthetic")));
        shown.page.copyAll();
        QCOMPARE(QGuiApplication::clipboard()->text(), shown.page.text()->toPlainText());
    }

    /// Files that the framework wrote to the report are shown as text, never as markup; other paths are not
    /// opened.
    void summaryShowsTheFilesOfTheFramework() {
        const test::TemporaryDirectory directory;
        QVERIFY(
            writePoplarModel(test::generateOrThrow(test::smallModel("bert-base", true)), directory.path()));
        test::writeFile(directory / "framework.json", "{\"name\": \"<b>PopART</b>\"}\nsecond line");
        std::filesystem::create_directory(directory / "app.json");
        OpenPage<SummaryPage> shown;
        QVERIFY(test::showAt(shown.page, {1000, 700}));
        shown.session.open({QString::fromStdString(directory.path().string())});
        QTRY_VERIFY(shown.page.text()->toPlainText().contains(
            QStringLiteral("{\"name\": \"<b>PopART</b>\"}\nsecond line")));
        // Row headings end with a space.
        const QString text = shown.page.text()->toPlainText().replace(QRegularExpression("\\s+\n"), "\n");
        QVERIFY(!text.contains(QStringLiteral("app.json")));
        const Profile& profile = *shown.session.profile();
        uint64_t vertices = 0;
        for (const ComputeSet& set : profile.computeSets) {
            for (const VertexInstances& instances : set.vertices) {
                for (const uint32_t count : expanded(instances.count)) {
                    vertices += count;
                }
            }
        }
        QVERIFY(vertices > 0);
        for (const QString& line :
             {QStringLiteral("Vertices\n%1\n").arg(numberText(vertices)),
              QStringLiteral("Memory per IPU\n%1\n")
                  .arg(bytesText(profile.target.bytesPerTile * profile.target.tilesPerIpu).simplified()),
              QStringLiteral("Type\nIPU\n")}) {
            QVERIFY2(text.contains(line), qPrintable(line + text));
        }
        for (const EngineOption& option : profile.engineOptions) {
            QVERIFY(text.contains(QString::fromStdString(option.name)));
        }
    }

    void summaryStaysWhereItIsScrolled() {
        OpenPage<SummaryPage> shown;
        QVERIFY(test::showAt(shown.page, {700, 250}));
        QVERIFY(shown.start("replicated"));
        QScrollBar* const bar = shown.page.text()->verticalScrollBar();
        const auto text = [&] { return shown.page.text()->toPlainText(); };
        // Everything has been computed and laid out.
        QTRY_VERIFY(text().contains(QStringLiteral("agree")) &&
                    text().contains(QStringLiteral("The bytes that Poplar counted")));
        QTRY_VERIFY(shown.page.text()->document()->isLayoutEnabled() && bar->maximum() > 60);
        bar->setValue(60);
        for (int i = 0; i < 2; ++i) { // before the text is laid out
            QEvent change(QEvent::PaletteChange);
            QCoreApplication::sendEvent(&shown.page, &change);
        }
        QCoreApplication::processEvents();
        QCOMPARE(bar->value(), 60);
    }

    /// Uses a report that Poplar wrote for a program without a framework.
    void summarySaysHowTheProfileWasCompiled() {
        const test::TemporaryDirectory directory;
        const auto path = test::copyPoplarReport(
            "pipeline-marked-tiny", directory.path(),
            "INSERT INTO compilation_parameters(name, value, is_default) "
            "VALUES ('debug.instrumentCompute', 'true<b>', 0), ('opt.other', '7', 1); "
            "CREATE TABLE compilation_trace(dur INTEGER, name TEXT, ts INTEGER); "
            "INSERT INTO compilation_trace(dur, name, ts) VALUES (1500000, 'lowerCode', 1); "
            "INSERT INTO vars_string_table(id, string) VALUES (77777, '.text.instrumentation_cycleCount'); "
            "UPDATE vars_info SET name_base_id = 77777 WHERE var_id IN (SELECT v.var_id FROM vars_info v "
            "JOIN eq_classes e ON e.id = v.equivalence_class WHERE e.is_always_live AND v.bitset & 1 LIMIT "
            "3)");
        OpenPage<SummaryPage> shown;
        QVERIFY(test::showAt(shown.page, {1000, 700}));
        shown.session.open({QString::fromStdString(path.string())});
        const auto text = [&] { return shown.page.text()->toPlainText(); };
        QTRY_VERIFY(text().contains(QStringLiteral("All figures include the bytes of instrumentation")));
        QVERIFY(text().contains(QStringLiteral("debug.instrumentCompute")));
        QVERIFY(text().contains(QStringLiteral("true<b>")));
        QVERIFY(text().indexOf(QStringLiteral("opt.other")) >
                text().indexOf(QStringLiteral("debug.instrumentCompute")));
        QVERIFY(text().contains(QStringLiteral("lowerCode")) && text().contains(QStringLiteral("1.500 s")));
        QVERIFY(text().contains(QStringLiteral("3.3.0")));
        QTRY_VERIFY(text().contains(QStringLiteral("Always-live bytes of each tile")));
        QVERIFY(text().contains(QStringLiteral("agree")));
        const bool cycles = !shown.session.profile()->estimatedCycles.empty() ||
                            !shown.session.profile()->measuredCycles.empty();
        QCOMPARE(text().contains(QStringLiteral("profiler.includeCycleEstimates")), !cycles);
    }

    void programsHaveTheNamesOfTheirContexts() {
        const test::TemporaryDirectory directory;
        test::copyPlainReport(directory.path(), true);
        OpenPage<ProgramTreePage> shown;
        QVERIFY(test::showAt(shown.page, {1000, 700}));
        shown.session.open({QString::fromStdString(directory.path().string())});
        QTRY_VERIFY(shown.page.model()->rowCount() > 0);
        const size_t all = shown.page.model()->table().rows.size();
        test::setFilter(shown.page, QStringLiteral("^blocks\\.\\d/matMul$"), true);
        QTRY_VERIFY(shown.page.model()->table().rows.size() < all);
        const Table table = shown.page.model()->table();
        const auto textOf = [](const Cell& cell) {
            const auto* const text = std::get_if<std::string>(&cell.value);
            return text ? *text : std::string();
        };
        QVERIFY(std::any_of(table.rows.begin(), table.rows.end(), [&](const auto& row) {
            return textOf(row[3]).starts_with("blocks.") && textOf(row.back()).starts_with("model.cpp:1");
        }));
        const QModelIndex root = shown.page.model()->index(0, ProgramTreeModel::NameColumn);
        QVERIFY(!root.data().toString().contains(QStringLiteral("unnamed")));
    }

    void warningsNameTheirRemedy() {
        const WarningText call =
            warningText(LayerWarning{LayerWarning::Kind::CallSpansLayers, 3, "Call <b>(7)"});
        QVERIFY(call.remedy.contains(QStringLiteral("POPART_POPLINER_OUTLINER_REGEX")));
        Profile profile;
        profile.notes.push_back({LoadNote::Kind::NoDebugInformation, 0, {}});
        profile.meta.push_back({"graph", "<script>&"});
        Layers layers;
        layers.names.push_back(std::nullopt);
        layers.warnings.push_back({LayerWarning::Kind::CallSpansLayers, 3, "Call <b>(7)"});
        const QString html = summaryHtml(profile, layers, nullptr, nullptr, nullptr, {}, 2, {}, QPalette());
        QVERIFY(html.contains(QStringLiteral("Call &lt;b&gt;(7)")));
        QVERIFY(html.contains(QStringLiteral("&lt;script&gt;&amp;")));
        QVERIFY(html.contains(QStringLiteral("debug.cbor")));
    }

    void communicationShowsBothMatricesAndWhatSplitsCut() {
        OpenPage<CommunicationPage> shown;
        QVERIFY(shown.start("bert-tiny-train"));
        const auto matrices =
            findLayerMatrices(*shown.session.profile(), *shown.session.layers(), MatrixParts::Layers);
        QVERIFY(matrices);
        const size_t layers = matrices->parts.size();
        QTRY_COMPARE(shown.page.map()->data()->values.size(), layers * layers);
        QCOMPARE(shown.page.map()->data()->values[1 * layers + 2], matrices->affinity.at(1, 2));
        shown.page.findChild<QComboBox*>()->setCurrentIndex(1);
        QTRY_COMPARE(shown.page.map()->data()->values[1 * layers + 2], matrices->communication.at(1, 2));
        const SplitPlan& plan = shown.session.plan().splitPlan();
        QTRY_COMPARE(shown.page.cuts()->model()->rowCount(), static_cast<int>(plan.splits().size()));
        const Table cuts = shown.page.cuts()->model()->shown();
        QCOMPARE(integer(cuts.rows[0][2]), shown.session.estimator()->crossingBytes(plan.splits()[0]));
        QCOMPARE(cuts.columns[2].key, std::string("forward_bytes"));
        QTest::mouseClick(shown.page.map(), Qt::LeftButton, {},
                          shown.page.map()->rectOf(2 * layers + 1).center().toPoint());
        QCOMPARE(shown.selection.chosen<LayerIndex>(), std::optional(LayerIndex{2}));
    }

    /// In training, gradients of the activations that were sent come back.
    void gradientsAreSentBack() {
        OpenPage<CommunicationPage> shown;
        QVERIFY(shown.start("pipeline-marked-tiny"));
        SettingOptions setting = shown.session.setting();
        setting.pipeline.outputOn = OutputOn::Last;
        shown.session.setSetting(setting);
        QTRY_COMPARE(shown.session.setting(), setting);
        const size_t entries = shown.session.layers()->count();
        shown.session.setPlan(*shown.session.plan().withSplits(*SplitPlan::make(entries, {{2}, {4}})));
        QTRY_COMPARE(shown.page.cuts()->model()->rowCount(), 2);
        const Table cuts = shown.page.cuts()->model()->shown();
        for (size_t i = 0; i < 2; ++i) {
            QVERIFY(integer(cuts.rows[i][2]) > 0);
            QCOMPARE(cuts.rows[i][3], cuts.rows[i][2]);
        }
    }

    void pagesWithoutAProfileSayWhy_data() {
        QTest::addColumn<QString>("name");
        for (const char* name : {"tile memory", "operations", "program tree", "summary", "communication"}) {
            QTest::newRow(name) << QString::fromLatin1(name);
        }
    }
    void pagesWithoutAProfileSayWhy() {
        QFETCH(QString, name);
        test::PageFixture fixture;
        std::unique_ptr<QWidget> page;
        if (name == QLatin1String("tile memory")) {
            page = std::make_unique<TileMemoryPage>(&fixture.session, &fixture.selection);
        } else if (name == QLatin1String("operations")) {
            page = std::make_unique<OperationsPage>(&fixture.session, &fixture.selection);
        } else if (name == QLatin1String("program tree")) {
            page = std::make_unique<ProgramTreePage>(&fixture.session, &fixture.selection);
        } else if (name == QLatin1String("summary")) {
            page = std::make_unique<SummaryPage>(&fixture.session, &fixture.selection);
        } else {
            page = std::make_unique<CommunicationPage>(&fixture.session, &fixture.selection);
        }
        QVERIFY(test::showAt(*page, {600, 400}));
        const auto labels = page->findChildren<QLabel*>();
        QVERIFY(std::any_of(labels.begin(), labels.end(), [&](const QLabel* label) {
            return label->isVisible() && label->text().contains(name);
        }));
    }

    void aProfileWithoutLayersIsShown() {
        OpenPage<CommunicationPage> shown;
        QVERIFY(shown.start("no-layers"));
        const auto labels = shown.page.findChildren<QLabel*>();
        QTRY_VERIFY(std::any_of(labels.begin(), labels.end(), [](const QLabel* label) {
            return label->isVisible() && label->text().contains(QStringLiteral("No layers"));
        }));
    }
};

TILELINE_TEST(TestDataPages)
#include "test_datapages.moc"
