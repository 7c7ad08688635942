// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/testmain.h"
#include "tests/ui/pagefixture.h"
#include "ui/charts/axis.h"
#include "ui/charts/chartcolors.h"
#include "ui/charts/heatmap.h"
#include "ui/charts/stackchart.h"
#include "ui/planpage/planpainter.h"
#include "ui/text/bytestext.h"

#include <QAccessible>
#include <QApplication>
#include <QClipboard>
#include <QFile>
#include <QGuiApplication>
#include <QImage>
#include <QMenu>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <QWheelEvent>
#include <qcustomplot.h>

using namespace tileline;

namespace {

constexpr uint32_t Length = 100000;
constexpr uint32_t Peak = 77777;

/// A long series with one narrow peak.
StackChartDataPtr longData() {
    auto data = std::make_shared<StackChartData>();
    std::vector<uint64_t> values(Length, 1000);
    values[Peak] = 9000;
    data->series.push_back({QStringLiteral("below"), [](const ChartColors& c) { return c.alwaysLive(); },
                            std::vector<uint64_t>(Length, 500)});
    data->series.push_back(
        {QStringLiteral("above"), [](const ChartColors& c) { return c.notAlwaysLive(); }, values});
    data->bands.push_back({0, Length / 2, QStringLiteral("first"), 1});
    data->bands.push_back({Length / 2, Length, QStringLiteral("second"), 2});
    data->limit = {8000, QStringLiteral("limit")};
    return data;
}

QWidget* plotOf(StackChart& chart) {
    return chart.childAt(chart.rect().center());
}

void wheel(StackChart& chart, uint32_t position, int delta, Qt::KeyboardModifiers modifiers = {}) {
    QWidget* const plot = plotOf(chart);
    const QPoint at = plot->mapFromParent(chart.pointOf(position));
    QWheelEvent event(at, plot->mapToGlobal(at), {}, {0, delta}, Qt::NoButton, modifiers, Qt::NoScrollPhase,
                      false);
    QCoreApplication::sendEvent(plot, &event);
}

/// Bands for the layers in ascending and then in descending order, as in the liveness of a model in training.
StackChartDataPtr bandedData(uint32_t layers, const QString& limit, uint32_t peak) {
    constexpr uint32_t Steps = 10;
    auto data = std::make_shared<StackChartData>();
    std::vector<uint64_t> values(size_t{layers} * Steps, 5000);
    values[peak] = 9000;
    data->series.push_back(
        {QStringLiteral("bytes"), [](const ChartColors& c) { return c.alwaysLive(); }, values});
    for (uint32_t layer = 0; layer < layers; ++layer) {
        data->bands.push_back({layer * Steps, (layer + 1) * Steps, QString::number(layer), layer});
    }
    data->limit = {9000, limit};
    return data;
}

/// The labels of bands, in a picture of a chart.
QImage bandLabelsOf(StackChart& chart) {
    QCoreApplication::processEvents();
    const auto* const plot = chart.findChild<QCustomPlot*>();
    const QRect axes = plot->axisRect()->rect().translated(plot->pos());
    return chart.grab().toImage().copy(axes.left(), axes.top() + 2, axes.width(),
                                       chart.fontMetrics().height());
}

} // namespace

class TestCharts : public QObject {
    Q_OBJECT
private slots:
    void drawsAtMostTwoPointsForEachPixel() {
        StackChart chart;
        QVERIFY(test::showAt(chart, {600, 300}));
        chart.setData(longData());
        QTRY_VERIFY(chart.drawnPoints() > 0);
        QTRY_VERIFY(chart.drawnPoints() <= 2 * 600 + 2);
    }

    void aNarrowPeakIsDrawn() {
        StackChart chart;
        QVERIFY(test::showAt(chart, {600, 300}));
        chart.setData(longData());
        QCoreApplication::processEvents();
        const QImage picture = chart.grab().toImage();
        const QPoint at = chart.pointOf(Peak);
        // At this height, only the column of the peak is painted, because its neighbours are far lower. Its
        // position is rounded, and depends on the width of the axis labels.
        int inked = 0;
        for (int y = at.y() - 60; y < at.y(); ++y) {
            bool found = false;
            for (const int x : {at.x() - 1, at.x(), at.x() + 1}) {
                found = found || picture.pixel(x, y) != picture.pixel(at.x() + 12, y);
            }
            inked += found ? 1 : 0;
        }
        QVERIFY2(inked > 20, qPrintable(QString::number(inked)));
    }

    void clickSelectsThePosition() {
        StackChart chart;
        QVERIFY(test::showAt(chart, {600, 300}));
        chart.setData(longData());
        chart.showRange(1000, 1100);
        QTest::qWait(1); // the margins are computed when the chart is drawn
        QSignalSpy clicked(&chart, &StackChart::positionClicked);
        QWidget* const plot = plotOf(chart);
        QTest::mouseClick(plot, Qt::LeftButton, Qt::ShiftModifier, plot->mapFromParent(chart.pointOf(1042)));
        QCOMPARE(clicked.count(), 1);
        QCOMPARE(clicked[0][0].toUInt(), 1042U);
        QVERIFY(clicked[0][1].value<Qt::KeyboardModifiers>() & Qt::ShiftModifier);
    }

    void wheelZoomsAtThePointerAndDoubleClickShowsAll() {
        StackChart chart;
        QVERIFY(test::showAt(chart, {600, 300}));
        chart.setData(longData());
        QTest::qWait(1);
        const QPoint before = chart.pointOf(Peak);
        for (int i = 0; i < 10; ++i) {
            wheel(chart, Peak, 120);
        }
        QVERIFY(chart.lastShown() - chart.firstShown() < Length / 5.0);
        QVERIFY(std::abs(chart.pointOf(Peak).x() - before.x()) <= 2);
        const double first = chart.firstShown();
        wheel(chart, Peak, -120, Qt::ShiftModifier);
        QVERIFY(chart.firstShown() > first);
        QTest::mouseDClick(plotOf(chart), Qt::LeftButton, {}, plotOf(chart)->rect().center());
        QVERIFY(chart.firstShown() <= 0);
        QVERIFY(chart.lastShown() >= Length - 1);
    }

    void draggingPansAndDoesNotSelect() {
        StackChart chart;
        QVERIFY(test::showAt(chart, {600, 300}));
        chart.setData(longData());
        chart.showRange(40000, 50000);
        QTest::qWait(1);
        QSignalSpy clicked(&chart, &StackChart::positionClicked);
        QWidget* const plot = plotOf(chart);
        const QPoint from = plot->mapFromParent(chart.pointOf(45000));
        QTest::mousePress(plot, Qt::LeftButton, {}, from);
        QTest::mouseMove(plot, from - QPoint(60, 0));
        QTest::mouseMove(plot, from - QPoint(120, 0));
        QTest::mouseRelease(plot, Qt::LeftButton, {}, from - QPoint(120, 0));
        QVERIFY(chart.firstShown() > 41000);
        QCOMPARE(clicked.count(), 0);
    }

    void keysMoveTheCrosshairZoomAndSelect() {
        StackChart chart;
        chart.setTitle(QStringLiteral("Liveness"));
        chart.setReadout([](uint32_t position) { return QStringLiteral("at %1").arg(position); });
        QVERIFY(test::showAt(chart, {600, 300}));
        chart.setData(longData());
        chart.setFocus();
        QTest::keyClick(&chart, Qt::Key_Home);
        QCOMPARE(chart.crosshair(), std::optional(0U));
        QTest::keyClick(&chart, Qt::Key_Right);
        QTest::keyClick(&chart, Qt::Key_Right, Qt::ControlModifier);
        QCOMPARE(chart.crosshair(), std::optional(11U));
        QVERIFY(chart.accessibleDescription().startsWith(QStringLiteral("at 11")));
        QSignalSpy clicked(&chart, &StackChart::positionClicked);
        QTest::keyClick(&chart, Qt::Key_Return);
        QCOMPARE(clicked.count(), 1);
        QCOMPARE(clicked[0][0].toUInt(), 11U);
        QTest::keyClick(&chart, Qt::Key_Plus);
        QVERIFY(chart.lastShown() - chart.firstShown() < Length * 0.9);
        QTest::keyClick(&chart, Qt::Key_0);
        QVERIFY(chart.lastShown() >= Length - 1);
        QTest::keyClick(&chart, Qt::Key_End);
        QCOMPARE(chart.crosshair(), std::optional(Length - 1));
        QTest::keyClick(&chart, Qt::Key_Right);
        QCOMPARE(chart.crosshair(), std::optional(Length - 1));
    }

    /// Tests this also after a click, which gives the focus to the chart.
    void theCrosshairGoesWithTheMouse() {
        StackChart chart;
        QVERIFY(test::showAt(chart, {600, 300}));
        chart.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&chart));
        chart.setData(longData());
        QTest::qWait(1);
        QWidget* const plot = plotOf(chart);
        const QPoint on = plot->mapFromParent(chart.pointOf(Length / 2));
        const auto leave = [&] {
            QEvent event(QEvent::Leave);
            QCoreApplication::sendEvent(plot, &event);
        };
        QTest::mouseMove(plot, on);
        QTest::mouseClick(plot, Qt::LeftButton, {}, on);
        QVERIFY(chart.hasFocus() && chart.crosshair());
        leave();
        QVERIFY(!chart.crosshair());
        // Keys continue from the mouse's last position, and their crosshair stays.
        QTest::keyClick(&chart, Qt::Key_Right);
        QVERIFY(chart.crosshair() && *chart.crosshair() > Length / 3);
        leave();
        QVERIFY(chart.crosshair());
    }

    void aDoubleClickTakesItsClickBack() {
        StackChart chart;
        QVERIFY(test::showAt(chart, {600, 300}));
        chart.setData(longData());
        QTest::qWait(1);
        QSignalSpy clicked(&chart, &StackChart::positionClicked);
        QSignalSpy takenBack(&chart, &StackChart::clickTakenBack);
        QWidget* const plot = plotOf(chart);
        QTest::mouseClick(plot, Qt::LeftButton, {}, plot->rect().center());
        QTest::mouseDClick(plot, Qt::LeftButton, {}, plot->rect().center());
        QCOMPARE(clicked.count(), 1);
        QCOMPARE(takenBack.count(), 1);
    }

    void emptyDataIsHarmless() {
        StackChart chart;
        QVERIFY(test::showAt(chart, {300, 200}));
        chart.setData(std::make_shared<StackChartData>());
        QTest::keyClick(&chart, Qt::Key_Right);
        QTest::keyClick(&chart, Qt::Key_Plus);
        QVERIFY(!chart.crosshair());
        chart.setData(longData());
        chart.setData(std::make_shared<StackChartData>());
        QVERIFY(!chart.grab().isNull());
        HeatMap map;
        QVERIFY(test::showAt(map, {300, 200}));
        QTest::keyClick(&map, Qt::Key_Right);
        QVERIFY(!map.selectedCell());
        QVERIFY(!map.cellAt({100, 100}));
    }

    void savesPicturesInThreeFormats() {
        StackChart chart;
        QVERIFY(test::showAt(chart, {600, 300}));
        chart.setData(longData());
        QTemporaryDir directory;
        QString error;
        const QString png = directory.filePath(QStringLiteral("chart.png"));
        QVERIFY2(chart.save(png, &error), qPrintable(error));
        QCOMPARE(QImage(png).size(), QSize(1200, 600));
        const QString svg = directory.filePath(QStringLiteral("chart.svg"));
        QVERIFY2(chart.save(svg, &error), qPrintable(error));
        QFile svgFile(svg);
        QVERIFY(svgFile.open(QIODevice::ReadOnly));
        const QByteArray drawing = svgFile.readAll();
        QVERIFY(drawing.contains("<svg"));
        QVERIFY(drawing.contains("second"));
        QVERIFY(drawing.contains("<path"));
        const QString pdf = directory.filePath(QStringLiteral("chart.pdf"));
        QVERIFY2(chart.save(pdf, &error), qPrintable(error));
        QFile pdfFile(pdf);
        QVERIFY(pdfFile.open(QIODevice::ReadOnly));
        QVERIFY(pdfFile.read(5) == "%PDF-");
        QVERIFY(!chart.save(directory.filePath(QStringLiteral("chart.bmp")), &error));
        QVERIFY(!error.isEmpty());
        for (const QString& ending : {QStringLiteral("png"), QStringLiteral("svg"), QStringLiteral("pdf")}) {
            QVERIFY(!chart.save(QStringLiteral("/nowhere/at/all/chart.") + ending, &error));
            QVERIFY2(error.contains(QStringLiteral("No such file")) &&
                         error.contains(QStringLiteral("/nowhere")),
                     qPrintable(error));
        }
    }

    void copiesThePicture() {
        HeatMap map;
        auto data = std::make_shared<HeatMapData>();
        data->columns = 2;
        data->values = {1, 2, 3, 4};
        map.setData(data);
        QVERIFY(test::showAt(map, {300, 200}));
        map.copyImage();
        QCOMPARE(QGuiApplication::clipboard()->image().size(), QSize(600, 400));
    }

    void followsTheThemeOfTheWindow() {
        StackChart chart;
        QVERIFY(test::showAt(chart, {300, 200}));
        chart.setData(longData());
        QPalette dark;
        dark.setColor(QPalette::Window, QColor(30, 30, 30));
        dark.setColor(QPalette::WindowText, Qt::white);
        dark.setColor(QPalette::Base, QColor(20, 20, 20));
        dark.setColor(QPalette::Text, Qt::white);
        chart.setPalette(dark);
        QCoreApplication::processEvents();
        const QColor corner = chart.grab().toImage().pixelColor(4, 4);
        QVERIFY2(corner.lightness() < 60, qPrintable(corner.name()));
    }

    void mapFindsCellsByMouseAndKeys() {
        auto data = std::make_shared<HeatMapData>();
        data->columns = 4;
        data->values = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
        data->over = {false, false, false, false, false, false, false, false, true, true};
        data->peak = 9;
        HeatMap map;
        map.setReadout([](size_t cell) { return QStringLiteral("cell %1").arg(cell); });
        map.setData(data);
        QVERIFY(test::showAt(map, {400, 300}));
        for (size_t cell = 0; cell < data->values.size(); ++cell) {
            QCOMPARE(map.cellAt(map.rectOf(cell).center()), std::optional(cell));
        }
        // The last row is incomplete.
        QVERIFY(!map.cellAt(map.rectOf(11).center()));
        QSignalSpy clicked(&map, &HeatMap::cellClicked);
        QTest::mouseClick(&map, Qt::LeftButton, {}, map.rectOf(5).center().toPoint());
        QCOMPARE(map.selectedCell(), std::optional(size_t{5}));
        QTest::keyClick(&map, Qt::Key_Down);
        QCOMPARE(map.selectedCell(), std::optional(size_t{9}));
        QTest::keyClick(&map, Qt::Key_Down);
        QCOMPARE(map.selectedCell(), std::optional(size_t{9}));
        QTest::keyClick(&map, Qt::Key_Left);
        QCOMPARE(clicked.count(), 3);
        QVERIFY(map.accessibleDescription().startsWith(QStringLiteral("cell 8")));
    }

    /// Small cells are drawn in another way than large ones: both have the colours of their values.
    void mapColorsCellsOfAnySize() {
        for (const size_t columns : {size_t{8}, size_t{150}}) {
            auto data = std::make_shared<HeatMapData>();
            data->columns = columns;
            for (size_t cell = 0; cell < columns * columns - 2; ++cell) {
                data->values.push_back(cell * 7919 % 1000);
            }
            HeatMap map;
            map.setData(data);
            QVERIFY(test::showAt(map, {700, 620}));
            const QImage drawn = map.grab().toImage();
            const ChartColors colors(map.palette());
            for (size_t cell = 0; cell < columns * columns; ++cell) {
                const bool filled = cell < data->values.size();
                const QColor wanted =
                    filled ? colors.heat(map.fractionOf(data->values[cell])) : colors.background();
                const QColor shown = drawn.pixelColor(map.rectOf(cell).center().toPoint());
                for (const int difference : {wanted.red() - shown.red(), wanted.green() - shown.green(),
                                             wanted.blue() - shown.blue()}) {
                    QVERIFY2(std::abs(difference) <= 1,
                             qPrintable(
                                 QStringLiteral("%1: %2 for %3").arg(cell).arg(shown.name(), wanted.name())));
                }
            }
        }
    }

    void ticksKeepTheirDistance_data() {
        QTest::addColumn<QSize>("size");
        for (const int height : {140, 170, 200, 260, 400, 800}) {
            QTest::addRow("%d high", height) << QSize(700, height);
        }
        for (const int width : {240, 320, 500, 1000}) {
            QTest::addRow("%d wide", width) << QSize(width, 300);
        }
    }
    /// Checks every size, and also the first drawing after a change of size.
    void ticksKeepTheirDistance() {
        QFETCH(QSize, size);
        StackChart chart;
        chart.setData(longData());
        QVERIFY(test::showAt(chart, {900, 900}));
        chart.resize(size);
        auto* const plot = chart.findChild<QCustomPlot*>();
        plot->replot();
        const QFontMetrics metrics(chart.font());
        for (QCPAxis* const axis : {plot->xAxis, plot->yAxis}) {
            const QVector<double> ticks = axis->tickVector();
            const QVector<QString> labels = axis->tickVectorLabels();
            QVERIFY(!ticks.isEmpty());
            for (qsizetype i = 1; i < ticks.size(); ++i) {
                const double distance =
                    std::abs(axis->coordToPixel(ticks[i]) - axis->coordToPixel(ticks[i - 1]));
                const int label = axis == plot->yAxis ? metrics.height()
                                                      : std::max(metrics.horizontalAdvance(labels[i]),
                                                                 metrics.horizontalAdvance(labels[i - 1]));
                QVERIFY2(distance >= label, qPrintable(labels[i]));
            }
        }
    }

    /// Checks this also in the first drawing after the chart has become higher and has got more ticks.
    void labelsOfTheAxesAreWhole() {
        auto data = std::make_shared<StackChartData>();
        data->series.push_back({QStringLiteral("bytes"), longData()->series.front().color,
                                std::vector<uint64_t>(96, 1500000000)});
        StackChart chart;
        QVERIFY(test::showAt(chart, {700, 90}));
        chart.setData(data);
        auto* const plot = chart.findChild<QCustomPlot*>();
        plot->replot();
        plot->replot();
        QCOMPARE(plot->yAxis->tickVectorLabels().size(), 1);
        chart.resize(700, 400);
        QVERIFY(plot->yAxis->tickVectorLabels().size() > 1);
        for (const QString& label : plot->yAxis->tickVectorLabels()) {
            QVERIFY2(QFontMetrics(chart.font()).horizontalAdvance(label) <= plot->axisRect()->left(),
                     qPrintable(label));
        }
    }

    void legendTakesAsManyRowsAsItNeeds() {
        auto data = std::make_shared<StackChartData>(*longData());
        for (const char* name : {"exchange code", "host exchange code", "vertex field data", "control table",
                                 "constant", "stack", "gaps"}) {
            data->series.push_back(
                {QString::fromLatin1(name), data->series.front().color, data->series.front().values});
        }
        StackChart chart;
        QVERIFY(test::showAt(chart, {900, 400}));
        chart.setData(data);
        auto* const plot = chart.findChild<QCustomPlot*>();
        for (const int width : {900, 520, 300, 900}) {
            chart.resize(width, 400);
            plot->replot();
            size_t items = 0;
            for (int cell = 0; cell < plot->legend->itemCount(); ++cell) {
                const QCPAbstractLegendItem* const item = plot->legend->item(cell);
                if (item == nullptr) {
                    continue; // the last row is incomplete
                }
                ++items;
                QVERIFY(plot->viewport().contains(item->outerRect()));
                QVERIFY(item->outerRect().width() >= item->minimumOuterSizeHint().width());
            }
            QCOMPARE(items, data->series.size());
        }
    }

    void nothingCoversTheLabelsOfBands_data() {
        QTest::addColumn<int>("height");
        QTest::newRow("high") << 400;
        QTest::newRow("low") << 150;
    }
    void nothingCoversTheLabelsOfBands() {
        QFETCH(const int, height);
        StackChart chart;
        QVERIFY(test::showAt(chart, {900, height}));
        chart.setData(bandedData(20, {}, 5));
        const QImage alone = bandLabelsOf(chart);
        chart.setData(bandedData(20, QStringLiteral("Memory of all tiles: 897.0 MiB"), 5));
        QVERIFY(bandLabelsOf(chart) == alone);
        // The triangle at the maximum is below the labels, too, wherever it is.
        for (const uint32_t peak : {105U, 115U}) {
            chart.setData(bandedData(20, {}, peak));
            QVERIFY(bandLabelsOf(chart) == alone);
        }
    }

    void narrowBandsHaveSomeLabels() {
        StackChart chart;
        QVERIFY(test::showAt(chart, {900, 300}));
        chart.setData(bandedData(190, {}, 5));
        const QImage labelled = bandLabelsOf(chart);
        auto without = std::make_shared<StackChartData>(*bandedData(190, {}, 5));
        for (ChartBand& band : without->bands) {
            band.label.clear();
        }
        chart.setData(without);
        const QImage bare = bandLabelsOf(chart);
        QVERIFY(labelled.size() == bare.size());
        // Counts the groups of columns with ink that are at least three empty columns apart.
        int labels = 0;
        int empty = 3;
        for (int x = 0; x < bare.width(); ++x) {
            const auto inked = [&] {
                for (int y = 0; y < bare.height(); ++y) {
                    if (labelled.pixel(x, y) != bare.pixel(x, y)) {
                        return true;
                    }
                }
                return false;
            };
            if (inked()) {
                labels += empty >= 3 ? 1 : 0;
                empty = 0;
            } else {
                ++empty;
            }
        }
        QVERIFY2(labels >= 15, qPrintable(QString::number(labels)));
        // After zooming in, every visible band has its label.
        chart.setData(bandedData(190, {}, 5));
        chart.showRange(0, 100);
        QVERIFY(bandLabelsOf(chart) != labelled);
    }

    void ticksAreRoundInTheUnit() {
        const ByteUnit before = byteUnit();
        setByteUnit(ByteUnit::Kibi);
        QCOMPARE(byteTickStep(638976, 5), 131072.0);
        QCOMPARE(byteTickStep(330000, 5), 65536.0);
        QCOMPARE(byteTickStep(0.1, 5), 1.0);
        // The charts of the plan use the same steps: 0, 1, 2, 3 MiB.
        QCOMPARE(gridValues(3'300'000, 4), (std::vector<uint64_t>{0, 1 << 20, 2 << 20, 3 << 20}));
        setByteUnit(ByteUnit::Kilo);
        QCOMPARE(byteTickStep(638976, 5), 200000.0);
        QCOMPARE(byteTickStep(10, 5), 2.0);
        setByteUnit(before);
    }

    void mapColoursMoveAwayFromTheWindow() {
        for (const bool dark : {false, true}) {
            const ChartColors colors(paletteOf(dark));
            for (int i = 1; i <= 20; ++i) {
                const int before = qGray(colors.heat((i - 1) / 20.0).rgb());
                const int grey = qGray(colors.heat(i / 20.0).rgb());
                QVERIFY(dark ? grey > before : grey < before);
            }
            QCOMPARE(colors.heat(-1), colors.heat(0));
            QCOMPARE(colors.heat(2), colors.heat(1));
        }
    }

    /// The event goes through the window system, as a real click does.
    void aRightClickOpensTheMenu() {
        StackChart chart;
        QVERIFY(test::showAt(chart, {600, 300}));
        chart.setData(longData());
        QTest::qWait(1);
        QStringList entries;
        QTimer::singleShot(200, qApp, [&] {
            if (auto* const menu = qobject_cast<QMenu*>(QApplication::activePopupWidget())) {
                for (const QAction* const action : menu->actions()) {
                    entries << action->text().remove(QLatin1Char('&'));
                }
                menu->close();
            }
        });
        QTest::mouseClick(chart.windowHandle(), Qt::RightButton, {}, chart.pointOf(Length / 2));
        QTRY_VERIFY2(entries.contains(QStringLiteral("Save picture…")), qPrintable(entries.join(';')));
    }
};

TILELINE_TEST(TestCharts)
#include "test_charts.moc"
