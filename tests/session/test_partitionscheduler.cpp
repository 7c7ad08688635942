// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/partitionscheduler.h"

#include "tests/support/fixtures.h"
#include "tests/support/randomprofile.h"
#include "tests/testmain.h"
#include "ui/session/memoryshortage.h"

#include <QSignalSpy>
#include <QTest>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <new>

using namespace tileline;

namespace {

SolveRequest requestFor(const Study& study, Objective objective, uint32_t ipus) {
    return {objective, PlanConstraints(study.layers->count(), ipus)};
}

/// Collects the scheduler's events, and waits for them.
class Listener {
public:
    PartitionScheduler::Events events() {
        PartitionScheduler::Events result;
        result.result = [this](uint64_t study, const PartitionResultPtr& value) {
            add([&] {
                results.push_back(value);
                numbers.push_back(study);
            });
        };
        result.layerEstimates = [this](uint64_t, const LayerEstimatesPtr& value) {
            add([&] { layers = value; });
        };
        result.tableProgress = [this](uint64_t, double value) { add([&] { fraction = value; }); };
        result.optimum = [this](uint64_t, const OptimumPtr& value) { add([&] { optima.push_back(value); }); };
        result.solved = [this](uint64_t, const SolveAnswer& value) {
            add([&] { answers.push_back(value); });
        };
        result.job = [this](uint64_t, Job value) { add([&] { job = value; }); };
        return result;
    }
    template <class Predicate>
    bool waitFor(Predicate done) {
        std::unique_lock lock(m_mutex);
        return m_changed.wait_for(lock, std::chrono::minutes(2), done);
    }

    // Guarded by the mutex as long as the scheduler exists. Read them in the predicate of waitFor().
    std::vector<PartitionResultPtr> results;
    std::vector<uint64_t> numbers;
    std::vector<OptimumPtr> optima;
    std::vector<SolveAnswer> answers;
    LayerEstimatesPtr layers;
    double fraction = 0;
    Job job = Job::None;

private:
    template <class Change>
    void add(Change change) {
        {
            const std::lock_guard lock(m_mutex);
            change();
        }
        m_changed.notify_all();
    }

    std::mutex m_mutex;
    std::condition_variable m_changed;
};

Study studyOf(ProfilePtr profile) {
    Workers workers(1);
    Outcome<Study> study = Study::open(std::move(profile), {{}, {Setting::PopLiner, {}}});
    if (!study || !study->addEstimator(workers)) {
        throw std::runtime_error("the study could not be opened");
    }
    return *std::move(study);
}

Study withoutTable(Study study) {
    study.table = nullptr;
    return study;
}

PlanEstimate fromScratch(const Study& study, const SplitPlan& plan) {
    Workers workers(1);
    return *study.estimator->estimate(plan, workers);
}

SplitPlan planWith(size_t layerCount, std::initializer_list<uint32_t> splits) {
    SplitPlan plan(layerCount);
    for (const uint32_t split : splits) {
        plan = plan.withAdded({split});
    }
    return plan;
}

} // namespace

class TestPartitionScheduler : public QObject {
    Q_OBJECT
private slots:
    void answersTheLastOfManyRequests() {
        const Study study = studyOf(test::loadFixture("bert-tiny-train"));
        const size_t layers = study.layers->count();
        Listener listener;
        PartitionScheduler scheduler(listener.events());
        scheduler.setStudy(withoutTable(study));
        uint64_t last = 0;
        for (int round = 0; round < 50; ++round) {
            for (uint32_t split = 1; split < layers; ++split) {
                last = scheduler.request(planWith(layers, {split}), ChangeKind::Dragging);
            }
        }
        QVERIFY(listener.waitFor(
            [&] { return !listener.results.empty() && listener.results.back()->generation == last; }));
        // The mailbox has one slot, so most requests were replaced before they were processed.
        QVERIFY(listener.results.size() < 50 * (layers - 1));
    }

    /// Work that runs out of memory is reported and not repeated; the next request is answered.
    void memoryThatIsNotThere() {
        const Study study = studyOf(test::loadFixture("bert-tiny-train"));
        const size_t layers = study.layers->count();
        QSignalSpy shortages(&MemoryShortage::instance(), &MemoryShortage::occurred);
        Listener listener;
        std::atomic<int> failed = 0;
        PartitionScheduler::Events events = listener.events();
        events.result = [&, deliver = events.result](uint64_t number, const PartitionResultPtr& result) {
            if (result->estimate.plan.splits().empty()) {
                ++failed;
                throw std::bad_alloc();
            }
            deliver(number, result);
        };
        events.layerEstimates = [&](uint64_t, const LayerEstimatesPtr&) {
            ++failed;
            throw std::bad_alloc();
        };
        events.tableProgress = [&](uint64_t, double) {
            ++failed;
            throw std::bad_alloc();
        };
        PartitionScheduler scheduler(events);
        scheduler.setStudy(study);
        scheduler.request(SplitPlan(layers), ChangeKind::Final);
        QTRY_COMPARE(failed.load(), 3);
        QTRY_COMPARE(shortages.count(), 3);
        const uint64_t last = scheduler.request(planWith(layers, {1}), ChangeKind::Final);
        QVERIFY(listener.waitFor(
            [&] { return !listener.results.empty() && listener.results.back()->generation == last; }));
        QVERIFY(listener.waitFor([&] { return listener.job == Job::None; }));
        QCOMPARE(failed.load(), 3);
    }

    void generationsOnlyGrowAndResultsCarryTheirPlan() {
        const Study study = studyOf(test::loadFixture("shuffled-layers"));
        const size_t layers = study.layers->count();
        Listener listener;
        PartitionScheduler scheduler(listener.events());
        scheduler.setStudy(withoutTable(study));
        uint64_t last = 0;
        for (uint32_t split = 1; split < layers; ++split) {
            last = scheduler.request(planWith(layers, {split}),
                                     split % 3 == 0 ? ChangeKind::Final : ChangeKind::Dragging);
        }
        QVERIFY(listener.waitFor(
            [&] { return !listener.results.empty() && listener.results.back()->generation == last; }));
        uint64_t before = 0;
        for (const PartitionResultPtr& result : listener.results) {
            QVERIFY(result->generation > before);
            before = result->generation;
            const PlanEstimate expected = fromScratch(study, result->estimate.plan);
            QVERIFY(result->estimate.stages == expected.stages);
            QVERIFY(result->estimate.crossingBytes == expected.crossingBytes);
        }
    }

    void fillsTheTableAndFindsTheOptimum() {
        const Study study = studyOf(test::loadFixture("bert-tiny-inf"));
        Listener listener;
        PartitionScheduler scheduler(listener.events());
        scheduler.setStudy(study);
        scheduler.requestOptimum(requestFor(study, Objective::MinPeak, 2));
        QVERIFY(listener.waitFor([&] { return !listener.optima.empty(); }));
        QVERIFY(study.table->complete());
        QCOMPARE(listener.fraction, 1.0);
        const auto* const best = std::get_if<SolvedPlan>(&listener.optima.back()->result);
        QVERIFY(best);
        // No plan with one split is better.
        for (uint32_t split = 1; split < study.layers->count(); ++split) {
            const PlanEstimate other = fromScratch(study, planWith(study.layers->count(), {split}));
            QVERIFY(best->peakTileBytes <= other.peakTileBytes());
        }
        for (uint32_t layer = 0; layer < study.layers->count(); ++layer) {
            QVERIFY((*listener.layers)[layer].has_value());
            QVERIFY(*(*listener.layers)[layer] == *study.table->find({{layer}, {layer}}));
        }
    }

    void plansComeBeforeTheTable() {
        const Study study = studyOf(test::loadFixture("bert-tiny-train"));
        const size_t layers = study.layers->count();
        Listener listener;
        PartitionScheduler scheduler(listener.events());
        scheduler.setStudy(study);
        for (uint32_t split = 1; split < layers; ++split) {
            const uint64_t generation = scheduler.request(planWith(layers, {split}), ChangeKind::Final);
            QVERIFY(listener.waitFor([&] {
                return !listener.results.empty() && listener.results.back()->generation == generation;
            }));
        }
        QVERIFY(listener.waitFor([&] { return listener.fraction == 1.0; }));
    }

    void greedySolveNeedsNoTable() {
        const Study study = studyOf(test::loadFixture("bert-tiny-inf"));
        Listener listener;
        PartitionScheduler scheduler(listener.events());
        scheduler.setStudy(withoutTable(study));
        scheduler.solve(requestFor(study, Objective::Greedy, 4));
        QVERIFY(listener.waitFor([&] { return !listener.answers.empty(); }));
        const SolveAnswer& answer = listener.answers.front();
        const auto* const greedy = std::get_if<GreedyResult>(&answer.result);
        QVERIFY(greedy && greedy->solved());
        QVERIFY(answer.plan().has_value());
        QCOMPARE(answer.plan()->stageCount(), greedy->stages.size());
    }

    void optimalSolveWaitsForTheTable() {
        const Study study = studyOf(test::loadFixture("bert-tiny-train"));
        Listener listener;
        PartitionScheduler scheduler(listener.events());
        scheduler.setStudy(study);
        scheduler.solve(requestFor(study, Objective::MinPeak, 3));
        QVERIFY(listener.waitFor([&] { return !listener.answers.empty(); }));
        QVERIFY(study.table->complete());
        QVERIFY(std::holds_alternative<SolvedPlan>(listener.answers.front().result));
    }

    void aPlanOfTheUserCancelsASolve() {
        const Study study = studyOf(test::loadFixture("bert-tiny-train"));
        Listener listener;
        PartitionScheduler scheduler(listener.events());
        scheduler.setStudy(study);
        scheduler.solve(requestFor(study, Objective::MinPeak, 1));
        const uint64_t generation =
            scheduler.request(planWith(study.layers->count(), {2}), ChangeKind::Final);
        QVERIFY(listener.waitFor(
            [&] { return !listener.results.empty() && listener.results.back()->generation == generation; }));
        QVERIFY(listener.waitFor([&] { return listener.fraction == 1.0 && listener.job == Job::None; }));
        QVERIFY(listener.answers.empty());
    }

    void anotherStudyDropsAllRequests() {
        const Study first = studyOf(test::loadFixture("bert-tiny-train"));
        const Study second = studyOf(test::loadFixture("bert-tiny-inf"));
        Listener listener;
        PartitionScheduler scheduler(listener.events());
        scheduler.setStudy(first);
        scheduler.request(planWith(first.layers->count(), {1}), ChangeKind::Dragging);
        const uint64_t number = scheduler.setStudy(second);
        const uint64_t last = scheduler.request(planWith(second.layers->count(), {1}), ChangeKind::Final);
        QVERIFY(listener.waitFor(
            [&] { return !listener.results.empty() && listener.results.back()->generation == last; }));
        QCOMPARE(listener.numbers.back(), number);
        QCOMPARE(listener.results.back()->estimate.plan.layerCount(), second.layers->count());
    }

    void isDestroyedAtAnyTime() {
        const Study study = studyOf(test::randomProfile(7, {.tiles = 64, .layers = 12, .variables = 400}));
        const size_t layers = study.layers->count();
        for (int round = 0; round < 40; ++round) {
            Listener listener;
            PartitionScheduler scheduler(listener.events());
            Study fresh = study;
            fresh.table = std::make_shared<IntervalTable>(fresh.estimator);
            scheduler.setStudy(fresh);
            if (round % 2 == 0 && layers > 1) {
                scheduler.request(planWith(layers, {1}), ChangeKind::Final);
            }
            if (round % 3 == 0) {
                scheduler.solve(
                    requestFor(study, round % 2 == 0 ? Objective::Greedy : Objective::MinPeak, 4));
            }
            std::this_thread::sleep_for(std::chrono::microseconds(round * 97));
        }
    }
};

TILELINE_TEST(TestPartitionScheduler)
#include "test_partitionscheduler.moc"
