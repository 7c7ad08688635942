// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/intervaltable.h"
#include "core/solve/solve.h"
#include "tests/support/expected.h"
#include "tests/support/fixtures.h"
#include "tests/support/runsql.h"
#include "tests/support/temporarydirectory.h"
#include "tests/testmain.h"

#include <QTest>

using namespace tileline;
using namespace tileline::test;
using Json = nlohmann::json;

namespace {

Json nameOf(const std::optional<std::string>& name) {
    return name ? Json(*name) : Json(nullptr);
}

/// The fixture without its operation tables, so that the operations must come from debug.cbor.
ProfilePtr loadWithoutOperationTables(const std::string& fixture) {
    const TemporaryDirectory copy;
    for (const char* file : {"profile.tileline", "debug.cbor"}) {
        std::filesystem::copy_file(fixtureDirectory(fixture) / file, copy / file);
    }
    runSql(copy / "profile.tileline", "DROP TABLE operation; DROP TABLE operation_detail;");
    return loadOrThrow({copy.path()});
}

/// A stage in the form of PopLiner's answers.
Json segmentOf(LayerRange stage, const StageEstimate& estimate) {
    return {{"from", stage.first.value},
            {"to", stage.last.value},
            {"max_tile_mem", estimate.peakTileBytes},
            {"argmax_tile", estimate.peakTile.value},
            {"total_mem", estimate.bytes.total()},
            {"variables", estimate.bytes.variables},
            {"vertex_code", estimate.bytes.vertexCode},
            {"vertex_state", estimate.bytes.vertexState},
            {"exchange_code", estimate.bytes.exchangeCode},
            {"control_code", estimate.bytes.controlCode}};
}

Json splitOf(const Layers& layers, LayerRange stage, const StageEstimate& estimate) {
    Json memory = segmentOf(stage, estimate);
    for (const char* key : {"from", "to", "argmax_tile"}) {
        memory.erase(key);
    }
    return {{"layer_from", nameOf(layers.names[stage.first.index()])},
            {"layer_to", nameOf(layers.names[stage.last.index()])},
            {"mem", memory}};
}

} // namespace

/// Compares with PopLiner's own answers for every fixture, with operations from the tables and from debug
/// information.
class TestParity : public QObject {
    Q_OBJECT

    void addRows() {
        QTest::addColumn<QString>("fixture");
        QTest::addColumn<bool>("operationTables");
        for (const std::string& fixture : fixtureNames()) {
            const QString name = QString::fromStdString(fixture);
            QTest::addRow("%s", fixture.c_str()) << name << true;
            QTest::addRow("%s, operations from debug.cbor", fixture.c_str()) << name << false;
        }
    }
    ProfilePtr profile() const {
        QFETCH(QString, fixture);
        QFETCH(bool, operationTables);
        return operationTables ? loadFixture(fixture.toStdString())
                               : loadWithoutOperationTables(fixture.toStdString());
    }
    Json expected() const {
        QFETCH(QString, fixture);
        return expectedOf(fixture.toStdString());
    }

    Workers m_workers{2};

private slots:
    void layersAndOperations_data() { addRows(); }
    void layersAndOperations() {
        const ProfilePtr loaded = profile();
        const LayersPtr layers = *findLayers(*loaded, {});
        Json names = Json::array();
        for (const auto& name : layers->names) {
            names.push_back(nameOf(name));
        }
        QCOMPARE(names.dump(), expected()["layers"].dump());
        Json operations = Json::array();
        for (const LayeredOperation& operation : layers->operations) {
            operations.push_back({{"name", operation.name},
                                  {"layer", nameOf(layers->names[operation.layer.index()])},
                                  {"note", operation.noteText()}});
        }
        QCOMPARE(operations.dump(1), expected()["operations"].dump(1));
    }

    void segments_data() { addRows(); }
    void segments() {
        const ProfilePtr loaded = profile();
        const auto estimator = *StageEstimator::build(loaded, *findLayers(*loaded, {}), m_workers);
        IntervalTable table(estimator);
        QVERIFY(table.fill(SplitPlan(table.layerCount()), m_workers));
        const Json segments = expected()["segments"];
        QCOMPARE(segments.size(), table.layerCount() * (table.layerCount() + 1) / 2);
        for (const Json& segment : segments) {
            const LayerRange stage{{segment["from"].get<uint32_t>()}, {segment["to"].get<uint32_t>()}};
            QCOMPARE(segmentOf(stage, *estimator->estimate(stage, m_workers)).dump(), segment.dump());
            QCOMPARE(segmentOf(stage, *table.find(stage)).dump(), segment.dump());
        }
    }

    void greedy_data() { addRows(); }
    void greedy() {
        const ProfilePtr loaded = profile();
        const LayersPtr layers = *findLayers(*loaded, {});
        const auto estimator = *StageEstimator::build(loaded, layers, m_workers);
        const Json solves = expected()["solve"];
        QVERIFY(!solves.empty());
        for (const Json& solve : solves) {
            const auto result = *solveGreedy(
                layers->count(), solve["num_ipus"].get<uint32_t>(), solve["mem_per_tile"].get<uint64_t>(),
                [&](LayerRange stage) { return estimator->estimate(stage, m_workers); });
            Json splits = Json::array();
            for (size_t i = 0; i < result.stages.size(); ++i) {
                splits.push_back(splitOf(*layers, result.stages[i], result.estimates[i]));
            }
            QCOMPARE(splits.dump(1), solve["splits"].dump(1));
            const Json proportion = result.proportion ? Json(*result.proportion) : Json(false);
            QCOMPARE(proportion.dump(), solve["proportion"].dump());
        }
    }
};

TILELINE_TEST(TestParity)
#include "test_parity.moc"
