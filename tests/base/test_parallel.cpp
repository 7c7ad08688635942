// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/parallel.h"
#include "tests/testmain.h"

#include <QTest>

#include <algorithm>
#include <atomic>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <thread>
#include <vector>

using namespace tileline;

namespace {

/// Counts how often each index was processed, and checks every piece.
class Counter {
public:
    explicit Counter(size_t count)
        : m_times(count) {}

    Workers::Body body(size_t grain, size_t workers) {
        return [this, grain, workers](size_t begin, size_t end, size_t worker) {
            m_sound =
                m_sound && begin < end && end <= m_times.size() && end - begin <= grain && worker < workers;
            for (size_t i = begin; i < std::min(end, m_times.size()); ++i) {
                ++m_times[i];
            }
        };
    }

    bool sound() const { return m_sound; }
    bool allOnce() const {
        return std::all_of(m_times.begin(), m_times.end(), [](const auto& times) { return times == 1; });
    }
    size_t total() const { return std::accumulate(m_times.begin(), m_times.end(), size_t{0}); }

private:
    std::vector<std::atomic<size_t>> m_times;
    std::atomic<bool> m_sound{true};
};

} // namespace

/// The parallel loop.
class TestParallel : public QObject {
    Q_OBJECT

private slots:
    void threadsAreCounted() {
        QCOMPARE(Workers(1).count(), size_t{1});
        QCOMPARE(Workers(5).count(), size_t{5});
        QCOMPARE(Workers().count(), size_t{std::max(1U, std::thread::hardware_concurrency())});
    }

    void everyIndexOnce_data() {
        QTest::addColumn<size_t>("threads");
        QTest::addColumn<size_t>("count");
        QTest::addColumn<size_t>("grain");
        const auto row = [](size_t threads, size_t count, size_t grain) {
            QTest::addRow("%zu threads, %zu items by %zu", threads, count, grain)
                << threads << count << grain;
        };
        for (const size_t threads : {1, 2, 4, 9}) {
            row(threads, 1, 1);
            row(threads, 3, 100);
            row(threads, 1472, 1);
            row(threads, 1472, 7);
            row(threads, 10'000, 16);
        }
    }
    void everyIndexOnce() {
        QFETCH(size_t, threads);
        QFETCH(size_t, count);
        QFETCH(size_t, grain);
        Workers workers(threads);
        // Repeated, because a thread that wakes late must not process a part of the next loop twice.
        for (int round = 0; round < 50; ++round) {
            Counter counter(count);
            QVERIFY(workers.forEach(count, grain, counter.body(grain, workers.count())));
            QVERIFY(counter.sound());
            QVERIFY(counter.allOnce());
        }
    }

    void grainsWithoutSense() {
        Workers workers(4);
        Counter one(100);
        QVERIFY(workers.forEach(100, 0, one.body(1, 4)));
        QVERIFY(one.allOnce() && one.sound());
        for (const size_t grain : {std::numeric_limits<size_t>::max(), size_t{1} << 63U}) {
            for (int round = 0; round < 50; ++round) {
                Counter all(100);
                QVERIFY(workers.forEach(100, grain, all.body(100, 4)));
                QVERIFY(all.allOnce() && all.sound());
            }
        }
    }

    void nothingToDo() {
        for (const size_t threads : {1, 3}) {
            Workers workers(threads);
            bool called = false;
            QVERIFY(workers.forEach(0, 16, [&](size_t, size_t, size_t) { called = true; }));
            QVERIFY(!called);
        }
    }

    void oneThreadIsTheCaller() {
        Workers workers(1);
        const auto caller = std::this_thread::get_id();
        size_t next = 0;
        const bool done = workers.forEach(100, 7, [&](size_t begin, size_t end, size_t worker) {
            QCOMPARE(std::this_thread::get_id(), caller);
            QCOMPARE(worker, size_t{0});
            QCOMPARE(begin, next);
            next = end;
        });
        QVERIFY(done);
        QCOMPARE(next, size_t{100});
    }

    /// A worker number belongs to one thread during a loop, so that each thread can have its own data without
    /// a lock.
    void workerNumbersAreThreads() {
        Workers workers(4);
        std::vector<size_t> sums(workers.count());
        const bool done = workers.forEach(10'000, 3, [&](size_t begin, size_t end, size_t worker) {
            for (size_t i = begin; i < end; ++i) {
                sums[worker] += i;
            }
        });
        QVERIFY(done);
        QCOMPARE(std::accumulate(sums.begin(), sums.end(), size_t{0}), size_t{10'000} * 9'999 / 2);
    }

    void allThreadsWork() {
        Workers workers(3);
        std::atomic<size_t> waiting{0};
        // Each piece waits for the other two, so the loop ends only if three threads run at once.
        const bool done = workers.forEach(3, 1, [&](size_t, size_t, size_t) {
            ++waiting;
            while (waiting < 3) {
                std::this_thread::yield();
            }
        });
        QVERIFY(done);
    }

    void stopBeforeTheBeginning() {
        std::stop_source stop;
        stop.request_stop();
        for (const size_t threads : {1, 4}) {
            Workers workers(threads);
            Counter counter(1000);
            QVERIFY(!workers.forEach(1000, 1, counter.body(1, threads), stop.get_token()));
            QCOMPARE(counter.total(), size_t{0});
        }
    }

    /// After the request, each thread finishes its current piece and begins no other.
    void stopsSoon() {
        for (const size_t threads : {1, 4}) {
            Workers workers(threads);
            for (int round = 0; round < 50; ++round) {
                std::stop_source stop;
                std::atomic<size_t> begunAfter{0};
                const bool done = workers.forEach(
                    100'000, 1,
                    [&](size_t begin, size_t, size_t) {
                        begunAfter += stop.stop_requested() ? 1 : 0;
                        if (begin == 100) {
                            stop.request_stop();
                        }
                    },
                    stop.get_token());
                QVERIFY(!done);
                QVERIFY(begunAfter < threads);
            }
        }
    }

    void stoppedFromOutside() {
        Workers workers(2);
        std::stop_source stop;
        std::atomic<size_t> pieces{0};
        std::jthread other([&] {
            while (pieces < 10) {
                std::this_thread::yield();
            }
            stop.request_stop();
        });
        const bool done = workers.forEach(
            std::numeric_limits<size_t>::max() / 2, 1, [&](size_t, size_t, size_t) { ++pieces; },
            stop.get_token());
        QVERIFY(!done);
        QVERIFY(pieces >= 10);
    }

    /// A loop does not report a stop if no work was left when the stop was requested.
    void stopAfterTheLastPiece() {
        for (const size_t threads : {1, 4}) {
            Workers workers(threads);
            std::stop_source stop;
            Counter counter(1);
            const Workers::Body count = counter.body(1, threads);
            const bool done = workers.forEach(
                1, 1,
                [&](size_t begin, size_t end, size_t worker) {
                    count(begin, end, worker);
                    stop.request_stop();
                },
                stop.get_token());
            QVERIFY(counter.allOnce());
            QVERIFY(done);
        }
    }

    void exceptionsReachTheCaller() {
        for (const size_t threads : {1, 4}) {
            Workers workers(threads);
            std::atomic<size_t> pieces{0};
            QVERIFY_EXCEPTION_THROWN((void)workers.forEach(100'000, 1,
                                                           [&](size_t begin, size_t, size_t) {
                                                               ++pieces;
                                                               if (begin == 50) {
                                                                   throw std::out_of_range("fifty");
                                                               }
                                                           }),
                                     std::out_of_range);
            QVERIFY(pieces < 100'000);
            // The workers can be used again.
            Counter counter(1000);
            QVERIFY(workers.forEach(1000, 3, counter.body(3, threads)));
            QVERIFY(counter.allOnce());
        }
    }

    void oneExceptionOfMany() {
        Workers workers(4);
        for (int round = 0; round < 50; ++round) {
            QVERIFY_EXCEPTION_THROWN(
                (void)workers.forEach(1000, 1, [](size_t, size_t, size_t) { throw std::runtime_error("x"); }),
                std::runtime_error);
        }
    }

    void callersDoNotMixTheirLoops() {
        Workers workers(3);
        std::atomic<bool> sound{true};
        {
            std::vector<std::jthread> callers;
            for (int caller = 0; caller < 4; ++caller) {
                callers.emplace_back([&] {
                    for (int round = 0; round < 50; ++round) {
                        Counter counter(100);
                        const bool done = workers.forEach(100, 10, counter.body(10, 3));
                        sound = sound && done && counter.allOnce() && counter.sound();
                    }
                });
            }
        }
        QVERIFY(sound);
    }

    /// The inner loop can end only if it does not wait for the outer one.
    void aSecondCallerWorksAlone() {
        Workers workers(2);
        Counter counter(100);
        const bool done = workers.forEach(1, 1, [&](size_t, size_t, size_t) {
            const std::jthread other([&] { (void)workers.forEach(100, 7, counter.body(7, 1)); });
        });
        QVERIFY(done);
        QVERIFY(counter.allOnce() && counter.sound());
    }

    /// Loops may be nested if the inner loop has its own workers.
    void nestedWithOtherWorkers() {
        Workers outer(3);
        Counter counter(300);
        const bool done = outer.forEach(3, 1, [&](size_t begin, size_t, size_t) {
            Workers inner(2);
            const Workers::Body count = counter.body(300, 3);
            (void)inner.forEach(100, 7, [&](size_t first, size_t last, size_t worker) {
                count(100 * begin + first, 100 * begin + last, worker);
            });
        });
        QVERIFY(done);
        QVERIFY(counter.allOnce() && counter.sound());
    }

    void madeAndDestroyed() {
        for (int round = 0; round < 100; ++round) {
            const Workers idle(4);
            Workers used(4);
            Counter counter(20);
            QVERIFY(used.forEach(20, 1, counter.body(1, 4)));
            QVERIFY(counter.allOnce());
        }
    }
};

TILELINE_TEST(TestParallel)
#include "test_parallel.moc"
