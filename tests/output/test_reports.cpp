// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/operationfigures.h"
#include "core/estimate/stageestimator.h"
#include "core/memory/origins.h"
#include "core/output/popliner.h"
#include "core/output/reports.h"
#include "core/profile/profilebuilder.h"
#include "tests/generate/generatedmodels.h"
#include "tests/support/fixtures.h"
#include "tests/support/randomprofile.h"
#include "tests/support/referenceestimate.h"
#include "tests/support/temporarydirectory.h"
#include "tests/testmain.h"

#include <QTest>

#include <map>
#include <set>

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

/// The cycles of one run of a program, from the steps that ran or from Poplar's estimates.
std::optional<double> referenceCycles(const Profile& profile, ProgramIndex program, bool measured) {
    double sum = 0;
    double longRuns = 0;
    bool any = false;
    if (measured) {
        for (const ExecutionStep step : profile.executionSteps) {
            if (step.program == program && step.run == profile.executionRuns.front().id) {
                any = true;
                sum += static_cast<double>(step.length());
                longRuns += step.length() > 0 ? 1 : 0;
            }
        }
        return any ? std::optional(sum / std::max(longRuns, 1.0)) : std::nullopt;
    }
    for (const EstimatedCycles& estimate : profile.estimatedCycles) {
        if (estimate.program == program) {
            any = true;
            for (const uint32_t cycles : expanded(estimate.cycles)) {
                sum = std::max<double>(sum, cycles);
            }
        }
    }
    return any ? std::optional(sum) : std::nullopt;
}

bool takesCycles(const Profile& profile, ProgramIndex program) {
    const ProgramKind kind = profile.programs[program.index()].kind;
    return kind == ProgramKind::OnTileExecute || kind == ProgramKind::DoExchange;
}

/// The same of an operation: each of its steps, and each of its programs that has none.
Cell referenceCycles(const Profile& profile, DetailIndex operation, bool measured) {
    const OperationDetail& detail = profile.operationDetails[operation.index()];
    std::set<ProgramIndex> programs;
    for (const ProgramIndex program : profile.operationPrograms[operation.index()]) {
        programs.insert(program);
    }
    std::set<ProgramIndex> stepless = programs;
    std::vector<ProgramIndex> all;
    for (uint32_t step = 0; step < profile.stepCount(); ++step) {
        const ProgramIndex program = profile.stepProgram[step];
        if (detail.firstStep && detail.firstStep->value <= step && step <= detail.lastStep->value &&
            programs.contains(program)) {
            all.push_back(program);
            stepless.erase(program);
        }
    }
    all.insert(all.end(), stepless.begin(), stepless.end());
    double sum = 0;
    bool known = false;
    bool any = false;
    for (const ProgramIndex program : all) {
        if (takesCycles(profile, program)) {
            any = true;
            const auto cycles = referenceCycles(profile, program, measured);
            known = known || cycles;
            sum += cycles.value_or(0);
        }
    }
    return known || !any ? Cell(sum) : Cell();
}

LayersPtr layersOf(const Profile& profile) {
    const auto layers = findLayers(profile, {});
    return layers ? *layers : nullptr;
}

} // namespace

class TestReports : public QObject {
    Q_OBJECT

    Workers m_workers{2};

    /// Counts the operations whose cycles are compared.
    void compareWithTheTables(const ProfilePtr& loaded, size_t& measured, size_t& estimated) {
        const Profile& profile = *loaded;
        const LayersPtr layers = layersOf(profile);
        const auto cycles = OperationCycleFigures::find(profile, *layers);
        const std::vector<CategoryBytes> bytes(layers->operations.size());
        const Table operations = operationsTable(profile, *layers, bytes, *cycles);
        std::map<DetailIndex, size_t> listings;
        for (const LayeredOperation& operation : layers->operations) {
            ++listings[operation.detail];
        }
        const auto cellOf = [](const Table& table, size_t row, const char* key) {
            return table.rows[row][*table.find(key)];
        };
        const auto known = [&](bool ran) {
            for (uint32_t i = 0; i < profile.programs.size(); ++i) {
                if (takesCycles(profile, {i}) && referenceCycles(profile, ProgramIndex{i}, ran)) {
                    return true;
                }
            }
            return false;
        };
        for (size_t i = 0; i < layers->operations.size(); ++i) {
            const DetailIndex detail = layers->operations[i].detail;
            if (listings[detail] > 1) {
                continue;
            }
            for (const auto& [key, ran] :
                 {std::pair("cycles_measured", true), std::pair("cycles_estimated", false)}) {
                const Cell expected = known(ran) ? referenceCycles(profile, detail, ran) : Cell();
                QVERIFY2(cellOf(operations, i, key) == expected, key);
                (ran ? measured : estimated) += expected != Cell() ? 1 : 0;
            }
            std::string layer;
            for (const ProgramIndex program : profile.operationPrograms[detail.index()]) {
                const auto& context = profile.programs[program.index()].debugContext;
                if (layer.empty() && context && profile.debug) {
                    const DebugContext* at = profile.debug->find(*context);
                    layer = at ? namesOf(at->layer).layer : "";
                    while (at && at->operationType.empty()) {
                        at = profile.debug->find(at->parent);
                    }
                    layer = at ? namesOf(at->layer).layer : layer;
                }
            }
            QVERIFY(cellOf(operations, i, "software_layer") == (layer.empty() ? Cell() : Cell(layer)));
        }

        const LivenessSeries series = livenessSeries(profile);
        const TileRange tiles{1, profile.target.numTiles};
        const Table steps =
            livenessColumns(profile, series, tiles).table(static_cast<uint32_t>(profile.stepCount()));
        for (uint32_t step = 0; step < profile.stepCount(); ++step) {
            const ProgramIndex program = profile.stepProgram[step];
            const auto& set = profile.programs[program.index()].computeSet;
            Cell vertices;
            if (set && profile.programs[program.index()].kind == ProgramKind::OnTileExecute) {
                uint64_t count = 0;
                for (const VertexInstances& instances : profile.computeSets[set->index()].vertices) {
                    size_t tile = 0;
                    for (const uint32_t onTile : expanded(instances.count)) {
                        count += tile++ >= tiles.begin ? onTile : 0;
                    }
                }
                vertices = count;
            }
            QVERIFY(cellOf(steps, step, "vertices") == vertices);
            const auto ran =
                profile.executionRuns.empty() ? std::nullopt : referenceCycles(profile, program, true);
            const auto best = ran ? ran : referenceCycles(profile, program, false);
            QVERIFY(cellOf(steps, step, "cycles") == (takesCycles(profile, program) ? Cell(best) : Cell()));
            QVERIFY(cellOf(steps, step, "type") == Cell(profile.programs[program.index()].type));
            QVERIFY(cellOf(steps, step, "name") == textCell(programName(profile, program)));
        }
    }

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

    void stepsAndCyclesMatchTheTables() {
        size_t measured = 0;
        size_t estimated = 0;
        GeneratorOptions options = smallModel("bert-base", true);
        options.traits.estimatedTrace = true;
        const TemporaryDirectory directory;
        QVERIFY(writeModel(generateOrThrow(options), directory.path()));
        for (uint64_t seed = 0; seed <= 41; ++seed) {
            const ProfilePtr profile = seed == 0    ? loadFixture("bert-tiny-inf")
                                       : seed == 41 ? loadOrThrow({directory.path()})
                                                    : randomProfile(seed);
            compareWithTheTables(profile, measured, estimated);
            QVERIFY2(!QTest::currentTestFailed(), qPrintable(QString("seed %1").arg(seed)));
        }
        QVERIFY2(measured > 10 && estimated > 10, qPrintable(QString("%1 %2").arg(measured).arg(estimated)));
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
        Layers layers;
        layers.names = {"0"};
        StageEstimate stage;
        stage.bytes.variables = bytes;
        const QString text = QString::fromStdString(popliner::layerBreakdown(layers, {&stage, 1}, ','));
        QCOMPARE(text.trimmed().section(',', -1).toULongLong(), megabytes);
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
        QVERIFY((names == std::vector<std::string>{
                              "tile", "total_excluding_gaps", "total_including_gaps", "always_live",
                              "not_always_live", "interleaved", "non_interleaved", "overflowed", "vertexCode",
                              "vertexInstanceState", "controlCode", "internalExchangeCode", "variable"}));
        const char* const sources[] = {"total.excludingGaps",
                                       "total.includingGaps",
                                       "alwaysLive",
                                       "notAlwaysLive",
                                       "region.interleaved",
                                       "region.nonInterleaved",
                                       "region.overflowed",
                                       "category.vertexCode",
                                       "category.vertexInstanceState",
                                       "category.controlCode",
                                       "category.internalExchangeCode",
                                       "category.variable"};
        for (uint32_t tile = 0; tile < profile->target.numTiles; ++tile) {
            const std::vector<Cell> row = tiles.row(tile);
            QVERIFY(row[0] == Cell(tile));
            for (size_t i = 0; i < std::size(sources); ++i) {
                const TileMemoryCategory* const of = profile->findTileMemory(sources[i]);
                QVERIFY(row[i + 1] == (of ? Cell(at(of->bytes, tile)) : Cell()));
            }
        }
        const LivenessSeries series = livenessSeries(*profile);
        const Table liveness = livenessColumns(*profile, series, TileRange::ofModel(*profile))
                                   .table(static_cast<uint32_t>(profile->stepCount()));
        QCOMPARE(liveness.rows.size(), size_t{profile->stepCount()});
        for (uint32_t step = 0; step < profile->stepCount(); ++step) {
            const uint32_t program = profile->programs[profile->stepProgram[step].index()].id;
            QVERIFY((std::vector(liveness.rows[step].begin(), liveness.rows[step].begin() + 3) ==
                     std::vector<Cell>{step, program, profile->stepNotAlwaysLive[step]}));
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
        QVERIFY((tiles.row(0) == std::vector<Cell>{0U, {}, {}, 8U, {}, {}, {}, {}, 8U}));
        QVERIFY((tiles.row(1) == std::vector<Cell>{1U, {}, {}, 0U, {}, {}, {}, {}, 0U}));
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
