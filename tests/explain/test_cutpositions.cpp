// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/cutpositions.h"
#include "core/explain/planwarnings.h"
#include "core/solve/solve.h"
#include "tests/support/random.h"
#include "tests/support/randomprofile.h"
#include "tests/testmain.h"

#include <QTest>

using namespace tileline;
using namespace tileline::test;
using CutState = CutPosition::State;

namespace {

StageEstimatorPtr cutEstimator(uint64_t seed, Setting setting, OutputOn output, Workers& workers) {
    RandomProfileOptions shape;
    shape.pipeline = true;
    shape.training = seed % 4 != 0;
    shape.tiles = 1 + static_cast<uint32_t>(seed % 9);
    shape.layers = 3 + static_cast<uint32_t>(seed / 3 % 6);
    shape.steps = 10 + static_cast<uint32_t>(seed / 7 % 40);
    shape.operations = 10 + static_cast<uint32_t>(seed % 30);
    const ProfilePtr profile = randomProfile(seed, shape);
    LayersPtr layers = *findLayers(*profile, {});
    if (setting == Setting::PopLiner) {
        return *StageEstimator::build(profile, std::move(layers), workers);
    }
    PipelineOptions options;
    options.recompute = static_cast<Recompute>(seed % 3);
    options.outputOn = output;
    options.allowSharedWeights = seed % 5 == 0;
    return *StageEstimator::build(profile, *PipelineEntries::find(*profile, *layers, options.mode), options,
                                  workers);
}

/// A plan with random splits, pins, forbidden boundaries, and limits of single IPUs.
Plan randomPlan(Random& random, size_t count) {
    SplitPlan splits(count);
    PlanConstraints constraints(count, MaxIpus);
    for (uint32_t at = 1; at < count; ++at) {
        if (random.below(3) == 0) {
            splits = splits.withAdded({at});
            constraints = random.below(5) == 0 ? constraints.withPinned({at}) : constraints;
        } else if (random.below(6) == 0) {
            constraints = constraints.withForbidden({at});
        }
    }
    return *Plan::make(splits, constraints);
}

/// Limits around the peaks of a plan, so that some positions fit and others do not.
Plan withRandomLimits(Random& random, const Plan& plan, const PlanEstimate& estimate) {
    MemoryLimits memory{estimate.peakTileBytes(), {}};
    for (const StageEstimate& stage : estimate.stages) {
        memory.ofIpu.push_back(stage.peakTileBytes + random.below(stage.peakTileBytes / 4 + 2) -
                               stage.peakTileBytes / 8);
    }
    return plan.withMemory(memory);
}

uint64_t overflowOf(const PlanEstimate& estimate, const MemoryLimits& memory) {
    uint64_t overflow = 0;
    for (uint32_t ipu = 0; ipu < estimate.stages.size(); ++ipu) {
        const uint64_t peak = estimate.stages[ipu].peakTileBytes;
        overflow = std::max(overflow, peak > memory.limitOf({ipu}) ? peak - memory.limitOf({ipu}) : 0);
    }
    return overflow;
}

} // namespace

class TestCutPositions : public QObject {
    Q_OBJECT
private slots:
    void equalFullEstimates_data() {
        QTest::addColumn<Setting>("setting");
        QTest::addColumn<OutputOn>("output");
        QTest::newRow("PopLiner") << Setting::PopLiner << OutputOn::Last;
        QTest::newRow("Output on the last IPU") << Setting::Pipeline << OutputOn::Last;
        QTest::newRow("Output on the first IPU") << Setting::Pipeline << OutputOn::First;
    }
    /// Every boundary, for every split and for the nearest one.
    void equalFullEstimates() {
        QFETCH(const Setting, setting);
        QFETCH(const OutputOn, output);
        Workers workers(2);
        size_t fitting = 0;
        size_t overflowing = 0;
        size_t splitting = 0;
        for (uint64_t seed = 0; seed < 40; ++seed) {
            const StageEstimatorPtr estimator = cutEstimator(seed, setting, output, workers);
            IntervalTable table(estimator);
            QVERIFY(table.fill(SplitPlan(estimator->layerCount()), workers));
            Random random(seed + 77);
            for (int run = 0; run < 4; ++run) {
                Plan plan = randomPlan(random, estimator->layerCount());
                plan = withRandomLimits(random, plan, *estimator->estimate(plan.splitPlan(), workers));
                const auto splits = static_cast<uint32_t>(plan.splits().size());
                const auto split = random.below(2) == 0 || splits == 0
                                       ? std::nullopt
                                       : std::optional(size_t{random.below(splits)});
                const std::vector<CutPosition> positions = cutPositions(table, plan, split);
                QCOMPARE(positions.size(), plan.layerCount() - 1);
                for (const CutPosition& position : positions) {
                    QVERIFY(!split || position.split == split);
                    if (position.state != CutState::Possible) {
                        QVERIFY(!position.known);
                        continue;
                    }
                    const SplitPlan moved =
                        position.split ? plan.withSplitMoved(*position.split, position.at).splitPlan()
                                       : plan.splitPlan().withAdded(position.at);
                    QVERIFY(moved.isSplit(position.at));
                    const PlanEstimate expected = *estimator->estimate(moved, workers);
                    QVERIFY(position.known);
                    QCOMPARE(position.peakTileBytes, expected.peakTileBytes());
                    QCOMPARE(position.overflow, overflowOf(expected, plan.memory()));
                    QCOMPARE(position.splitsWeight, splitsWeights(*estimator, expected));
                    fitting += position.overflow == 0 ? 1 : 0;
                    overflowing += position.overflow > 0 ? 1 : 0;
                    splitting += position.splitsWeight ? 1 : 0;
                }
            }
        }
        QVERIFY(fitting > 50 && overflowing > 50);
        QVERIFY(setting == Setting::PopLiner ? splitting == 0 : splitting > 10);
    }

    /// Splits at 3 and 5.
    void saysWhyASplitCannotBeSomewhere() {
        Workers workers(1);
        const IntervalTable table(cutEstimator(17, Setting::Pipeline, OutputOn::Last, workers));
        const size_t count = table.layerCount();
        QVERIFY(count > 6);
        const Plan plan =
            *Plan::make(*SplitPlan::make(count, {{3}, {5}}), PlanConstraints(count, 4).withForbidden({2}));
        std::vector<CutPosition> positions = cutPositions(table, plan, 0);
        QCOMPARE(statesOf(positions).first(5), QStringLiteral("pfpp>"));
        positions = cutPositions(table, plan, 1);
        QCOMPARE(statesOf(positions).first(6), QStringLiteral(">f>ppp"));
        positions = cutPositions(table, plan);
        QCOMPARE(statesOf(positions).first(6), QStringLiteral("pfpppp"));
        QCOMPARE(positions[0].split, std::optional(size_t{0}));
        QCOMPARE(positions[3].split, std::optional(size_t{0})); // as near as the other split
        QCOMPARE(positions[5].split, std::optional(size_t{1}));

        const Plan pinned = *Plan::make(plan.splitPlan(), plan.constraints().withPinned({3}));
        positions = cutPositions(table, pinned, 0);
        QCOMPARE(statesOf(positions).first(5), QStringLiteral("!fp!!"));
        positions = cutPositions(table, pinned);
        QCOMPARE(statesOf(positions).first(6), QStringLiteral("!fpppp"));
        QCOMPARE(positions[3].split, std::optional(size_t{1}));

        // With one stage, each position is a new split.
        positions = cutPositions(table, Plan(count));
        for (const CutPosition& position : positions) {
            QVERIFY(position.state == CutState::Possible && !position.split);
        }
    }

    /// A position is known as soon as the rows of its stages are.
    void knowsWhatTheTableHas() {
        Workers workers(1);
        const StageEstimatorPtr estimator = cutEstimator(17, Setting::Pipeline, OutputOn::Last, workers);
        IntervalTable table(estimator);
        const auto count = static_cast<uint32_t>(table.layerCount());
        const Plan plan = *Plan::make(*SplitPlan::make(count, {{3}}), PlanConstraints(count, 2));
        for (const CutPosition& position : cutPositions(table, plan)) {
            QVERIFY(!position.known);
        }
        QVERIFY(table.fillRow({0}, workers));
        QVERIFY(table.fillRow({4}, workers));
        for (const CutPosition& position : cutPositions(table, plan)) {
            QCOMPARE(position.known, position.at == LayerIndex{4});
        }
        QVERIFY(table.fill(plan.splitPlan(), workers));
        for (const CutPosition& position : cutPositions(table, plan)) {
            QVERIFY(position.known);
        }
    }

    void aSingleLayerHasNoBoundary() {
        Workers workers(1);
        const IntervalTable table(cutEstimator(17, Setting::Pipeline, OutputOn::Last, workers));
        QVERIFY(cutPositions(table, Plan(1)).empty());
    }

private:
    /// One character for each boundary.
    static QString statesOf(const std::vector<CutPosition>& positions) {
        QString text;
        for (const CutPosition& position : positions) {
            text += QLatin1Char(position.state == CutState::Possible    ? 'p'
                                : position.state == CutState::Forbidden ? 'f'
                                : position.state == CutState::Pinned    ? '!'
                                                                        : '>');
        }
        return text;
    }
};

TILELINE_TEST(TestCutPositions)
#include "test_cutpositions.moc"
