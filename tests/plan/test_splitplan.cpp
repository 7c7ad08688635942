// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/splitplan.h"
#include "tests/support/random.h"
#include "tests/testmain.h"

#include <QTest>

using namespace tileline;
using namespace tileline::test;

namespace {

SplitPlan planOf(size_t layers, std::vector<uint32_t> splits) {
    std::vector<LayerIndex> indices;
    for (const uint32_t split : splits) {
        indices.push_back({split});
    }
    return *SplitPlan::make(layers, std::move(indices));
}

/// The number of a split point of the plan, or one more than the last.
size_t anySplit(Random& random, const SplitPlan& plan) {
    return random.below(static_cast<uint32_t>(plan.splits().size()) + 1);
}

} // namespace

class TestSplitPlan : public QObject {
    Q_OBJECT
private slots:
    void stagesCoverAllLayers() {
        const SplitPlan plan = planOf(10, {3, 7});
        QCOMPARE(plan.stageCount(), size_t{3});
        QVERIFY((plan.stage({0}) == LayerRange{{0}, {2}}));
        QVERIFY((plan.stage({1}) == LayerRange{{3}, {6}}));
        QVERIFY((plan.stage({2}) == LayerRange{{7}, {9}}));
        QCOMPARE(plan.stageOf({2}).value, 0U);
        QCOMPARE(plan.stageOf({3}).value, 1U);
        QCOMPARE(plan.stageOf({9}).value, 2U);
    }

    void refusesWhatIsNotAPlan() {
        for (const std::vector<LayerIndex>& splits :
             {std::vector<LayerIndex>{{0}}, {{10}}, {{3}, {3}}, {{5}, {4}}}) {
            const auto made = SplitPlan::make(10, splits);
            QVERIFY(!made);
            QCOMPARE(made.failure().code, ErrorCode::BadPlan);
            QVERIFY(!made.failure().expected.empty() && !made.failure().actual.empty());
        }
    }

    void movesStopAtNeighboursAndEnds() {
        const SplitPlan plan = planOf(10, {3, 7});
        QVERIFY(plan.withMoved(0, {9}) == planOf(10, {6, 7}));
        QVERIFY(plan.withMoved(0, {0}) == planOf(10, {1, 7}));
        QVERIFY(plan.withMoved(1, {2}) == planOf(10, {3, 4}));
        QVERIFY(plan.withMoved(1, {99}) == planOf(10, {3, 9}));
        QVERIFY(plan.withMoved(5, {4}) == plan);
    }

    void addsAndRemoves() {
        const SplitPlan plan = planOf(10, {3, 7});
        QVERIFY(plan.withAdded({5}) == planOf(10, {3, 5, 7}));
        QVERIFY(plan.withAdded({3}) == plan);
        QVERIFY(plan.withAdded({0}) == plan);
        QVERIFY(plan.withAdded({10}) == plan);
        QVERIFY(plan.withRemoved(0) == planOf(10, {7}));
        QVERIFY(plan.withRemoved(2) == plan);
    }

    /// A plan stays valid whatever operations are applied to it.
    void staysValid() {
        Random random(7);
        for (int run = 0; run < 200; ++run) {
            const uint32_t layers = 1 + random.below(12);
            SplitPlan plan(layers);
            for (int change = 0; change < 50; ++change) {
                switch (random.below(3)) {
                case 0:
                    plan = plan.withAdded({random.below(layers + 2)});
                    break;
                case 1:
                    plan = plan.withRemoved(anySplit(random, plan));
                    break;
                case 2:
                    plan = plan.withMoved(anySplit(random, plan), {random.below(layers + 5)});
                    break;
                }
                const std::vector<LayerIndex> splits(plan.splits().begin(), plan.splits().end());
                const auto again = SplitPlan::make(layers, splits);
                QVERIFY(again && *again == plan);
            }
        }
    }
};

TILELINE_TEST(TestSplitPlan)
#include "test_splitplan.moc"
