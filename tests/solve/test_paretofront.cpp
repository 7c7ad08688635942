// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/solve/paretofront.h"
#include "tests/support/stagedinstance.h"
#include "tests/testmain.h"

#include <QTest>

#include <algorithm>
#include <chrono>
#include <thread>

using namespace tileline;
using namespace tileline::test;

namespace {

/// A plan that obeys a request, with its figures.
struct RankedPlan {
    PlanRank rank;

    auto key() const {
        return std::tuple(rank.period, rank.peak, rank.overflow > 0, rank.stages, rank.crossing, rank.sum,
                          rank.splits);
    }
};

/// The whole front by definition: every plan that obeys the request, except those that another plan beats.
std::vector<RankedPlan> frontOf(const StagedInstance& instance, const SolveRequest& request) {
    std::vector<RankedPlan> plans;
    forEachSplitPlan(instance.costs.layerCount(), [&](const SplitPlan& plan) {
        if (obeysStaged(instance, plan, request, request.constraints.ipus())) {
            plans.push_back({stagedRankOf(instance, request, plan)});
        }
    });
    std::sort(plans.begin(), plans.end(),
              [](const RankedPlan& a, const RankedPlan& b) { return a.key() < b.key(); });
    std::vector<RankedPlan> front;
    for (RankedPlan& plan : plans) {
        if (front.empty() || plan.rank.peak < front.back().rank.peak) {
            front.push_back(std::move(plan));
        }
    }
    return front;
}

/// The points for evenly spaced bounds on the peak.
std::vector<RankedPlan> spacedPoints(const std::vector<RankedPlan>& front, size_t count) {
    std::vector<RankedPlan> points;
    const uint64_t highest = front.front().rank.peak;
    const uint64_t span = highest - front.back().rank.peak;
    for (size_t i = 0; i < count; ++i) {
        const uint64_t bound = count == 1 ? highest : highest - span * i / (count - 1);
        const auto point = std::find_if(front.begin(), front.end(),
                                        [&](const RankedPlan& plan) { return plan.rank.peak <= bound; });
        if (points.empty() || point->rank.peak < points.back().rank.peak) {
            points.push_back(*point);
        }
    }
    return points;
}

bool same(const SolvedPlan& actual, const PlanRank& expected) {
    const auto splits = actual.plan.splits();
    return actual.period == expected.period && actual.peakTileBytes == expected.peak &&
           actual.crossingBytes == expected.crossing && actual.sumOfPeaks == expected.sum &&
           actual.fits == (expected.overflow == 0) &&
           std::equal(splits.begin(), splits.end(), expected.splits.begin(), expected.splits.end());
}

bool sameFront(const ParetoFront& actual, const std::vector<RankedPlan>& expected) {
    return std::equal(actual.points.begin(), actual.points.end(), expected.begin(), expected.end(),
                      [](const SolvedPlan& a, const RankedPlan& b) { return same(a, b.rank); });
}

/// A case of Graphcore's AutoPipe (prediction/partition_test.py): IPUs with 894 MB of which 85 % may be used,
/// links of one byte per cycle, layers of 10,000 cycles.
struct AutoPipeCase {
    const char* name;
    uint32_t ipus;
    size_t layers;
    std::vector<size_t> bigLayers;             ///< hold 600 MB each, the others nothing
    std::vector<size_t> groupBegins;           ///< no split elsewhere: layers of a group share a parameter
    std::vector<size_t> cheapSplits;           ///< no bytes cross here, 99,999,999,999 elsewhere
    std::vector<std::vector<size_t>> accepted; ///< the splits of each plan that AutoPipe accepts
    double slowestStage;                       ///< cycles of the slowest stage of these plans
};

const std::vector<AutoPipeCase> AutoPipeCases{
    {"simple even split 2", 2, 6, {}, {}, {}, {{3}}, 30000},
    {"shared parameter 2", 2, 6, {}, {2}, {}, {{2}}, 40000},
    {"memory 2", 2, 6, {0, 1}, {}, {}, {{1}}, 50000},
    {"transfer 2", 2, 6, {}, {}, {2}, {{2}}, 40000},
    {"simple even split 4", 4, 16, {}, {}, {}, {{4, 8, 12}}, 40000},
    {"shared parameter 4", 4, 16, {}, {2, 9, 12}, {}, {{2, 9, 12}}, 70000},
    {"memory 4", 4, 16, {0, 1, 6, 7}, {}, {}, {{1, 2, 7}, {1, 3, 7}, {1, 4, 7}, {1, 5, 7}, {1, 6, 7}}, 90000},
    {"transfer 4", 4, 16, {}, {}, {2, 5, 6, 8}, {{2, 5, 8}}, 80000},
};

constexpr double CyclesOfLayer = 10000;
constexpr double ManyBytes = 99999999999.0;
constexpr uint64_t BytesOfBigLayer = uint64_t{600} << 20U;
constexpr uint64_t AutoPipeMemory = static_cast<uint64_t>(894 * 0.85 * 1024 * 1024);

bool contains(const std::vector<size_t>& list, size_t value) {
    return std::find(list.begin(), list.end(), value) != list.end();
}

/// AutoPipe counts for each stage what it receives and sends. For all stages alike, it adds what the first
/// stage receives from the host and the last one sends to it. It uses all IPUs: here, a first stage followed
/// by fewer stages would need more memory than there is.
IntervalCosts costsOf(const AutoPipeCase& autoPipe) {
    IntervalCosts costs(autoPipe.layers);
    std::vector<uint32_t> missingStages(MaxIpus + 1, 0);
    for (uint32_t after = 0; after + 1 < autoPipe.ipus; ++after) {
        missingStages[after] = autoPipe.ipus - 1 - after;
    }
    costs.setPositional(missingStages, false);
    StageTimes times(autoPipe.layers);
    const auto transferAt = [&](size_t boundary) {
        return autoPipe.cheapSplits.empty() || contains(autoPipe.cheapSplits, boundary) ? 0 : ManyBytes;
    };
    const double host = transferAt(0) + transferAt(autoPipe.layers);
    for (size_t first = 0; first < autoPipe.layers; ++first) {
        costs.setSplitsWeight(first, first > 0 && !autoPipe.groupBegins.empty() &&
                                         !contains(autoPipe.groupBegins, first));
        uint64_t bytes = 0;
        for (size_t last = first; last < autoPipe.layers; ++last) {
            bytes += contains(autoPipe.bigLayers, last) ? BytesOfBigLayer : 0;
            const PeakLine line{bytes, first == 0 ? static_cast<uint32_t>(AutoPipeMemory) + 1 : 0, 0, {}, {}};
            costs.setLines(first, last, {&line, 1});
            times.set(first, last,
                      {CyclesOfLayer * static_cast<double>(last - first + 1),
                       host + (first > 0 ? transferAt(first) : 0) +
                           (last + 1 < autoPipe.layers ? transferAt(last + 1) : 0)});
        }
    }
    costs.setTimes(std::move(times));
    return costs;
}

/// Costs of a model with many entries, in which each transfer is different.
IntervalCosts manyEntries(size_t layers, Random& random) {
    IntervalCosts costs(layers);
    std::vector<uint32_t> copies;
    for (uint32_t after = 0; after <= MaxIpus; ++after) {
        copies.push_back(stashCopies(Schedule::PopTorch, after));
    }
    costs.setPositional(std::move(copies), false);
    StageTimes times(layers);
    std::vector<double> work;
    for (size_t entry = 0; entry < layers; ++entry) {
        work.push_back(random.below(20000));
    }
    for (size_t first = 0; first < layers; ++first) {
        const double transfer = 3000 + random.below(30000);
        double sum = 0;
        for (size_t last = first; last < layers; ++last) {
            const PeakLine line{
                20000 * (last - first + 1) + random.below(15000), random.below(3000), 0, {}, {}};
            costs.setLines(first, last, {&line, 1});
            sum += work[last];
            times.set(first, last, {sum, first > 0 ? transfer : 0});
        }
    }
    costs.setTimes(std::move(times));
    return costs;
}

} // namespace

class TestParetoFront : public QObject {
    Q_OBJECT
private slots:
    void equalsBruteForce() {
        Random random(14);
        size_t points = 0;
        size_t incomplete = 0;
        size_t mixed = 0;
        for (int run = 0; run < 6000; ++run) {
            const size_t layers = 1 + random.below(9);
            const StagedInstance instance = randomInstance(random, layers);
            const SolveRequest request = randomStagedRequest(random, layers, Objective::MinPeriod);
            const std::vector<RankedPlan> expected = frontOf(instance, request);
            const ParetoFront front = *solvePareto(instance.costs, request);
            QVERIFY2(front.complete && sameFront(front, expected), std::to_string(run).c_str());
            points += front.points.size();
            mixed +=
                !expected.empty() && expected.front().rank.overflow > 0 && expected.back().rank.overflow == 0
                    ? 1
                    : 0;
            const size_t few = 1 + random.below(4);
            const ParetoFront fewer = *solvePareto(instance.costs, request, few);
            QCOMPARE(fewer.complete, expected.size() <= few);
            QVERIFY2(sameFront(fewer, fewer.complete ? expected : spacedPoints(expected, few)),
                     std::to_string(run).c_str());
            incomplete += fewer.complete ? 0 : 1;
        }
        QVERIFY2(points > 5000 && incomplete > 400 && mixed > 100,
                 (std::to_string(points) + " " + std::to_string(incomplete) + " " + std::to_string(mixed))
                     .c_str());
    }

    void autoPipe_data() {
        QTest::addColumn<size_t>("number");
        for (size_t i = 0; i < AutoPipeCases.size(); ++i) {
            QTest::addRow("%s", AutoPipeCases[i].name) << i;
        }
    }
    void autoPipe() {
        QFETCH(size_t, number);
        const AutoPipeCase& autoPipe = AutoPipeCases[number];
        const SolveRequest request{Objective::MinPeriod,
                                   PlanConstraints(autoPipe.layers, autoPipe.ipus, {AutoPipeMemory, {}})};
        const SolveResult result = *solveOptimal(costsOf(autoPipe), request);
        const auto* const plan = std::get_if<SolvedPlan>(&result);
        QVERIFY(plan != nullptr);
        QVERIFY(plan->fits);
        std::vector<size_t> splits;
        for (const LayerIndex split : plan->plan.splits()) {
            splits.push_back(split.index());
        }
        QVERIFY(std::find(autoPipe.accepted.begin(), autoPipe.accepted.end(), splits) !=
                autoPipe.accepted.end());
        // Transfers at the two ends count for all stages alike.
        const double transfer = autoPipe.cheapSplits.empty() ? 0 : 2 * ManyBytes;
        QCOMPARE(*plan->period, autoPipe.slowestStage + transfer);
    }

    void neverShorterWithLessMemory() {
        Random random(3);
        const IntervalCosts costs = manyEntries(60, random);
        SolveRequest request{Objective::MinPeriod, PlanConstraints(60, 8)};
        const ParetoFront front = *solvePareto(costs, request, 10000);
        QVERIFY(front.complete);
        QVERIFY2(front.points.size() > 4, std::to_string(front.points.size()).c_str());
        for (size_t i = 0; i < front.points.size(); ++i) {
            // With memory that is just enough, the point is the same.
            request.constraints = request.constraints.withMemory({front.points[i].peakTileBytes, {}});
            const auto plan = std::get<SolvedPlan>(*solveOptimal(costs, request));
            QVERIFY(plan.period == front.points[i].period);
            QCOMPARE(plan.peakTileBytes, front.points[i].peakTileBytes);
            QVERIFY(plan.plan == front.points[i].plan);
            QVERIFY(i == 0 || *front.points[i - 1].period < *plan.period);
        }
        request.constraints = request.constraints.withMemory({front.points.back().peakTileBytes - 1, {}});
        QCOMPARE(std::get<Infeasible>(*solveOptimal(costs, request)).reason, Infeasible::Reason::Memory);
    }

    void costsWithoutTimesHaveNoPeriod() {
        IntervalCosts costs(3);
        const SolveRequest request{Objective::MinPeriod, PlanConstraints(3, 2)};
        QCOMPARE(std::get<Infeasible>(*solveOptimal(costs, request)).reason, Infeasible::Reason::NoCycles);
        costs.setPositional(std::vector<uint32_t>(MaxIpus + 1, 0), false);
        QCOMPARE(std::get<Infeasible>(*solveOptimal(costs, request)).reason, Infeasible::Reason::NoCycles);
    }

    /// The stop is requested from another thread in the middle of work that takes seconds without it.
    void stopsInTheMiddle() {
        Random random(4);
        const IntervalCosts costs = manyEntries(900, random);
        std::stop_source source;
        std::jthread stopper([&] {
            std::this_thread::sleep_for(std::chrono::milliseconds(30));
            source.request_stop();
        });
        const SolveRequest request{Objective::MinPeriod, PlanConstraints(900, MaxIpus)};
        const auto front = solvePareto(costs, request, 10000, source.get_token());
        QVERIFY(!front && front.failure().cancelled());
    }
};

TILELINE_TEST(TestParetoFront)
#include "test_paretofront.moc"
