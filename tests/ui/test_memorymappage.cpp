// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/generate/generatedmodels.h"
#include "tests/support/profilefiles.h"
#include "tests/support/temporarydirectory.h"
#include "tests/testmain.h"
#include "tests/ui/pagefixture.h"
#include "ui/pages/memorymappage.h"

#include <QLabel>
#include <QTest>
#include <QWheelEvent>

using namespace tileline;

namespace {

struct ShownMap : test::PageFixture {
    MemoryMapPage page{&session, &selection};

    bool start(const std::filesystem::path& directory) {
        session.open({QString::fromStdString(directory.string())});
        return test::showAt(page, {1000, 800}) &&
               QTest::qWaitFor([this] { return !page.chart()->data()->boxes.empty(); }, 30000);
    }
    MemoryChart& chart() { return *page.chart(); }
    QSpinBox* box(const char* name) { return page.findChild<QSpinBox*>(QLatin1String(name)); }
    void wheel(Qt::KeyboardModifiers modifiers) {
        const QPointF at = QRectF(chart().rect()).center();
        QWheelEvent event(at, chart().mapToGlobal(at), {}, {0, 120}, {}, modifiers, {}, false);
        QApplication::sendEvent(&chart(), &event);
    }
};

} // namespace

/// Tests the Memory map page.
class TestMemoryMapPage : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        GeneratorOptions options = test::smallModel("bert-base", true);
        options.traits.tileLayout = true;
        QVERIFY(writeModel(test::generateOrThrow(options), m_directory / "laid"));
        options.traits.tileLayout = false;
        QVERIFY(writeModel(test::generateOrThrow(options), m_directory / "none"));
    }

    /// The variables are stacked in order, and the page says so.
    void withoutAddresses() {
        ShownMap shown;
        QVERIFY(shown.start(m_directory / "none"));
        const auto& data = *shown.chart().data();
        QCOMPARE(data.boxes.size(), shown.page.entries().size());
        QCOMPARE(data.limit, uint64_t{0});
        std::map<uint32_t, LoweredIndex> at; // no two variables have the same address
        for (size_t i = 0; i < data.boxes.size(); ++i) {
            const auto [other, added] = at.emplace(data.boxes[i].offset, shown.page.entries()[i].row);
            QVERIFY(added || other->second == shown.page.entries()[i].row || data.boxes[i].bytes == 0);
            QVERIFY(i == 0 || !shown.page.entries()[i].alwaysLive || shown.page.entries()[i - 1].alwaysLive);
        }
        const auto labels = shown.page.findChildren<QLabel*>();
        QVERIFY(std::any_of(labels.begin(), labels.end(), [](const QLabel* label) {
            return label->text().contains(QLatin1String("no addresses"));
        }));
    }

    /// A variable without an address, even one without bytes, does not enlarge the map.
    void addressesOfSome() {
        const auto report = m_directory / "some";
        std::filesystem::create_directories(report);
        test::copyPoplarReport("pipeline-marked-tiny", report,
                               "UPDATE vars_info SET offset = NULL, size_bytes = 0 WHERE var_id % 9 = 0");
        ShownMap shown;
        QVERIFY(shown.start(report));
        QVERIFY(shown.chart().data()->boxes.size() < shown.page.entries().size());
        QVERIFY(shown.chart().data()->end < 10'000'000);
    }

    /// Each entry has a box, on the tile that was chosen on another page.
    void boxesAreTheEntries() {
        ShownMap shown;
        QVERIFY(shown.start(m_directory / "laid"));
        for (const uint32_t tile : {3U, 0U}) {
            shown.selection.choose(TileId{tile});
            const auto expected = *memoryMap(*shown.session.profile(), TileId{tile});
            QTRY_VERIFY(shown.page.entries().size() == expected.size() &&
                        shown.page.entries().front().row == expected.front().row);
            const auto& boxes = shown.chart().data()->boxes;
            QCOMPARE(boxes.size(), expected.size());
            for (size_t i = 0; i < boxes.size(); ++i) {
                QCOMPARE(boxes[i].offset, expected[i].offset);
                QCOMPARE(boxes[i].from, expected[i].live.start.value);
                QCOMPARE(boxes[i].to, expected[i].live.end.value);
                QCOMPARE(boxes[i].bytes, shown.session.profile()->lowered.bytes[expected[i].row.index()]);
            }
            QTRY_COMPARE(shown.page.table()->model()->rowCount(), static_cast<int>(expected.size()));
        }
        shown.box("mapTile")->setValue(2);
        QCOMPARE(shown.selection.chosen<TileId>(), std::optional(TileId{2}));
    }

    void aVariableIsChosen() {
        ShownMap shown;
        QVERIFY(shown.start(m_directory / "laid"));
        const auto& boxes = shown.chart().data()->boxes;
        const auto& variables = shown.session.profile()->lowered.variable;
        size_t largest = 0;
        for (size_t i = 0; i < boxes.size(); ++i) {
            if (variables[shown.page.entries()[i].row.index()].value != NoId &&
                boxes[i].bytes > boxes[largest].bytes) {
                largest = i;
            }
        }
        const VariableIndex variable = variables[shown.page.entries()[largest].row.index()];
        QTest::mouseClick(&shown.chart(), Qt::LeftButton, {},
                          shown.chart().rectOf(largest).center().toPoint());
        QCOMPARE(shown.chart().chosen(), std::optional(largest));
        QTRY_COMPARE(shown.selection.chosen<VariableIndex>(), std::optional(variable));
        QVERIFY(shown.chart().accessibleDescription().contains(QString::fromStdString(
            loweredName(*shown.session.profile(), shown.page.entries()[largest].row))));
        QTest::keyClick(&shown.chart(), Qt::Key_Up);
        QCOMPARE(shown.chart().chosen(), std::optional(largest + 1));
        // Another page chooses a variable.
        shown.selection.drop<VariableIndex>();
        shown.selection.choose(variable);
        QTRY_VERIFY(shown.chart().chosen() &&
                    variables[shown.page.entries()[*shown.chart().chosen()].row.index()] == variable);
        // Boxes that are too small are left out.
        shown.box("mapSmallest")->setValue(static_cast<int>(boxes[largest].bytes));
        shown.chart().setChosen(std::nullopt);
        QTest::keyClick(&shown.chart(), Qt::Key_Up);
        QTest::keyClick(&shown.chart(), Qt::Key_Up);
        QVERIFY(!shown.chart().chosen() || boxes[*shown.chart().chosen()].bytes >= boxes[largest].bytes);
    }

    void zoomAndPan() {
        ShownMap shown;
        QVERIFY(shown.start(m_directory / "laid"));
        MemoryChart& chart = shown.chart();
        const PlotFrame all = chart.visible();
        QTest::keyClick(&chart, Qt::Key_W);
        QCOMPARE(chart.visible().xUpper - chart.visible().xLower, (all.xUpper - all.xLower) / 2);
        QCOMPARE(chart.visible().yUpper - chart.visible().yLower, (all.yUpper - all.yLower) / 2);
        const double before = chart.visible().xLower;
        QTest::keyClick(&chart, Qt::Key_D);
        QVERIFY(chart.visible().xLower > before);
        QTest::keyClick(&chart, Qt::Key_Home);
        QCOMPARE(chart.visible(), all);
        shown.wheel(Qt::ControlModifier); // addresses only
        QCOMPARE(chart.visible().xUpper - chart.visible().xLower, all.xUpper - all.xLower);
        QVERIFY(chart.visible().yUpper - chart.visible().yLower < all.yUpper - all.yLower);
        QTest::keyClick(&chart, Qt::Key_Home);
        shown.wheel(Qt::ShiftModifier); // steps only
        QVERIFY(chart.visible().xUpper - chart.visible().xLower < all.xUpper - all.xLower);
        QCOMPARE(chart.visible().yUpper, all.yUpper);
        for (int i = 0; i < 100; ++i) { // there is an end
            QTest::keyClick(&chart, Qt::Key_W);
        }
        QVERIFY(chart.visible().xUpper - chart.visible().xLower >= 1 && !chart.grab().isNull());
        const double from = chart.visible().xLower;
        QTest::mousePress(&chart, Qt::LeftButton, {}, {400, 300});
        QTest::mouseMove(&chart, {300, 300});
        QTest::mouseRelease(&chart, Qt::LeftButton, {}, {300, 300});
        QVERIFY(chart.visible().xLower != from || from == 0);
        chart.setChosen(0);
        QTest::keyClick(&chart, Qt::Key_F);
        QVERIFY(chart.rect().contains(chart.rectOf(0).center().toPoint()));
    }

    /// Every box covers a pixel of its own colour, however small it is.
    void nothingIsLost() {
        ShownMap shown;
        QVERIFY(shown.start(m_directory / "laid"));
        auto data = std::make_shared<MemoryChartData>(*shown.chart().data());
        data->boxes = {{10, 11, 4096, 4, 0}};
        data->groups = {{QStringLiteral("red"), [](const ChartColors&) {
                             return FillColors{QColor(Qt::red), QColor(Qt::red)};
                         }}};
        data->steps = 100'000;
        data->end = data->limit = 600'000;
        data->label = data->readout = [](size_t) { return QString(); };
        shown.chart().setData(data);
        const QImage picture = shown.chart().grab().toImage();
        const QRectF rect = shown.chart().rectOf(0);
        bool any = false;
        for (int y = -1; y <= 1; ++y) {
            for (int x = -1; x <= 1; ++x) {
                any = any || picture.pixelColor(rect.topLeft().toPoint() + QPoint(x, y)) == QColor(Qt::red);
            }
        }
        QVERIFY(any);
        QCOMPARE(shown.chart().boxAt(rect.center()), std::optional(size_t{0}));
    }

private:
    const test::TemporaryDirectory m_directory;
};

TILELINE_TEST(TestMemoryMapPage)
#include "test_memorymappage.moc"
