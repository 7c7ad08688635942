// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/operationfigures.h"
#include "core/estimate/stageestimator.h"
#include "core/output/popliner.h"
#include "core/output/reports.h"
#include "core/profile/profilebuilder.h"
#include "tests/support/fixtures.h"
#include "tests/support/randomprofile.h"
#include "tests/support/referenceestimate.h"
#include "tests/testmain.h"

#include <QTest>

using namespace tileline;
using namespace tileline::test;

namespace {

/// The memory of a stage with one operation, computed by the reference.
CategoryBytes referenceFigures(const Profile& profile, const LayeredOperation& operation) {
    Layers alone;
    alone.names = {std::nullopt, "layer"};
    alone.operations = {operation};
    const LayerIndex layer{operation.inLayer() ? 1U : 0U};
    alone.operations.front().layer = layer;
    return referenceEstimate(profile, alone, {layer, layer}).bytes;
}

LayersPtr layersOf(const Profile& profile) {
    const auto layers = findLayers(profile, {});
    return layers ? *layers : nullptr;
}

} // namespace

class TestReports : public QObject {
    Q_OBJECT

    Workers m_workers{2};

private slots:
    void operationFiguresMatchTheReference() {
        for (uint64_t seed = 0; seed < 60; ++seed) {
            const ProfilePtr profile = randomProfile(seed);
            const LayersPtr layers = layersOf(*profile);
            QVERIFY(layers);
            const auto figures = operationFigures(*profile, *layers, m_workers);
            QVERIFY(figures);
            std::map<uint32_t, CategoryBytes> first;
            for (size_t i = 0; i < layers->operations.size(); ++i) {
                const LayeredOperation& operation = layers->operations[i];
                const auto known =
                    first.try_emplace(operation.detail.value, referenceFigures(*profile, operation)).first;
                QVERIFY2((*figures)[i] == known->second, qPrintable(QString("seed %1").arg(seed)));
            }
        }
    }

    void cancelledFigures() {
        const ProfilePtr profile = loadFixture("one-layer");
        std::stop_source stop;
        stop.request_stop();
        const auto figures = operationFigures(*profile, *layersOf(*profile), m_workers, stop.get_token());
        QVERIFY(!figures && figures.failure().cancelled());
    }

    void megabytesRoundHalfToEven_data() {
        QTest::addColumn<quint64>("bytes");
        QTest::addColumn<quint64>("megabytes");
        const quint64 mega = quint64{1} << 20;
        QTest::newRow("nothing") << quint64{0} << quint64{0};
        QTest::newRow("half down to 0") << mega / 2 << quint64{0};
        QTest::newRow("just above half") << mega / 2 + 1 << quint64{1};
        QTest::newRow("one and a half up to 2") << mega + mega / 2 << quint64{2};
        QTest::newRow("two and a half down to 2") << 2 * mega + mega / 2 << quint64{2};
        QTest::newRow("just below") << 3 * mega + mega / 2 - 1 << quint64{3};
    }

    void megabytesRoundHalfToEven() {
        QFETCH(quint64, bytes);
        QFETCH(quint64, megabytes);
        QCOMPARE(quint64{popliner::roundedMegabytes(bytes)}, megabytes);
    }

    void memoryTotals() {
        const ProfilePtr profile = loadFixture("bert-tiny-inf");
        StageEstimate all;
        all.bytes.variables = 5546668;
        const std::string text = popliner::memoryTotals(*profile, all, ',');
        const QStringList lines = QString::fromStdString(text).split('\n');
        QCOMPARE(lines.size(), 5);
        QCOMPARE(lines[0], "Total memory: 5546668.0");
        QCOMPARE(lines[1], "Category,Tile 0,Tile 1,Tile 2,Tile 3,Tile 4,Tile 5,Tile 6,Tile 7,Tile 8,Tile 9,");
        QVERIFY(lines[2].startsWith("Always live,113672,115608,"));
        QVERIFY(lines[3].startsWith("Not-always live,4808,4312,"));
        QCOMPARE(lines[2].count(','), 10);
        QCOMPARE(lines[4], "");
    }

    /// PopLiner crashes in this case.
    void memoryTotalsOfFewTiles() {
        const ProfilePtr profile = loadFixture("no-layers");
        const std::string text = popliner::memoryTotals(*profile, {}, '\t');
        QVERIFY(profile->target.numTiles < 10);
        QVERIFY(text.find("Tile 7\t\nAlways live\t") != std::string::npos);
    }

    void solveTextIsPythons() {
        Layers layers;
        layers.names = {std::nullopt, "\xC3\xA9\"\x7F"};
        GreedyResult result;
        QCOMPARE(popliner::solveJson(layers, result), std::string("[]"));
        result.stages = {{{0}, {1}}};
        result.estimates = {StageEstimate{7, {}, {}, {1, 2, 3, 4, 5}, false}};
        const char* expected = "[\n"
                               "    {\n"
                               "        \"layer_from\": null,\n"
                               "        \"layer_to\": \"\\u00e9\\\"\\u007f\",\n"
                               "        \"mem\": {\n"
                               "            \"total_mem\": 15,\n"
                               "            \"max_tile_mem\": 7,\n"
                               "            \"variables\": 1,\n"
                               "            \"vertex_code\": 2,\n"
                               "            \"vertex_state\": 3,\n"
                               "            \"exchange_code\": 4,\n"
                               "            \"control_code\": 5\n"
                               "        }\n"
                               "    }\n"
                               "]";
        QCOMPARE(popliner::solveJson(layers, result), std::string(expected));
    }

    void matrixText() {
        ByteMatrix bytes(2);
        bytes.at(0, 1) = 12;
        QCOMPARE(popliner::matrix(bytes), std::string("Layer:  0 \t0 \t12 \t\nLayer:  1 \t0 \t0 \t\n"));
    }

    /// Every row has as many cells as there are columns, and holds the numbers of the estimates.
    void tilesAndLiveness() {
        const ProfilePtr profile = loadFixture("replicated");
        const Columns<uint32_t> tiles = tileColumns(*profile);
        std::vector<std::string> names;
        for (const Column& column : tiles.columns()) {
            names.push_back(column.key);
        }
        QVERIFY((names == std::vector<std::string>{"tile", "total_excluding_gaps", "total_including_gaps",
                                                   "always_live", "not_always_live", "vertexCode",
                                                   "vertexInstanceState", "controlCode",
                                                   "internalExchangeCode", "variable"}));
        const char* const sources[] = {
            "total.excludingGaps",  "total.includingGaps",           "alwaysLive",
            "notAlwaysLive",        "category.vertexCode",           "category.vertexInstanceState",
            "category.controlCode", "category.internalExchangeCode", "category.variable"};
        for (uint32_t tile = 0; tile < profile->target.numTiles; ++tile) {
            const std::vector<Cell> row = tiles.row(tile);
            QVERIFY(row[0] == Cell(tile));
            for (size_t i = 0; i < std::size(sources); ++i) {
                QVERIFY(row[i + 1] == Cell(at(profile->findTileMemory(sources[i])->bytes, tile)));
            }
        }
        const Table liveness = livenessTable(*profile, livenessSeries(*profile));
        QCOMPARE(liveness.rows.size(), size_t{profile->stepCount()});
        for (uint32_t step = 0; step < profile->stepCount(); ++step) {
            const uint32_t program = profile->programs[profile->stepProgram[step].index()].id;
            QVERIFY(
                (liveness.rows[step] == std::vector<Cell>{step, program, profile->stepNotAlwaysLive[step]}));
        }
    }

    /// The parts of a category are not listed beside it, and figures that are lacking are empty.
    void tilesOfAProfileWithParts() {
        ProfileBuilder builder;
        Target target;
        target.tilesPerIpu = target.numTiles = 2;
        QVERIFY(builder.setTarget(target));
        const ByTile bytes = builder.storeByTile(std::vector<uint32_t>{8});
        for (const char* name : {"category.stack", "category.stack.interleaved.overlapped", "alwaysLive"}) {
            QVERIFY(builder.addTileMemory(name, bytes));
        }
        const Columns<uint32_t> tiles = tileColumns(builder.profile());
        QCOMPARE(tiles.columns().size(), FirstCategoryColumn + 1);
        QCOMPARE(QString::fromStdString(tiles.columns().back().key), QString("stack"));
        QVERIFY((tiles.row(0) == std::vector<Cell>{0U, {}, {}, 8U, {}, 8U}));
        QVERIFY((tiles.row(1) == std::vector<Cell>{1U, {}, {}, 0U, {}, 0U}));
    }

    void tables() {
        const ProfilePtr profile = loadFixture("shuffled-layers");
        const LayersPtr layers = layersOf(*profile);
        const auto figures = operationFigures(*profile, *layers, m_workers);
        QVERIFY(figures);
        const Table operations =
            operationsTable(*profile, *layers, *figures, *OperationCycleFigures::find(*profile, *layers));
        QCOMPARE(operations.rows.size(), layers->operations.size());
        const auto estimator = StageEstimator::build(profile, layers, m_workers);
        QVERIFY(estimator);
        const auto plan = SplitPlan::make(layers->count(), {{2}, {5}});
        QVERIFY(plan);
        const auto estimate = (*estimator)->estimate(*plan, m_workers);
        QVERIFY(estimate);
        const Table stages = stagesTable(*layers, *estimate, MemoryLimits{1000000, {1}, 10}, {});
        QCOMPARE(stages.rows.size(), size_t{3});
        for (const Table* table : {&operations, &stages}) {
            for (const auto& row : table->rows) {
                QCOMPARE(row.size(), table->columns.size());
            }
        }
        QVERIFY(stages.rows[0][1] == Cell());
        QVERIFY(stages.rows[1][4] == Cell(uint64_t{1000000})); // the memory
        QVERIFY(stages.rows[1][5] == Cell(uint64_t{900000}));  // what may be used of it
        QVERIFY(stages.rows[0][8] == Cell(false));
        const Table doubtful = stagesTable(*layers, *estimate, {}, {{OtherMode{}, true}});
        for (const auto& row : doubtful.rows) {
            QVERIFY(row[8] == Cell());
            QVERIFY(row[3] != Cell());
        }
        QVERIFY(stages.rows[1][1] == Cell(*layers->names[2]));
        QVERIFY(stages.rows[1][3] == Cell(estimate->stages[1].peakTileBytes));
        QVERIFY(stages.rows[1].back() == Cell((*estimator)->crossingBytes({2})));
    }
};

TILELINE_TEST(TestReports)
#include "test_reports.moc"
