// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/partition/optimalsolver.h"
#include "tests/support/random.h"

#include <QTest>

#include <algorithm>
#include <tuple>

using namespace tileline;
using namespace tileline::test;

namespace {

/// Peaks without any order: longer intervals may need less.
IntervalCosts randomCosts(Random& random, size_t layers) {
    IntervalCosts costs(layers);
    // Few distinct values, so that ties are common.
    const uint32_t values = 2 + random.below(30);
    const bool growing = random.below(2) == 0;
    for (size_t first = 0; first < layers; ++first) {
        costs.setCrossing(first, first == 0 ? 0 : random.below(4));
        for (size_t last = first; last < layers; ++last) {
            costs.setPeak(first, last, random.below(values) + (growing ? 10 * (last - first + 1) : 0));
        }
    }
    return costs;
}

SolveRequest randomRequest(Random& random, size_t layers) {
    SolveRequest request;
    request.objective = random.below(2) == 0 ? Objective::LeastPeak : Objective::FewestIpus;
    request.ipus = 1 + random.below(6);
    request.memoryPerTile = 1 + random.below(60);
    for (uint32_t i = random.below(2) == 0 ? random.below(5) : 0; i > 0; --i) {
        request.ipuMemory.push_back(random.below(60));
    }
    for (uint32_t layer = 1; layer < layers; ++layer) {
        if (random.below(8) == 0) {
            request.pinned.push_back({layer});
        }
        if (random.below(8) == 0) {
            request.forbidden.push_back({layer});
        }
    }
    request.leastLayers = random.below(4) == 0 ? 2 : 1;
    request.greatestLayers = random.below(4) == 0 ? 1 + random.below(4) : 0;
    return request;
}

bool has(const std::vector<LayerIndex>& layers, LayerIndex layer) {
    return std::find(layers.begin(), layers.end(), layer) != layers.end();
}

bool obeys(const SplitPlan& plan, const SolveRequest& request, size_t ipus) {
    if (plan.stageCount() > ipus) {
        return false;
    }
    for (const LayerIndex pin : request.pinned) {
        if (!plan.isSplit(pin)) {
            return false;
        }
    }
    for (const LayerIndex split : plan.splits()) {
        if (has(request.forbidden, split)) {
            return false;
        }
    }
    for (const LayerRange stage : plan.stages()) {
        if (stage.size() < request.leastLayers ||
            (request.greatestLayers > 0 && stage.size() > request.greatestLayers)) {
            return false;
        }
    }
    return true;
}

/// What a plan is compared by, the first entry first.
struct Rank {
    uint64_t overflow = 0;
    uint64_t peak = 0;
    uint64_t crossing = 0;
    uint64_t sum = 0;
    size_t stages = 0;
    std::vector<LayerIndex> splits;

    auto key(Objective objective) const {
        const size_t fewest = objective == Objective::FewestIpus ? stages : 0;
        return std::tuple(overflow, fewest, peak, crossing, sum, stages, splits);
    }
};

Rank rankOf(const IntervalCosts& costs, const SolveRequest& request, const SplitPlan& plan) {
    Rank rank;
    rank.stages = plan.stageCount();
    rank.splits.assign(plan.splits().begin(), plan.splits().end());
    for (uint32_t stage = 0; stage < plan.stageCount(); ++stage) {
        const LayerRange range = plan.stage({stage});
        const uint64_t peak = costs.peak(range.first.index(), range.last.index());
        const uint64_t limit = request.limitOf({stage});
        rank.overflow = std::max(rank.overflow, peak > limit ? peak - limit : 0);
        rank.peak = std::max(rank.peak, peak);
        rank.sum += peak;
    }
    for (const LayerIndex split : plan.splits()) {
        rank.crossing += costs.crossing(split.index());
    }
    return rank;
}

template <class Visit>
void forEachPlan(size_t layers, const Visit& visit) {
    for (uint32_t cuts = 0; cuts < (1U << (layers - 1)); ++cuts) {
        std::vector<LayerIndex> splits;
        for (uint32_t layer = 1; layer < layers; ++layer) {
            if (cuts >> (layer - 1) & 1) {
                splits.push_back({layer});
            }
        }
        visit(*SplitPlan::make(layers, std::move(splits)));
    }
}

/// The best of all plans that obey the request; nothing if none does.
std::optional<Rank> bruteForce(const IntervalCosts& costs, const SolveRequest& request) {
    std::optional<Rank> best;
    forEachPlan(costs.layerCount(), [&](const SplitPlan& plan) {
        if (!obeys(plan, request, request.ipus)) {
            return;
        }
        Rank rank = rankOf(costs, request, plan);
        if (request.objective == Objective::FewestIpus && rank.overflow > 0) {
            return;
        }
        if (!best || rank.key(request.objective) < best->key(request.objective)) {
            best = std::move(rank);
        }
    });
    return best;
}

} // namespace

class TestOptimalSolver : public QObject {
    Q_OBJECT
private slots:
    /// Thousands of small instances, with every combination of constraints.
    void equalsBruteForce() {
        Random random(2026);
        int solved = 0;
        int infeasible = 0;
        for (int run = 0; run < 6000; ++run) {
            const size_t layers = 1 + random.below(9);
            const IntervalCosts costs = randomCosts(random, layers);
            const SolveRequest request = randomRequest(random, layers);
            const std::optional<Rank> best = bruteForce(costs, request);
            const SolveResult result = solveOptimal(costs, request);
            const auto* const plan = std::get_if<SolvedPlan>(&result);
            QCOMPARE(plan != nullptr, best.has_value());
            (plan ? solved : infeasible) += 1;
            if (plan) {
                QVERIFY(obeys(plan->plan, request, request.ipus));
                QVERIFY(rankOf(costs, request, plan->plan).key(request.objective) ==
                        best->key(request.objective));
                QCOMPARE(plan->peakTileBytes, best->peak);
                QCOMPARE(plan->crossingBytes, best->crossing);
                QCOMPARE(plan->sumOfPeaks, best->sum);
                QCOMPARE(plan->fits, best->overflow == 0);
            }
        }
        QVERIFY(solved > 1000 && infeasible > 1000);
    }

    void saysWhatWouldDo() {
        Random random(5);
        for (int run = 0; run < 2000; ++run) {
            const size_t layers = 1 + random.below(8);
            const IntervalCosts costs = randomCosts(random, layers);
            const SolveRequest request = randomRequest(random, layers);
            std::optional<uint32_t> ipus;
            std::optional<uint64_t> memory;
            forEachPlan(layers, [&](const SplitPlan& plan) {
                const Rank rank = rankOf(costs, request, plan);
                const auto stages = static_cast<uint32_t>(plan.stageCount());
                if (obeys(plan, request, layers) && rank.overflow == 0) {
                    ipus = std::min(ipus.value_or(stages), stages);
                }
                if (obeys(plan, request, request.ipus)) {
                    memory = std::min(memory.value_or(rank.peak), rank.peak);
                }
            });
            const WouldDo wouldDo = whatWouldDo(costs, request);
            QCOMPARE(wouldDo.ipus, ipus);
            QCOMPARE(wouldDo.memoryPerTile, memory);
        }
    }

    void tradeOffIsTheBestPlanForEachNumberOfIpus() {
        Random random(9);
        for (int run = 0; run < 500; ++run) {
            const size_t layers = 1 + random.below(7);
            const IntervalCosts costs = randomCosts(random, layers);
            SolveRequest request = randomRequest(random, layers);
            request.objective = Objective::LeastPeak;
            const auto plans = solveTradeOff(costs, request);
            QCOMPARE(plans.size(), layers);
            for (uint32_t ipus = 1; ipus <= layers; ++ipus) {
                request.ipus = ipus;
                const auto best = bruteForce(costs, request);
                const auto& plan = plans[ipus - 1];
                QCOMPARE(plan.has_value(), best.has_value());
                QVERIFY(!plan || rankOf(costs, request, plan->plan).key(Objective::LeastPeak) ==
                                     best->key(Objective::LeastPeak));
            }
        }
    }

    void explainsWhatIsInfeasible() {
        IntervalCosts costs(4);
        for (size_t first = 0; first < 4; ++first) {
            for (size_t last = first; last < 4; ++last) {
                costs.setPeak(first, last, 10 * (last - first + 1));
            }
        }
        SolveRequest request;
        request.ipus = 2;
        request.memoryPerTile = 10;
        request.objective = Objective::FewestIpus;
        const auto memory = std::get<Infeasible>(solveOptimal(costs, request));
        QCOMPARE(memory.reason, Infeasible::Reason::Memory);
        QCOMPARE(memory.wouldDo.ipus, std::optional<uint32_t>(4));
        QCOMPARE(memory.wouldDo.memoryPerTile, std::optional<uint64_t>(20));

        request.pinned = {{1}, {2}};
        const auto pins = std::get<Infeasible>(solveOptimal(costs, request));
        QCOMPARE(pins.reason, Infeasible::Reason::TooManyPins);

        request.pinned = {{2}};
        request.forbidden = {{2}};
        const auto both = std::get<Infeasible>(solveOptimal(costs, request));
        QCOMPARE(both.reason, Infeasible::Reason::PinnedAndForbidden);
        QVERIFY(both.layer == LayerIndex{2});

        request.pinned = {};
        request.forbidden = {};
        request.greatestLayers = 1;
        const auto shape = std::get<Infeasible>(solveOptimal(costs, request));
        QCOMPARE(shape.reason, Infeasible::Reason::LayersPerStage);
        QCOMPARE(shape.wouldDo.ipus, std::optional<uint32_t>(4));
    }
};

QTEST_APPLESS_MAIN(TestOptimalSolver)
#include "test_optimalsolver.moc"
