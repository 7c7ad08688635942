// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/intervaltable.h"
#include "core/estimate/stageestimator.h"
#include "tests/support/randomprofile.h"
#include "tests/support/referenceestimate.h"
#include "tests/testmain.h"

#include <QTest>

#include <array>
#include <set>

using namespace tileline;
using namespace tileline::test;

namespace {

/// Random profiles of several shapes. In every second one, operations outside any layer are placed by
/// position.
struct Subject {
    ProfilePtr profile;
    LayersPtr layers;
};

Subject subject(uint64_t seed) {
    RandomProfileOptions options;
    options.tiles = 1 + static_cast<uint32_t>(seed % 40);
    options.layers = static_cast<uint32_t>(seed / 3 % 8);
    options.steps = 4 + static_cast<uint32_t>(seed / 7 % 90);
    options.variables = 20 + static_cast<uint32_t>(seed / 5 % 80);
    options.operations = 4 + static_cast<uint32_t>(seed / 11 % 30);
    LayerOptions layerOptions;
    layerOptions.unassigned = seed % 2 == 0 ? Unassigned::First : Unassigned::Position;
    layerOptions.order = seed % 4 < 2 ? LayerOrder::Steps : LayerOrder::Natural;
    ProfilePtr profile = randomProfile(seed, options);
    LayersPtr layers = *findLayers(*profile, layerOptions);
    return {std::move(profile), std::move(layers)};
}

constexpr uint64_t Seeds = 150;

template <class Visit>
void forEachStage(size_t layers, const Visit& visit) {
    for (uint32_t first = 0; first < layers; ++first) {
        for (uint32_t last = first; last < layers; ++last) {
            visit(LayerRange{{first}, {last}});
        }
    }
}

std::string describeStage(uint64_t seed, LayerRange stage) {
    return "seed " + std::to_string(seed) + ", layers " + std::to_string(stage.first.value) + " to " +
           std::to_string(stage.last.value);
}

} // namespace

class TestStageEstimator : public QObject {
    Q_OBJECT
private slots:
    void equalsDefinition() {
        Workers workers(2);
        size_t repaired = 0;
        size_t shrinking = 0;
        for (uint64_t seed = 0; seed < Seeds; ++seed) {
            const Subject s = subject(seed);
            const auto estimator = *StageEstimator::build(s.profile, s.layers, workers);
            uint64_t before = 0;
            forEachStage(s.layers->count(), [&](LayerRange stage) {
                const StageEstimate expected = referenceEstimate(*s.profile, *s.layers, stage);
                const StageEstimate actual = *estimator->estimate(stage, workers);
                QVERIFY2(actual == expected, describeStage(seed, stage).c_str());
                repaired += expected.windowRepaired ? 1 : 0;
                shrinking += stage.size() > 1 && expected.peakTileBytes < before ? 1 : 0;
                before = expected.peakTileBytes;
            });
        }
        // The special cases must occur, or the test would prove little.
        QVERIFY(repaired > 20);
        QVERIFY(shrinking > 20);
    }

    void tilesEqualDefinition() {
        Workers workers(2);
        for (uint64_t seed = 0; seed < Seeds; seed += 5) {
            const Subject s = subject(seed);
            const auto estimator = *StageEstimator::build(s.profile, s.layers, workers);
            forEachStage(s.layers->count(), [&](LayerRange stage) {
                const StageTiles expected = referenceTiles(*s.profile, *s.layers, stage);
                const StageTiles actual = *estimator->tiles(stage, workers);
                QCOMPARE(actual.variables, expected.variables);
                QCOMPARE(actual.vertexCode, expected.vertexCode);
                QCOMPARE(actual.vertexState, expected.vertexState);
                QCOMPARE(actual.exchangeCode, expected.exchangeCode);
                QCOMPARE(actual.controlCode, expected.controlCode);
                QVERIFY(actual.peakStep == expected.peakStep);
            });
        }
    }

    void tableEqualsEstimate() {
        Workers one(1);
        Workers two(2);
        for (uint64_t seed = 0; seed < 3 * Seeds; ++seed) {
            const Subject s = subject(seed);
            Workers& workers = seed % 2 == 0 ? one : two;
            const auto estimator = *StageEstimator::build(s.profile, s.layers, workers);
            IntervalTable table(estimator);
            QVERIFY(table.fill(SplitPlan(s.layers->count()), workers));
            QVERIFY(table.complete());
            forEachStage(s.layers->count(), [&](LayerRange stage) {
                QVERIFY2(*table.find(stage) == *estimator->estimate(stage, workers),
                         describeStage(seed, stage).c_str());
            });
        }
    }

    void crossingBytesEqualDefinition() {
        Workers workers(1);
        bool any = false;
        for (uint64_t seed = 0; seed < Seeds; ++seed) {
            const Subject s = subject(seed);
            const auto estimator = *StageEstimator::build(s.profile, s.layers, workers);
            for (uint32_t layer = 0; layer < s.layers->count(); ++layer) {
                const uint64_t expected = referenceCrossing(*s.profile, *s.layers, {layer});
                QCOMPARE(estimator->crossingBytes({layer}), expected);
                any = any || expected > 0;
            }
        }
        QVERIFY(any);
    }

    void fillsUsefulRowsFirst() {
        const SplitPlan plan = *SplitPlan::make(10, {{4}, {8}});
        const std::vector<LayerIndex> order = IntervalTable::fillOrder(plan);
        const std::vector<LayerIndex> expected = {{0}, {4}, {8}, {1}, {3}, {5}, {7}, {9}, {2}, {6}};
        QVERIFY(order == expected);
    }

    void stopsWhenAsked() {
        Workers workers(2);
        const Subject s = subject(34);
        const auto estimator = *StageEstimator::build(s.profile, s.layers, workers);
        std::stop_source stopped;
        stopped.request_stop();
        const LayerRange all{{0}, s.layers->last()};
        QVERIFY(estimator->estimate(all, workers, stopped.get_token()).failure().cancelled());
        QVERIFY(estimator->tiles(all, workers, stopped.get_token()).failure().cancelled());
        IntervalTable table(estimator);
        QVERIFY(
            table.fill(SplitPlan(s.layers->count()), workers, {}, stopped.get_token()).failure().cancelled());
        QCOMPARE(table.rowsReady(), size_t{0});
        QVERIFY(StageEstimator::build(s.profile, s.layers, workers, {}, stopped.get_token())
                    .failure()
                    .cancelled());
    }
};

TILELINE_TEST(TestStageEstimator)
#include "test_stageestimator.moc"
