// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/plan.h"
#include "core/plan/splitplan.h"
#include "tests/support/random.h"
#include "tests/testmain.h"

#include <QTest>

#include <algorithm>

using namespace tileline;
using namespace tileline::test;

namespace {

/// The rules of a valid plan, written independently of the class.
bool isValid(const Plan& plan) {
    const PlanConstraints& constraints = plan.constraints();
    const auto pinned = constraints.pinned();
    const auto forbidden = constraints.forbidden();
    const auto inOrder = [&](auto list) {
        return std::adjacent_find(list.begin(), list.end(),
                                  [](LayerIndex a, LayerIndex b) { return !(a < b); }) == list.end() &&
               std::all_of(list.begin(), list.end(),
                           [&](LayerIndex at) { return at.value > 0 && at.index() < plan.layerCount(); });
    };
    const auto split = [&](LayerIndex at) { return plan.splitPlan().isSplit(at); };
    return constraints.layerCount() == plan.layerCount() && plan.ipus() >= 1 && plan.ipus() <= MaxIpus &&
           plan.stageCount() <= plan.ipus() && inOrder(pinned) && inOrder(forbidden) &&
           std::all_of(pinned.begin(), pinned.end(), split) &&
           std::none_of(forbidden.begin(), forbidden.end(), split);
}

LayerIndex anyLayer(Random& random, size_t layers) {
    // The layer may be out of range.
    return {random.below(static_cast<uint32_t>(layers) + 2)};
}

Plan changed(Random& random, const Plan& plan) {
    const LayerIndex at = anyLayer(random, plan.layerCount());
    const size_t split = random.below(5);
    switch (random.below(8)) {
    case 0:
        return plan.withSplitMoved(split, at);
    case 1:
    case 2:
        return plan.withSplitAdded(at);
    case 3:
        return plan.withSplitRemoved(split);
    case 4:
        return plan.withPinToggled(at);
    case 5:
        return plan.withForbiddenToggled(at);
    case 6:
        return plan.withIpus(random.below(MaxIpus + 3));
    default:
        return plan.withSplits(SplitPlan(plan.layerCount()).withAdded(at)).value_or(plan);
    }
}

} // namespace

class TestPlan : public QObject {
    Q_OBJECT
private slots:
    void everyChangeKeepsTheRules() {
        Random random(7);
        for (int run = 0; run < 300; ++run) {
            Plan plan(1 + random.below(run % 3 == 0 ? 90 : 9));
            int changes = 0;
            for (int step = 0; step < 200; ++step) {
                const Plan next = changed(random, plan);
                QVERIFY(isValid(next));
                // make() must accept the parts of a valid plan.
                QVERIFY(Plan::make(next.splitPlan(), next.constraints()));
                changes += next == plan ? 0 : 1;
                plan = next;
            }
            QVERIFY(plan.layerCount() < 3 || changes > 5);
        }
    }

    void whateverIsFittedIsValid() {
        Random random(8);
        for (int run = 0; run < 2000; ++run) {
            const size_t layers = 1 + random.below(100);
            SplitPlan splits(layers);
            PlanConstraints constraints(1 + random.below(100), random.below(80));
            for (uint32_t i = random.below(100); i > 0; --i) {
                splits = splits.withAdded(anyLayer(random, layers));
                const LayerIndex at = anyLayer(random, layers);
                constraints =
                    random.below(2) == 0 ? constraints.withPinned(at) : constraints.withForbidden(at);
            }
            std::vector<PlanRepair> repairs;
            const Plan plan = Plan::fitted(splits, constraints, &repairs);
            QVERIFY(isValid(plan));
            QCOMPARE(repairs.empty(), Plan::make(splits, constraints.withLayerCount(layers)) ? true : false);
        }
    }

    void repairsAreSaid() {
        const PlanConstraints constraints = PlanConstraints(8, 2).withPinned({3}).withForbidden({5});
        std::vector<PlanRepair> repairs;
        const Plan plan = Plan::fitted(SplitPlan(8).withAdded({5}), constraints, &repairs);
        QVERIFY(plan.splitPlan() == SplitPlan(8).withAdded({3}).withAdded({5}));
        QCOMPARE(plan.ipus(), 3U);
        QVERIFY(!plan.isForbidden({5}));
        using Kind = PlanRepair::Kind;
        QVERIFY((repairs == std::vector<PlanRepair>{{Kind::PinAdded, {3}},
                                                    {Kind::ForbiddenLifted, {5}},
                                                    {Kind::IpusRaised, {}}}));
    }

    void aPlanThatBreaksARuleIsNotMade() {
        const SplitPlan one = SplitPlan(8).withAdded({3});
        QVERIFY(Plan::make(one, PlanConstraints(8, 2)));
        QCOMPARE(Plan::make(one, PlanConstraints(8, 1)).failure().code, ErrorCode::BadPlan);
        QVERIFY(!Plan::make(one, PlanConstraints(7, 2)));
        QVERIFY(!Plan::make(one, PlanConstraints(8, 2).withPinned({4})));
        QVERIFY(!Plan::make(one, PlanConstraints(8, 2).withForbidden({3})));
    }

    void constraintsThatContradictAreNotMade() {
        QVERIFY(PlanConstraints::make(8, 4, {}, {{5}, {2}}, {{3}}));
        QVERIFY(!PlanConstraints::make(8, 4, {}, {{2}}, {{2}}));
        QVERIFY(!PlanConstraints::make(8, 4, {}, {{2}, {2}}, {}));
        QVERIFY(!PlanConstraints::make(8, 4, {}, {{0}}, {}));
        QVERIFY(!PlanConstraints::make(8, 4, {}, {}, {{8}}));
        QVERIFY(!PlanConstraints::make(8, 0, {}, {}, {}));
        QVERIFY(!PlanConstraints::make(8, MaxIpus + 1, {}, {}, {}));
    }

    void pinnedSplitsStay() {
        const Plan plan = Plan(8).withSplitAdded({3}).withSplitAdded({5}).withPinToggled({5});
        QVERIFY(plan.withSplitMoved(1, {7}) == plan);
        QVERIFY(plan.withSplitRemoved(1) == plan);
        QVERIFY(!plan.withSplits(SplitPlan(8).withAdded({3})));
        // With fewer IPUs, the split that is not pinned is removed first.
        QVERIFY(plan.withIpus(2).splitPlan() == SplitPlan(8).withAdded({5}));
        const Plan one = plan.withIpus(1);
        QVERIFY(one.splits().empty() && one.constraints().pinned().empty());
    }
};

TILELINE_TEST(TestPlan)
#include "test_plan.moc"
