// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/partition/optimalsolver.h"
#include "core/partition/stageplacement.h"
#include "tests/support/random.h"
#include "tests/support/randomprofile.h"
#include "tests/testmain.h"

#include <QTest>

#include <algorithm>
#include <functional>
#include <tuple>

using namespace tileline;
using namespace tileline::test;

namespace {

/// The stages of a plan on their IPUs, and what follows them, from the definition.
struct StageAt {
    size_t first = 0;
    size_t last = 0;
    uint32_t after = 0;
    bool withOutput = false;
};

struct PlacedStages {
    std::vector<StageAt> ipus;
    std::vector<size_t> boundaries;
};

PlacedStages stagesOf(size_t layers, bool outputOnFirst, const SplitPlan& plan) {
    std::vector<size_t> begins{0};
    for (const LayerIndex split : plan.splits()) {
        if (!outputOnFirst || split.index() + 1 < layers) {
            begins.push_back(split.index());
        }
    }
    const bool beside = outputOnFirst && begins.size() > 1;
    PlacedStages stages;
    for (size_t i = 0; i < begins.size(); ++i) {
        const size_t end = i + 1 < begins.size() ? begins[i + 1] : layers - (beside ? 1 : 0);
        stages.ipus.push_back({begins[i], end - 1,
                               static_cast<uint32_t>(begins.size() - 1 - i + (beside ? 1 : 0)),
                               beside && i == 0});
        if (i > 0) {
            stages.boundaries.push_back(begins[i]);
        }
    }
    if (beside) {
        stages.boundaries.push_back(layers - 1);
    }
    return stages;
}

/// A subject for the solver with everything that brute force needs to know of it.
struct StagedInstance {
    IntervalCosts costs;
    bool outputOnFirst = false;
    std::function<uint64_t(const StageAt&)> peak;
};

/// Random lines: short intervals may need more than long ones, and copies count.
StagedInstance randomInstance(Random& random, size_t layers) {
    StagedInstance instance{IntervalCosts(layers), layers > 1 && random.below(2) == 0, {}};
    std::vector<uint32_t> copies;
    const auto schedule = static_cast<Schedule>(random.below(4));
    for (uint32_t after = 0; after <= MaxIpus; ++after) {
        copies.push_back(stashCopies(schedule, after));
    }
    instance.costs.setPositional(copies, instance.outputOnFirst);
    const uint32_t values = 2 + random.below(30);
    const bool growing = random.below(2) == 0;
    std::vector<std::vector<std::pair<uint64_t, uint64_t>>> tiles(layers * layers + layers);
    const auto addLines = [&](size_t slot, size_t entries) {
        for (uint32_t tile = 0; tile < 3; ++tile) {
            tiles[slot].emplace_back(random.below(values) + (growing ? 10 * entries : 0), random.below(4));
        }
        PeakFront front;
        for (uint32_t tile = 0; tile < 3; ++tile) {
            front.add(tiles[slot][tile].first, static_cast<uint32_t>(tiles[slot][tile].second), {tile},
                      [] { return StepIndex{0}; });
        }
        std::vector<PeakLine> lines;
        front.forEachPeak(200, [&](const PeakLine& line) { lines.push_back(line); });
        return lines;
    };
    for (size_t first = 0; first < layers; ++first) {
        instance.costs.setCrossing(first, first == 0 ? 0 : random.below(4));
        instance.costs.setSplitsWeight(first, first > 0 && random.below(8) == 0);
        for (size_t last = first; last < layers; ++last) {
            instance.costs.setLines(first, last, addLines(first * layers + last, last - first + 1));
        }
        instance.costs.setLinesBesideOutput(first, addLines(layers * layers + first, first + 2));
    }
    instance.peak = [tiles, copies, layers](const StageAt& stage) {
        uint64_t peak = 0;
        for (const auto& [base, slope] :
             tiles[stage.withOutput ? layers * layers + stage.last : stage.first * layers + stage.last]) {
            peak = std::max(peak, base + copies[stage.after] * slope);
        }
        return peak;
    };
    return instance;
}

SolveRequest randomStagedRequest(Random& random, size_t layers) {
    SolveRequest request;
    request.objective = random.below(2) == 0 ? Objective::MinPeak : Objective::MinIpus;
    MemoryLimits memory{1 + random.below(80), {}};
    for (uint32_t i = random.below(2) == 0 ? random.below(5) : 0; i > 0; --i) {
        memory.ofIpu.push_back(random.below(80));
    }
    request.constraints = PlanConstraints(layers, 1 + random.below(6), std::move(memory));
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

bool obeysStaged(const StagedInstance& instance, const SplitPlan& plan, const SolveRequest& request,
                 size_t ipus) {
    const size_t layers = instance.costs.layerCount();
    const PlacedStages stages = stagesOf(layers, instance.outputOnFirst, plan);
    if (stages.ipus.size() > ipus) {
        return false;
    }
    for (uint32_t entry = 1; entry < layers; ++entry) {
        // With Output on the first IPU, a split before it changes nothing. A plan has it only if it is
        // pinned.
        const bool free = instance.outputOnFirst && entry + 1 == layers;
        const bool split = plan.isSplit({entry});
        const bool pinned = request.constraints.isPinned({entry});
        if ((pinned && !split) || (free && split && !pinned) ||
            (split && !free && request.constraints.isForbidden({entry})) ||
            (split && !free && instance.costs.splitsWeight(entry))) {
            return false;
        }
    }
    return std::all_of(stages.ipus.begin(), stages.ipus.end(), [&](const StageAt& stage) {
        const size_t size = stage.last - stage.first + 1;
        return size >= request.minLayers && (request.maxLayers == 0 || size <= request.maxLayers);
    });
}

/// The values by which plans are compared, the most important first.
struct StagedRank {
    uint64_t overflow = 0;
    uint64_t peak = 0;
    uint64_t crossing = 0;
    uint64_t sum = 0;
    size_t stages = 0;
    std::vector<LayerIndex> splits;

    auto key(Objective objective) const {
        const size_t fewest = objective == Objective::MinIpus ? stages : 0;
        return std::tuple(overflow, fewest, peak, crossing, sum, stages, splits);
    }
};

StagedRank stagedRankOf(const StagedInstance& instance, const SolveRequest& request, const SplitPlan& plan) {
    const PlacedStages stages = stagesOf(instance.costs.layerCount(), instance.outputOnFirst, plan);
    StagedRank rank;
    rank.stages = stages.ipus.size();
    rank.splits.assign(plan.splits().begin(), plan.splits().end());
    for (uint32_t ipu = 0; ipu < stages.ipus.size(); ++ipu) {
        const uint64_t peak = instance.peak(stages.ipus[ipu]);
        const uint64_t limit = request.constraints.limitOf({ipu});
        rank.overflow = std::max(rank.overflow, peak > limit ? peak - limit : 0);
        rank.peak = std::max(rank.peak, peak);
        rank.sum += peak;
    }
    for (const size_t boundary : stages.boundaries) {
        rank.crossing += instance.costs.crossing(boundary);
    }
    return rank;
}

template <class Visit>
void forEachSplit(size_t layers, const Visit& visit) {
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

/// The best of all plans that obey the request; nothing if no plan does.
std::optional<StagedRank> stagedBruteForce(const StagedInstance& instance, const SolveRequest& request) {
    std::optional<StagedRank> best;
    forEachSplit(instance.costs.layerCount(), [&](const SplitPlan& plan) {
        if (!obeysStaged(instance, plan, request, request.constraints.ipus())) {
            return;
        }
        StagedRank rank = stagedRankOf(instance, request, plan);
        if (request.objective == Objective::MinIpus && rank.overflow > 0) {
            return;
        }
        if (!best || rank.key(request.objective) < best->key(request.objective)) {
            best = std::move(rank);
        }
    });
    return best;
}

/// Empty if the solver's result is the best plan of all.
std::string solveDifference(const StagedInstance& instance, const SolveRequest& request,
                            const SolveResult& result) {
    const std::optional<StagedRank> best = stagedBruteForce(instance, request);
    const auto* const plan = std::get_if<SolvedPlan>(&result);
    if ((plan != nullptr) != best.has_value()) {
        return plan ? "there is no plan" : "there is a plan";
    }
    if (!plan) {
        return {};
    }
    if (!obeysStaged(instance, plan->plan, request, request.constraints.ipus())) {
        return "the plan breaks a rule";
    }
    if (stagedRankOf(instance, request, plan->plan).key(request.objective) != best->key(request.objective)) {
        return "there is a better plan";
    }
    const bool same = plan->peakTileBytes == best->peak && plan->crossingBytes == best->crossing &&
                      plan->sumOfPeaks == best->sum && plan->fits == (best->overflow == 0);
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
        for (int run = 0; run < 5000; ++run) {
            const size_t layers = 1 + random.below(9);
            const StagedInstance instance = randomInstance(random, layers);
            const SolveRequest request = randomStagedRequest(random, layers);
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
            SolveRequest request = randomStagedRequest(random, layers);
            request.objective = Objective::MinPeak;
            const auto plans = *solveTradeOff(instance.costs, request);
            QCOMPARE(plans.size(), layers - (instance.outputOnFirst ? 1 : 0));
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
            const SolveRequest request = randomStagedRequest(random, layers);
            std::optional<uint32_t> ipus;
            std::optional<uint64_t> memory;
            forEachSplit(layers, [&](const SplitPlan& plan) {
                const StagedRank rank = stagedRankOf(instance, request, plan);
                const auto stages = static_cast<uint32_t>(rank.stages);
                if (obeysStaged(instance, plan, request, layers) && rank.overflow == 0) {
                    ipus = std::min(ipus.value_or(stages), stages);
                }
                if (obeysStaged(instance, plan, request, request.constraints.ipus())) {
                    memory = std::min(memory.value_or(rank.peak), rank.peak);
                }
            });
            const Relaxation relaxation = *suggestRelaxation(instance.costs, request);
            QCOMPARE(relaxation.ipus, ipus);
            QCOMPARE(relaxation.memoryPerTile, memory);
        }
    }

    /// Costs from tables of random profiles, against estimates of all plans from scratch.
    void tablesGiveTheCostsOfPlans() {
        Workers workers(2);
        size_t refused = 0;
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
                const StageEstimatorPtr estimator =
                    *StageEstimator::build(profile, entries, options, workers);
                IntervalTable table(estimator);
                QVERIFY(table.fill(SplitPlan(estimator->layerCount()), workers));
                const IntervalCosts costs = *IntervalCosts::make(table, {});
                const PlanConstraints constraints(costs.layerCount(), MaxIpus);
                forEachSplit(costs.layerCount(), [&](const SplitPlan& plan) {
                    const PlanEstimate estimate = *estimator->estimate(plan, workers);
                    const SolvedPlan judged = judgePlan(costs, constraints, plan);
                    QCOMPARE(judged.peakTileBytes, estimate.peakTileBytes());
                    uint64_t crossing = 0;
                    for (const uint64_t bytes : estimate.crossingBytes) {
                        crossing += bytes;
                    }
                    QCOMPARE(judged.crossingBytes, crossing);
                    bool splits = false;
                    for (const LayerIndex split : plan.splits()) {
                        const bool free = costs.outputOnFirst() && split == estimator->layers().last();
                        splits = splits || (!free && costs.splitsWeight(split.index()));
                    }
                    if (entries->passes().training() && estimate.sharedWeightsAreCertain) {
                        QCOMPARE(splits, !estimate.sharedWeights.empty());
                        refused += splits ? 1 : 0;
                    }
                });
            }
        }
        QVERIFY(refused > 50);
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
