// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/pipelinetime.h"
#include "core/estimate/stageplacement.h"
#include "core/plan/plan.h"
#include "core/solve/optimalsolver.h"
#include "tests/support/randomprofile.h"
#include "tests/support/stagedinstance.h"
#include "tests/testmain.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <map>

using namespace tileline;
using namespace tileline::test;

namespace {

Objective anyObjective(Random& random) {
    return std::array{Objective::MinPeak, Objective::MinIpus, Objective::MinPeriod}[random.below(3)];
}

/// Empty if the solver's result is the best of all plans.
std::string solveDifference(const StagedInstance& instance, const SolveRequest& request,
                            const SolveResult& result) {
    const std::optional<PlanRank> best = stagedBruteForce(instance, request);
    const auto* const plan = std::get_if<SolvedPlan>(&result);
    if ((plan != nullptr) != best.has_value()) {
        return plan ? "there is no plan" : "there is a plan";
    }
    if (!plan) {
        return {};
    }
    if (!obeysStaged(instance, plan->plan, request, request.constraints.ipus()) ||
        !Plan::make(plan->plan, request.constraints)) {
        return "the plan breaks a rule";
    }
    if (stagedRankOf(instance, request, plan->plan).key(request.objective) != best->key(request.objective)) {
        return "there is a better plan";
    }
    const bool same = plan->peakTileBytes == best->peak && plan->crossingBytes == best->crossing &&
                      plan->sumOfPeaks == best->sum && plan->period == best->period &&
                      plan->fits == (best->overflow == 0);
    return same ? "" : "the figures differ";
}

} // namespace

/// Costs that depend on the position in the pipeline.
class TestStagedSearch : public QObject {
    Q_OBJECT
private slots:
    /// Thousands of small instances, with every combination of constraints.
    void equalsBruteForce() {
        Random random(2027);
        int solved = 0;
        int infeasible = 0;
        int weights = 0;
        for (int run = 0; run < 7000; ++run) {
            const size_t layers = 1 + random.below(9);
            const StagedInstance instance = randomInstance(random, layers);
            const SolveRequest request = randomStagedRequest(random, layers, anyObjective(random));
            const SolveResult result = *solveOptimal(instance.costs, request);
            const std::string differs = solveDifference(instance, request, result);
            QVERIFY2(differs.empty(), ("run " + std::to_string(run) + ": " + differs).c_str());
            const auto* const refused = std::get_if<Infeasible>(&result);
            (refused ? infeasible : solved) += 1;
            weights += refused && refused->reason == Infeasible::Reason::SharedWeights ? 1 : 0;
        }
        QVERIFY(solved > 1000 && infeasible > 1000 && weights > 50);
    }

    void tradeOffIsTheBestPlanForEachNumberOfIpus() {
        Random random(9);
        for (int run = 0; run < 500; ++run) {
            const size_t layers = 1 + random.below(7);
            const StagedInstance instance = randomInstance(random, layers);
            SolveRequest request = randomStagedRequest(random, layers, Objective::MinPeak);
            const auto plans = *solveTradeOff(instance.costs, request);
            const LayerIndex last{static_cast<uint32_t>(layers - 1)};
            const bool unsplit = instance.outputOnFirst && !request.constraints.isPinned(last);
            QCOMPARE(plans.size(), layers - (unsplit ? 1 : 0));
            for (uint32_t ipus = 1; ipus <= plans.size(); ++ipus) {
                request.constraints = request.constraints.withIpus(ipus);
                const auto best = stagedBruteForce(instance, request);
                const auto& plan = plans[ipus - 1];
                QCOMPARE(plan.has_value(), best.has_value());
                QVERIFY(!plan || stagedRankOf(instance, request, plan->plan).key(Objective::MinPeak) ==
                                     best->key(Objective::MinPeak));
            }
        }
    }

    void suggestsTheNearestRequests() {
        Random random(5);
        for (int run = 0; run < 1000; ++run) {
            const size_t layers = 1 + random.below(8);
            const StagedInstance instance = randomInstance(random, layers);
            const SolveRequest request = randomStagedRequest(random, layers, anyObjective(random));
            std::optional<uint32_t> ipus;
            std::optional<uint64_t> memory;
            forEachSplitPlan(layers, [&](const SplitPlan& plan) {
                const PlanRank rank = stagedRankOf(instance, request, plan);
                const auto stages = static_cast<uint32_t>(plan.stageCount());
                if (obeysStaged(instance, plan, request, layers) && rank.overflow == 0) {
                    ipus = std::min(ipus.value_or(stages), stages);
                }
                if (obeysStaged(instance, plan, request, request.constraints.ipus())) {
                    memory = std::min(memory.value_or(rank.peak), rank.peak);
                }
            });
            const Relaxation relaxation = *suggestRelaxation(instance.costs, request);
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

    /// Output leaves the last stage empty, but the plan needs an IPU for it.
    void pinnedSplitBeforeOutputTakesAnIpu() {
        IntervalCosts costs(3);
        costs.setPositional(std::vector<uint32_t>(MaxIpus + 1, 0), true);
        SolveRequest request{Objective::MinPeak, PlanConstraints(3, 1).withPinned({2})};
        const SolveResult refused = *solveOptimal(costs, request);
        QVERIFY(std::holds_alternative<Infeasible>(refused));
        QCOMPARE(std::get<Infeasible>(refused).reason, Infeasible::Reason::TooManyPins);
        QCOMPARE(std::get<Infeasible>(refused).relaxation.ipus, std::optional(2U));
        QVERIFY(!solveTradeOff(costs, request)->front());
        request.constraints = request.constraints.withIpus(2);
        QCOMPARE(std::get<SolvedPlan>(*solveOptimal(costs, request)).plan, *SplitPlan::make(3, {{2}}));
    }

    /// Costs from tables of random profiles, against estimates of all plans from scratch.
    void tablesGiveTheCostsOfPlans() {
        Workers workers(2);
        size_t refused = 0;
        std::map<bool, size_t> bestAlone; // by whether one stage accumulates
        for (uint64_t seed = 1; seed < 60; ++seed) {
            RandomProfileOptions shape;
            shape.pipeline = true;
            shape.tiles = 3;
            shape.variables = 30;
            shape.layers = static_cast<uint32_t>(seed % 6);
            shape.operations = 20;
            const ProfilePtr profile = randomProfile(seed, shape);
            const PipelineEntriesPtr entries =
                *PipelineEntries::find(*profile, **findLayers(*profile, {}), PassMode::Auto);
            for (const OutputOn outputOn : {OutputOn::Last, OutputOn::First}) {
                PipelineOptions options;
                options.outputOn = outputOn;
                options.recompute = seed % 2 == 0 ? Recompute::Off : Recompute::Layers;
                options.microBatches = seed % 3 == 0 ? std::nullopt : std::optional(uint32_t(seed % 3));
                const StageEstimatorPtr estimator =
                    *StageEstimator::build(profile, entries, options, workers);
                IntervalTable table(estimator);
                QVERIFY(table.fill(SplitPlan(estimator->layerCount()), workers));
                IntervalCosts costs = *IntervalCosts::make(table, {});
                const EntryCycles cycles = *EntryCycles::find(*profile, *entries, ProgramCycles(*profile));
                TimeOptions timeOptions;
                timeOptions.linkBytesPerSecond = 1e9;
                costs.setTimes(StageTimes::make(*estimator, cycles, timeOptions));
                const PlanConstraints constraints(costs.layerCount(), MaxIpus);
                uint64_t lowest = UINT64_MAX;
                forEachSplitPlan(costs.layerCount(), [&](const SplitPlan& plan) {
                    const PlanEstimate estimate = *estimator->estimate(plan, workers);
                    const SolvedPlan judged = judgePlan(costs, constraints, plan);
                    QCOMPARE(judged.peakTileBytes, estimate.peakTileBytes());
                    uint64_t crossing = 0;
                    for (const uint64_t bytes : estimate.crossingBytes) {
                        crossing += bytes;
                    }
                    QCOMPARE(judged.crossingBytes, crossing);
                    const PipelineTime time =
                        timeOf(cycles, estimator->layers().kinds, estimate.placement, estimate.crossingBytes,
                               entries->passes().training(), options, profile->target.clockHz, timeOptions);
                    QVERIFY(judged.period == time.period); // bit for bit
                    bool splits = false;
                    for (const LayerIndex split : plan.splits()) {
                        const bool free = costs.outputOnFirst() && split == estimator->layers().last();
                        splits = splits || (!free && costs.splitsWeight(split.index()));
                    }
                    if (entries->passes().training() && estimate.sharedWeightsAreCertain) {
                        QCOMPARE(splits, !estimate.sharedWeights.empty());
                        refused += splits ? 1 : 0;
                    }
                    lowest = splits ? lowest : std::min(lowest, estimate.peakTileBytes());
                });
                const SolveResult best = *solveOptimal(costs, {Objective::MinPeak, constraints});
                QCOMPARE(std::get<SolvedPlan>(best).peakTileBytes, lowest);
                bestAlone[options.microBatches == 2U && entries->passes().training()] +=
                    std::get<SolvedPlan>(best).plan.stageCount() == 1 ? 1 : 0;
            }
        }
        QVERIFY(refused > 50);
        QVERIFY(bestAlone[false] > 5 && bestAlone[true] > 0);
    }

    void stopsWhenToldTo() {
        std::stop_source source;
        source.request_stop();
        IntervalCosts costs(3);
        costs.setPositional(std::vector<uint32_t>(MaxIpus + 1, 0), false);
        const SolveRequest request{Objective::MinPeak, PlanConstraints(3, 2)};
        QVERIFY(solveOptimal(costs, request, source.get_token()).failure().cancelled());
        QVERIFY(solveTradeOff(costs, request, source.get_token()).failure().cancelled());
        QVERIFY(suggestRelaxation(costs, request, source.get_token()).failure().cancelled());
    }
};

TILELINE_TEST(TestStagedSearch)
#include "test_stagedsearch.moc"
