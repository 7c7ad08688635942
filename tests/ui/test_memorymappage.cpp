// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/roles.h"
#include "core/memory/tilememory.h"
#include "tests/generate/generatedmodels.h"
#include "tests/support/profilefiles.h"
#include "tests/support/temporarydirectory.h"
#include "tests/testmain.h"
#include "tests/ui/pagefixture.h"
#include "ui/pages/memorymappage.h"

#include <QComboBox>
#include <QLabel>
#include <QTest>
#include <QWheelEvent>

#include <cmath>
#include <set>

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
    template <class Control = QSpinBox>
    Control* box(const char* name) {
        return page.findChild<Control*>(QLatin1String(name));
    }
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
            const Profile& profile = *shown.session.profile();
            std::vector<bool> used(shown.chart().data()->end);
            for (size_t i = 0; i < expected.size(); ++i) {
                std::fill_n(used.begin() + boxes[i].offset, boxes[i].bytes, true);
                QCOMPARE(boxes[i].offset, expected[i].offset);
                QCOMPARE(boxes[i].from, expected[i].live.start.value);
                QCOMPARE(boxes[i].to, expected[i].live.end.value);
                QCOMPARE(boxes[i].bytes, profile.lowered.bytes[expected[i].row.index()]);
            }
            // The others are the addresses that nothing uses.
            QVERIFY(boxes.size() > expected.size());
            for (size_t i = expected.size(); i < boxes.size(); ++i) {
                QVERIFY(boxes[i].from == 0 && boxes[i].to == profile.stepCount() && boxes[i].bytes > 0);
                for (uint32_t byte = boxes[i].offset; byte < boxes[i].offset + boxes[i].bytes; ++byte) {
                    QVERIFY(!used[byte]);
                    used[byte] = true;
                }
                QVERIFY(shown.chart().data()->readout(i).contains(QStringLiteral("unused")));
            }
            QCOMPARE(std::count(used.begin(), used.end(), false), 0);
            // The report says nothing of it, but its variables do.
            std::optional<uint64_t> interleaved;
            for (const MapEntry& entry : expected) {
                if (!interleaved && profile.lowered.has(LoweredFlag::Interleaved, entry.row.index(), false)) {
                    interleaved = entry.offset;
                }
            }
            QCOMPARE(shown.chart().data()->interleavedFrom, interleaved.value_or(0));
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
        for (size_t i = 0; i < shown.page.entries().size(); ++i) {
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
        // Another page chooses a variable, while unused addresses are chosen here.
        shown.selection.drop<VariableIndex>();
        shown.chart().setChosen(boxes.size() - 1);
        shown.selection.choose(variable);
        QTRY_VERIFY(*shown.chart().chosen() < shown.page.entries().size() &&
                    variables[shown.page.entries()[*shown.chart().chosen()].row.index()] == variable);
        // Boxes that are too small are left out.
        const auto exponent = static_cast<int>(std::log2(boxes[largest].bytes));
        shown.box<QSlider>("mapSmallest")->setValue(exponent);
        shown.chart().setChosen(std::nullopt);
        QTest::keyClick(&shown.chart(), Qt::Key_Up);
        QTest::keyClick(&shown.chart(), Qt::Key_Up);
        QVERIFY(!shown.chart().chosen() || boxes[*shown.chart().chosen()].bytes >= 1U << exponent);
    }

    /// Each box has the colour of its role, layer or IPU.
    void colours() {
        ShownMap shown;
        QVERIFY(shown.start(m_directory / "laid"));
        const Profile& profile = *shown.session.profile();
        const Layers& layers = *shown.session.layers();
        const VariableRoles roles(profile, layers);
        const auto origins = *VariableOrigins::build(shown.session.profile(), shown.session.layers());
        for (const int by : {1, 2, 3, 0}) {
            const MemoryChartDataPtr before = shown.chart().data();
            shown.box<QComboBox>("mapColors")->setCurrentIndex(by);
            QTRY_VERIFY(shown.chart().data() != before);
            const MemoryChartData& data = *shown.chart().data();
            std::map<std::string, QString> titles;
            std::set<QString> different;
            for (size_t i = 0; i < shown.page.entries().size(); ++i) {
                const MapEntry& entry = shown.page.entries()[i];
                const VariableIndex variable = profile.lowered.variable[entry.row.index()];
                if (variable.value == NoId) {
                    continue;
                }
                const auto operation = origins->operationOf(variable);
                const bool inLayer = operation && layers.operations[operation->index()].inLayer();
                const LayerIndex layer = origins->layerOf(variable);
                uint32_t ipu = NoId;
                const auto ipus = shown.session.placement().ipus;
                for (uint32_t each = 0; each < ipus.size(); ++each) {
                    ipu = inLayer && ipu == NoId && ipus[each].holds(layer, layers.last()) ? each : ipu;
                }
                const std::string key = by == 1   ? std::string(idOf(roles.of(entry.row)))
                                        : by == 2 ? inLayer ? std::to_string(layer.value) : "none"
                                        : by == 3 ? std::to_string(ipu)
                                                  : std::to_string(entry.alwaysLive);
                const QString title = data.groups[data.boxes[i].group].title;
                QCOMPARE(titles.try_emplace(key, title).first->second, title);
                different.insert(title);
            }
            QCOMPARE(different.size(), titles.size());
            QVERIFY(titles.size() > 1);
        }
    }

    /// Of an IPU of the plan: its variables in the steps in which they are live, without addresses.
    void aStageOfThePlan() {
        ShownMap shown;
        QVERIFY(shown.start(m_directory / "laid"));
        QTRY_VERIFY(shown.session.result() && shown.session.resultIsCurrent());
        const PlacedStage stage = shown.session.placement().ipus[1];
        shown.selection.choose(StageIndex{1});
        QTRY_VERIFY(shown.chart().data()->limit == 0);
        const Profile& profile = *shown.session.profile();
        const TileId tile{static_cast<uint32_t>(shown.box("mapTile")->value())};
        QCOMPARE(tile, shown.session.result()->estimate.stages[1].peakTile);
        std::set<LoweredIndex> expected;
        const Layers& layers = *shown.session.layers();
        for (const LayeredOperation& operation : layers.operations) {
            if (operation.inLayer() && stage.holds(operation.layer, layers.last())) {
                for (const LoweredIndex row : profile.operationVariables[operation.detail.index()]) {
                    if (profile.lowered.tileOf(row) == tile) {
                        expected.insert(row);
                    }
                }
            }
        }
        // What is live at the peak step adds up to the estimate.
        Workers workers(1);
        const StageTiles estimate = *shown.session.estimator()->tilesPlaced(stage, workers);
        uint64_t atPeak = 0;
        for (const MapEntry& entry : shown.page.entries()) {
            QVERIFY(expected.contains(entry.row) && !entry.live.empty());
            atPeak += entry.live.contains(estimate.peakStep[tile.index()])
                          ? profile.lowered.bytes[entry.row.index()]
                          : 0;
        }
        QCOMPARE(atPeak, estimate.tile(tile.index()).variables);
        QVERIFY(atPeak > 0);
        const auto labels = shown.page.findChildren<QLabel*>();
        QVERIFY(std::any_of(labels.begin(), labels.end(), [](const QLabel* label) {
            return label->text().contains(QLatin1String("not known"));
        }));
        QVERIFY(!shown.chart().grab().isNull());
    }

    /// Of a report of several IPUs: the fullest tile of the chosen one, and no other tiles.
    void anIpuOfTheReport() {
        GeneratorOptions options = test::smallModel("bert-base", true);
        options.traits.tileLayout = true;
        options.traits.ipus = 4;
        options.layers = 4;
        const auto report = m_directory / "ipus";
        QVERIFY(writeModel(test::generateOrThrow(options), report));
        ShownMap shown;
        QVERIFY(shown.start(report));
        const Target& target = shown.session.profile()->target;
        shown.selection.choose(StageIndex{2});
        QTRY_COMPARE(shown.box("mapTile")->minimum(), static_cast<int>(2 * target.tilesPerIpu));
        QCOMPARE(shown.box("mapTile")->maximum(), static_cast<int>(3 * target.tilesPerIpu) - 1);
        const TileMemory memory = tileMemoryOf(*shown.session.profile());
        const auto begin = memory.totals.begin() + 2 * target.tilesPerIpu;
        const auto fullest = std::max_element(begin, begin + target.tilesPerIpu);
        QTRY_COMPARE(shown.box("mapTile")->value(), static_cast<int>(fullest - memory.totals.begin()));
        QVERIFY(!shown.page.entries().empty());
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
