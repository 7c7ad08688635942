// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/splitplan.h"
#include "core/solve/optimalsolver.h"
#include "tests/support/bruteforce.h"
#include "tests/support/random.h"
#include "tests/testmain.h"

#include <QTest>

#include <algorithm>
#include <chrono>
#include <thread>

using namespace tileline;
using namespace tileline::test;

namespace {

/// Random peaks: longer intervals may need less than shorter ones.
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
    request.objective = random.below(2) == 0 ? Objective::MinPeak : Objective::MinIpus;
    const uint32_t ipus = 1 + random.below(6);
    MemoryLimits memory{1 + random.below(60), {}, random.below(3) == 0 ? random.below(MaxKeepFree) : 0};
    for (uint32_t i = random.below(2) == 0 ? random.below(5) : 0; i > 0; --i) {
        memory.ofIpu.push_back(random.below(60));
    }
    request.constraints = PlanConstraints(layers, ipus, std::move(memory));
    for (uint32_t layer = 1; layer < layers; ++layer) {
        if (random.below(8) == 0) {
            request.constraints = request.constraints.withPinned({layer});
        } else if (random.below(8) == 0) {
            request.constraints = request.constraints.withForbidden({layer});
        }
    }
    request.minLayers = random.below(4) == 0 ? 2 : 1;
    request.maxLayers = random.below(4) == 0 ? 1 + random.below(4) : 0;
    return request;
}

bool obeys(const SplitPlan& plan, const SolveRequest& request, size_t ipus) {
    if (plan.stageCount() > ipus) {
        return false;
    }
    for (const LayerIndex pin : request.constraints.pinned()) {
        if (!plan.isSplit(pin)) {
            return false;
        }
    }
    for (const LayerIndex split : plan.splits()) {
        if (request.constraints.isForbidden(split)) {
            return false;
        }
    }
    for (const LayerRange stage : plan.stages()) {
        if (stage.size() < request.minLayers || (request.maxLayers > 0 && stage.size() > request.maxLayers)) {
            return false;
        }
    }
    return true;
}

PlanRank rankOf(const IntervalCosts& costs, const SolveRequest& request, const SplitPlan& plan) {
    PlanRank rank;
    rank.stages = plan.stageCount();
    rank.splits.assign(plan.splits().begin(), plan.splits().end());
    for (uint32_t stage = 0; stage < plan.stageCount(); ++stage) {
        const LayerRange range = plan.stage({stage});
        const uint64_t peak = costs.peakAt(range.first.index(), range.last.index(), 0);
        const uint64_t limit = request.constraints.limitOf({stage});
        rank.overflow = std::max(rank.overflow, peak > limit ? peak - limit : 0);
        rank.peak = std::max(rank.peak, peak);
        rank.sum += peak;
    }
    for (const LayerIndex split : plan.splits()) {
        rank.crossing += costs.crossing(split.index());
    }
    return rank;
}

/// The best of all plans that obey the request; nothing if no plan does.
std::optional<PlanRank> bruteForce(const IntervalCosts& costs, const SolveRequest& request) {
    return bestOfAllPlans(costs.layerCount(), request.objective,
                          [&](const SplitPlan& plan) -> std::optional<PlanRank> {
                              if (!obeys(plan, request, request.constraints.ipus())) {
                                  return std::nullopt;
                              }
                              return rankOf(costs, request, plan);
                          });
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
            const std::optional<PlanRank> best = bruteForce(costs, request);
            const SolveResult result = *solveOptimal(costs, request);
            const auto* const plan = std::get_if<SolvedPlan>(&result);
            QCOMPARE(plan != nullptr, best.has_value());
            (plan ? solved : infeasible) += 1;
            if (plan) {
                QVERIFY(obeys(plan->plan, request, request.constraints.ipus()));
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

    void suggestsTheNearestRequests() {
        Random random(5);
        for (int run = 0; run < 2000; ++run) {
            const size_t layers = 1 + random.below(8);
            const IntervalCosts costs = randomCosts(random, layers);
            const SolveRequest request = randomRequest(random, layers);
            std::optional<uint32_t> ipus;
            std::optional<uint64_t> memory;
            forEachSplitPlan(layers, [&](const SplitPlan& plan) {
                const PlanRank rank = rankOf(costs, request, plan);
                const auto stages = static_cast<uint32_t>(plan.stageCount());
                if (obeys(plan, request, layers) && rank.overflow == 0) {
                    ipus = std::min(ipus.value_or(stages), stages);
                }
                if (obeys(plan, request, request.constraints.ipus())) {
                    memory = std::min(memory.value_or(rank.peak), rank.peak);
                }
            });
            const Relaxation relaxation = *suggestRelaxation(costs, request);
            QCOMPARE(relaxation.ipus, ipus);
            QCOMPARE(relaxation.memoryPerTile.has_value(), memory.has_value());
            if (memory) {
                // The minimum memory of which enough may be used.
                MemoryLimits limits{*memory, {}, request.constraints.memory().keepFree};
                while (limits.limit() < *memory) {
                    ++limits.perTile;
                }
                QCOMPARE(*relaxation.memoryPerTile, limits.perTile);
            }
        }
    }

    /// A plan that equals the best in everything except the first split points is kept.
    void keepsAPlanThatIsAsGood() {
        IntervalCosts costs(5);
        costs.setPeak(0, 4, 10); // all plans of two stages are equal, and better than that of one
        SolveRequest request{Objective::MinPeak, PlanConstraints(5, 3)};
        const auto splitsOf = [&] { return std::get<SolvedPlan>(*solveOptimal(costs, request)).plan; };
        const SplitPlan first = *SplitPlan::make(5, {{1}});
        QVERIFY(splitsOf() == first);
        for (const std::vector<LayerIndex>& kept : {std::vector<LayerIndex>{{3}}, {{4}}}) {
            request.keep = *SplitPlan::make(5, kept);
            QVERIFY(splitsOf() == *request.keep);
        }
        for (const std::vector<LayerIndex>& worse : {std::vector<LayerIndex>{}, {{1}, {3}}}) {
            request.keep = *SplitPlan::make(5, worse);
            QVERIFY(splitsOf() == first);
        }
        request.keep = *SplitPlan::make(5, {{3}});
        request.constraints = request.constraints.withForbidden({3});
        QVERIFY(splitsOf() == first);
    }

    void tradeOffIsTheBestPlanForEachNumberOfIpus() {
        Random random(9);
        for (int run = 0; run < 500; ++run) {
            const size_t layers = 1 + random.below(7);
            const IntervalCosts costs = randomCosts(random, layers);
            SolveRequest request = randomRequest(random, layers);
            request.objective = Objective::MinPeak;
            const auto plans = *solveTradeOff(costs, request);
            QCOMPARE(plans.size(), layers);
            for (uint32_t ipus = 1; ipus <= layers; ++ipus) {
                request.constraints = request.constraints.withIpus(ipus);
                const auto best = bruteForce(costs, request);
                const auto& plan = plans[ipus - 1];
                QCOMPARE(plan.has_value(), best.has_value());
                QVERIFY(!plan || rankOf(costs, request, plan->plan).key(Objective::MinPeak) ==
                                     best->key(Objective::MinPeak));
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
        SolveRequest request{Objective::MinIpus, PlanConstraints(4, 2, {10, {}})};
        const auto memory = std::get<Infeasible>(*solveOptimal(costs, request));
        QCOMPARE(memory.reason, Infeasible::Reason::Memory);
        QCOMPARE(memory.relaxation.ipus, std::optional<uint32_t>(4));
        QCOMPARE(memory.relaxation.memoryPerTile, std::optional<uint64_t>(20));

        const PlanConstraints free = request.constraints;
        request.constraints = free.withPinned({1}).withPinned({2});
        const auto pins = std::get<Infeasible>(*solveOptimal(costs, request));
        QCOMPARE(pins.reason, Infeasible::Reason::TooManyPins);

        request.constraints = free;
        request.maxLayers = 1;
        const auto shape = std::get<Infeasible>(*solveOptimal(costs, request));
        QCOMPARE(shape.reason, Infeasible::Reason::LayersPerStage);
        QCOMPARE(shape.relaxation.ipus, std::optional<uint32_t>(4));
    }

    void stopsWhenToldTo() {
        std::stop_source source;
        source.request_stop();
        const IntervalCosts costs(3);
        const SolveRequest request{Objective::MinPeak, PlanConstraints(3, 2)};
        QVERIFY(solveOptimal(costs, request, source.get_token()).failure().cancelled());
        QVERIFY(solveTradeOff(costs, request, source.get_token()).failure().cancelled());
        QVERIFY(suggestRelaxation(costs, request, source.get_token()).failure().cancelled());
    }

    /// The stop is requested from another thread in the middle of a solve that takes seconds without it.
    void stopsInTheMiddle() {
        constexpr size_t Layers = 1500;
        IntervalCosts costs(Layers);
        Random random(3);
        for (size_t first = 0; first < Layers; ++first) {
            for (size_t last = first; last < Layers; ++last) {
                costs.setPeak(first, last, 100 * (last - first) + random.below(50));
            }
        }
        // Every IPU has a limit of its own, and all limits are too low. This causes the most work.
        MemoryLimits memory;
        for (uint32_t ipu = 0; ipu < MaxIpus; ++ipu) {
            memory.ofIpu.push_back(ipu);
        }
        const SolveRequest request{Objective::MinPeak, PlanConstraints(Layers, MaxIpus, memory)};
        std::stop_source source;
        std::jthread stopper([&] {
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
            source.request_stop();
        });
        const auto plans = solveTradeOff(costs, request, source.get_token());
        QVERIFY(!plans && plans.failure().cancelled());
    }

    /// No plan with more than MaxIpus IPUs is tried, whatever the number of layers.
    void triesNoMoreThanTheMaximumOfIpus() {
        const IntervalCosts costs(MaxIpus + 10);
        const SolveRequest request{Objective::MinPeak, PlanConstraints(MaxIpus + 10, 4)};
        QCOMPARE((*solveTradeOff(costs, request)).size(), size_t{MaxIpus});
    }
};

TILELINE_TEST(TestOptimalSolver)
#include "test_optimalsolver.moc"
