// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/stageplacement.h"
#include "core/explain/planwarnings.h"
#include "core/explain/remedies.h"
#include "tests/support/bruteforce.h"
#include "tests/support/random.h"
#include "tests/support/randomprofile.h"
#include "tests/testmain.h"

#include <QTest>

#include <algorithm>
#include <map>

using namespace tileline;
using namespace tileline::test;

namespace {

/// A profile with its table, and the estimates of all plans from scratch.
struct PlannedProfile {
    StageEstimatorPtr estimator;
    IntervalTablePtr table;
    std::vector<PlanEstimate> plans;

    const PlanEstimate& of(const SplitPlan& plan) const {
        return *std::find_if(plans.begin(), plans.end(),
                             [&](const PlanEstimate& estimate) { return estimate.plan == plan; });
    }
};

PlannedProfile planned(uint64_t seed, bool pipeline, Workers& workers, const PipelineOptions& options = {}) {
    RandomProfileOptions profileOptions;
    profileOptions.replicas = false;
    profileOptions.pipeline = pipeline;
    const ProfilePtr profile = randomProfile(seed, profileOptions);
    const LayersPtr layers = *findLayers(*profile, {});
    PlannedProfile result;
    result.estimator =
        pipeline ? *StageEstimator::build(profile, *PipelineEntries::find(*profile, *layers, options.mode),
                                          options, workers)
                 : *StageEstimator::build(profile, layers, workers);
    result.table = std::make_shared<IntervalTable>(result.estimator);
    if (!result.table->fill(SplitPlan(result.estimator->layerCount()), workers)) {
        throw std::runtime_error("no table");
    }
    forEachSplitPlan(result.estimator->layerCount(), [&](const SplitPlan& plan) {
        result.plans.push_back(*result.estimator->estimate(plan, workers));
    });
    return result;
}

/// The fit, computed in another way.
std::pair<uint64_t, uint64_t> naiveFit(const PlanEstimate& estimate, const MemoryLimits& memory) {
    uint64_t overflow = 0;
    uint64_t peak = 0;
    for (uint32_t ipu = 0; ipu < estimate.stages.size(); ++ipu) {
        const uint64_t memoryOf = ipu < memory.ofIpu.size() ? memory.ofIpu[ipu] : memory.perTile;
        const uint64_t limit = memoryOf * (100 - memory.keepFree) / 100;
        const uint64_t bytes = estimate.stages[ipu].peakTileBytes;
        peak = std::max(peak, bytes);
        overflow = std::max(overflow, bytes - std::min(bytes, limit));
    }
    return {overflow, peak};
}

Plan randomPlan(Random& random, const PlannedProfile& profile) {
    const size_t layers = profile.estimator->layerCount();
    const SplitPlan splits = profile.plans[random.below(profile.plans.size())].plan;
    const uint64_t peak = profile.of(splits).peakTileBytes();
    MemoryLimits memory{peak / 2 + random.below(peak), {}, random.below(3) == 0 ? random.below(50) : 0};
    if (random.below(3) == 0) {
        memory.ofIpu = {peak / 2 + random.below(peak)};
    }
    PlanConstraints constraints(layers, static_cast<uint32_t>(splits.stageCount()), memory);
    for (uint32_t layer = 1; layer < layers; ++layer) {
        if (random.below(6) == 0) {
            const LayerIndex boundary{layer};
            constraints = splits.isSplit(boundary) ? constraints.withPinned(boundary)
                                                   : constraints.withForbidden(boundary);
        }
    }
    return *Plan::make(splits, constraints);
}

const Remedy* find(const std::vector<Remedy>& remedies, Remedy::Kind kind) {
    const auto found = std::find_if(remedies.begin(), remedies.end(),
                                    [&](const Remedy& remedy) { return remedy.kind == kind; });
    return found == remedies.end() ? nullptr : &*found;
}

/// Whether two plans differ in one split point, by one entry.
bool isOneMove(const SplitPlan& before, const SplitPlan& after) {
    uint32_t moved = 0;
    if (before.stageCount() != after.stageCount()) {
        return false;
    }
    for (size_t i = 0; i < before.splits().size(); ++i) {
        const auto from = static_cast<int64_t>(before.splits()[i].value);
        const auto to = static_cast<int64_t>(after.splits()[i].value);
        if (std::abs(from - to) > 1) {
            return false;
        }
        moved += from == to ? 0 : 1;
    }
    return moved == 1;
}

bool obeys(const SplitPlan& plan, const PlanConstraints& constraints) {
    return std::all_of(constraints.pinned().begin(), constraints.pinned().end(),
                       [&](LayerIndex pin) { return plan.isSplit(pin); }) &&
           std::none_of(plan.splits().begin(), plan.splits().end(),
                        [&](LayerIndex split) { return constraints.isForbidden(split); });
}

} // namespace

/// Remedies, compared with a search over all plans, each estimated from scratch.
class TestRemedies : public QObject {
    Q_OBJECT
private slots:
    void remediesAreTheBestOfAllPlans_data() {
        QTest::addColumn<bool>("pipeline");
        QTest::newRow("popliner") << false;
        QTest::newRow("pipeline") << true;
    }
    void remediesAreTheBestOfAllPlans() {
        QFETCH(const bool, pipeline);
        Workers workers(2);
        Random random(4);
        std::map<Remedy::Kind, size_t> seen;
        size_t fitting = 0;
        for (uint64_t seed = 1; seed <= 24; ++seed) {
            PipelineOptions options;
            options.allowSharedWeights = seed % 2 == 0;
            const PlannedProfile profile = planned(seed, pipeline, workers, options);
            for (int run = 0; run < 25; ++run) {
                const Plan plan = randomPlan(random, profile);
                const PlanEstimate& estimate = profile.of(plan.splitPlan());
                const OptimumPtr optimum = *findOptimum({Objective::MinPeak, plan.constraints()},
                                                        *IntervalCosts::make(*profile.table, {}), {});
                const auto remedies = *findRemedies(plan, *profile.table, *optimum, workers);
                const auto now = naiveFit(estimate, plan.memory());
                const bool splitsNow = splitsWeights(*profile.estimator, estimate);
                if (now.first == 0 && !splitsNow) {
                    QVERIFY(remedies.empty());
                    ++fitting;
                    continue;
                }
                const auto better = [&](const PlanEstimate& other, std::pair<uint64_t, uint64_t> fit) {
                    return !splitsWeights(*profile.estimator, other) && (splitsNow || fit < now);
                };
                std::optional<std::pair<uint64_t, uint64_t>> bestMove;
                std::optional<std::pair<uint64_t, uint64_t>> bestPlan;
                std::optional<size_t> fewest;
                for (const PlanEstimate& other : profile.plans) {
                    if (!obeys(other.plan, plan.constraints())) {
                        continue;
                    }
                    const auto fit = naiveFit(other, plan.memory());
                    const bool splits = splitsWeights(*profile.estimator, other);
                    if (fit.first == 0 && !splits) {
                        fewest = std::min(fewest.value_or(other.plan.stageCount()), other.plan.stageCount());
                    }
                    if (!better(other, fit)) {
                        continue;
                    }
                    if (isOneMove(plan.splitPlan(), other.plan)) {
                        bestMove = std::min(bestMove.value_or(fit), fit);
                    }
                    if (other.plan.stageCount() <= plan.ipus()) {
                        bestPlan = std::min(bestPlan.value_or(fit), fit);
                    }
                }
                const auto same = [](const Remedy* remedy, const auto& expected) {
                    return remedy == nullptr ? !expected
                                             : expected && expected->first == remedy->fit.overflow &&
                                                   expected->second == remedy->fit.peakTileBytes;
                };
                const Remedy* const move = find(remedies, Remedy::Kind::MoveEntry);
                QVERIFY(same(move, bestMove));
                const Remedy* const best = find(remedies, Remedy::Kind::BestPlan);
                // If the move gives the best plan, it is not offered twice.
                QVERIFY(same(best, bestPlan) || (best == nullptr && move && same(move, bestPlan)));
                const Remedy* const more = find(remedies, Remedy::Kind::MoreIpus);
                QCOMPARE(more != nullptr, fewest && *fewest > plan.ipus());
                if (more != nullptr) {
                    QCOMPARE(size_t{more->plan.ipus()}, *fewest);
                    QVERIFY(more->fit.overflow == 0 &&
                            more->plan.constraints().pinned().size() == plan.constraints().pinned().size());
                }
                for (const Remedy& remedy : remedies) {
                    ++seen[remedy.kind];
                    if (remedy.kind == Remedy::Kind::OutputOnFirst) {
                        QVERIFY(remedy.plan == plan);
                        continue;
                    }
                    QCOMPARE(naiveFit(profile.of(remedy.plan.splitPlan()), plan.memory()),
                             std::pair(remedy.fit.overflow, remedy.fit.peakTileBytes));
                    QVERIFY(obeys(remedy.plan.splitPlan(), plan.constraints()));
                }
                if (move != nullptr) {
                    // The entry really changes to that IPU.
                    QVERIFY(isOneMove(plan.splitPlan(), move->plan.splitPlan()));
                    QVERIFY(plan.splitPlan().stageOf(move->entry) != move->to);
                    QCOMPARE(move->plan.splitPlan().stageOf(move->entry), move->to);
                }
            }
        }
        QVERIFY(fitting > 10);
        QVERIFY(seen[Remedy::Kind::MoveEntry] > 10 && seen[Remedy::Kind::BestPlan] > 10 &&
                seen[Remedy::Kind::MoreIpus] > 10);
    }

    void outputOnFirstIsEstimated() {
        Workers workers(2);
        PipelineOptions first;
        first.outputOn = OutputOn::First;
        size_t offered = 0;
        size_t refused = 0;
        for (uint64_t seed = 1; seed <= 12; ++seed) {
            const PlannedProfile last = planned(seed, true, workers);
            const StageEstimatorPtr other = *last.estimator->withOptions(first, workers);
            for (const PlanEstimate& estimate : last.plans) {
                const MemoryLimits memory{estimate.peakTileBytes() * 9 / 10, {}};
                const Plan plan =
                    *Plan::make(estimate.plan,
                                PlanConstraints(estimate.plan.layerCount(),
                                                static_cast<uint32_t>(estimate.plan.stageCount()), memory));
                const OptimumPtr optimum = *findOptimum({Objective::MinPeak, plan.constraints()},
                                                        *IntervalCosts::make(*last.table, {}), {});
                const auto remedies = *findRemedies(plan, *last.table, *optimum, workers);
                const Remedy* const remedy = find(remedies, Remedy::Kind::OutputOnFirst);
                const PlanEstimate moved = *other->estimate(plan.splitPlan(), workers);
                const bool helps = hasMovableOutput(last.estimator->layers().kinds) &&
                                   !splitsWeights(*other, moved) &&
                                   (splitsWeights(*last.estimator, estimate) ||
                                    naiveFit(moved, memory) < naiveFit(estimate, memory));
                QCOMPARE(remedy != nullptr, helps);
                ++(helps ? offered : refused);
                if (helps) {
                    QCOMPARE(std::pair(remedy->fit.overflow, remedy->fit.peakTileBytes),
                             naiveFit(moved, memory));
                }
            }
        }
        QVERIFY(offered > 5 && refused > 5);
    }

    void theVerdictNamesTheTightestIpu() {
        Workers workers(2);
        Random random(8);
        size_t over = 0;
        for (uint64_t seed = 1; seed <= 6; ++seed) {
            const PlannedProfile profile = planned(seed, false, workers);
            for (int run = 0; run < 40; ++run) {
                const Plan plan = randomPlan(random, profile);
                const PlanEstimate& estimate = profile.of(plan.splitPlan());
                const PlanVerdict verdict = verdictOf(estimate, plan.memory());
                QCOMPARE(size_t{verdict.ipus}, estimate.stages.size());
                QCOMPARE(verdict.over == 0, naiveFit(estimate, plan.memory()).first == 0);
                std::vector<int64_t> headrooms;
                for (uint32_t ipu = 0; ipu < verdict.ipus; ++ipu) {
                    headrooms.push_back(static_cast<int64_t>(plan.limitOf({ipu})) -
                                        static_cast<int64_t>(estimate.stages[ipu].peakTileBytes));
                }
                QCOMPARE(verdict.headroom, *std::min_element(headrooms.begin(), headrooms.end()));
                QCOMPARE(headrooms[verdict.tightest.index()], verdict.headroom);
                QCOMPARE(verdict.limit, plan.limitOf(verdict.tightest));
                QCOMPARE(int64_t{verdict.over}, std::count_if(headrooms.begin(), headrooms.end(),
                                                              [](int64_t bytes) { return bytes < 0; }));
                over += verdict.over > 0 ? 1 : 0;
            }
        }
        QVERIFY(over > 20);
    }

    void aHugeLimitHasAHugeHeadroom() {
        Workers workers(1);
        const PlannedProfile profile = planned(1, false, workers);
        const PlanVerdict verdict = verdictOf(profile.plans.front(), {UINT64_MAX, {}});
        QCOMPARE(verdict.over, 0U);
        QCOMPARE(verdict.headroom, INT64_MAX);
    }

    void ipusAreAcquiredInPowersOfTwo() {
        const auto use = [](size_t stages, uint32_t ipus) {
            const IpuUse found = ipuUse(stages, ipus);
            return std::tuple(found.used, found.of, found.acquired);
        };
        QCOMPARE(use(4, 4), std::tuple(4U, 4U, true));
        QCOMPARE(use(3, 4), std::tuple(3U, 4U, false));
        QCOMPARE(use(3, 3), std::tuple(3U, 4U, true));
        QCOMPARE(use(3, 0), std::tuple(3U, 4U, true));
        QCOMPARE(use(4, 6), std::tuple(4U, 6U, false));
        QCOMPARE(use(9, 9), std::tuple(9U, 16U, true));
        QCOMPARE(use(MaxIpus, MaxIpus), std::tuple(MaxIpus, MaxIpus, true));
        QCOMPARE(use(1, 1), std::tuple(1U, 1U, true));
    }

    void aStoppedSearchIsCancelled() {
        Workers workers(1);
        const PlannedProfile profile = planned(1, false, workers);
        std::stop_source stop;
        stop.request_stop();
        for (const PlanEstimate& estimate : profile.plans) {
            if (estimate.plan.stageCount() > 1) {
                const Plan plan =
                    *Plan::make(estimate.plan, PlanConstraints(estimate.plan.layerCount(), MaxIpus, {1, {}}));
                const OptimumPtr optimum = *findOptimum({Objective::MinPeak, plan.constraints()},
                                                        *IntervalCosts::make(*profile.table, {}), {});
                const auto found = findRemedies(plan, *profile.table, *optimum, workers, stop.get_token());
                QVERIFY(!found && found.failure().cancelled());
            }
        }
    }
};

TILELINE_TEST(TestRemedies)
#include "test_remedies.moc"
