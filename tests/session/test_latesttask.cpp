// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/latesttask.h"

#include "tests/testmain.h"
#include "ui/session/memoryshortage.h"

#include <QEventLoop>
#include <QSignalSpy>
#include <QTest>
#include <QThread>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <latch>
#include <memory>
#include <new>
#include <thread>
#include <utility>
#include <vector>

using namespace tileline;

namespace {

/// A task that belongs to no page.
struct Task : LatestTask {
    Task()
        : LatestTask(nullptr) {}
};

void waitForStop(const std::stop_token& stop) {
    while (!stop.stop_requested()) {
        std::this_thread::yield();
    }
}

} // namespace

class TestLatestTask : public QObject {
    Q_OBJECT
private slots:
    void computesOnAnotherThreadAndDeliversOnThisOne() {
        Task task;
        QSignalSpy busy(&task, &LatestTask::busyChanged);
        QThread* worker = nullptr;
        QThread* receiver = nullptr;
        task.run([](const std::stop_token&) { return QThread::currentThread(); },
                 [&](QThread* thread) {
                     worker = thread;
                     receiver = QThread::currentThread();
                 });
        QVERIFY(task.busy());
        QTRY_VERIFY(receiver);
        QCOMPARE(receiver, QThread::currentThread());
        QVERIFY(worker != receiver);
        QVERIFY(!task.busy());
        QCOMPARE(busy.count(), 2);
    }

    void newestRequestWins() {
        Task task;
        std::vector<int> delivered;
        for (int i = 0; i < 100; ++i) {
            task.run([i](const std::stop_token&) { return i; },
                     [&](int value) { delivered.push_back(value); });
        }
        QTRY_VERIFY(!task.busy());
        QCOMPARE(delivered, std::vector<int>{99});
    }

    void runningRequestIsStoppedByTheNext() {
        Task task;
        auto started = std::make_shared<std::latch>(1);
        auto stopped = std::make_shared<std::atomic<bool>>(false);
        bool deliveredFirst = false;
        task.run(
            [started, stopped](const std::stop_token& stop) {
                started->count_down();
                waitForStop(stop);
                *stopped = true;
                return 1;
            },
            [&](int) { deliveredFirst = true; });
        started->wait();
        int second = 0;
        task.run([](const std::stop_token&) { return 2; }, [&](int value) { second = value; });
        QTRY_COMPARE(second, 2);
        QVERIFY(*stopped);
        QVERIFY(!deliveredFirst);
    }

    void cancelDeliversNothing() {
        Task task;
        bool delivered = false;
        task.run([](const std::stop_token&) { return 1; }, [&](int) { delivered = true; });
        task.cancel();
        QVERIFY(!task.busy());
        int next = 0;
        task.run([](const std::stop_token&) { return 2; }, [&](int value) { next = value; });
        QTRY_COMPARE(next, 2);
        QVERIFY(!delivered);
    }

    void postedCallsComeBeforeTheValue() {
        Task task;
        std::vector<int> called;
        task.run(
            [&called](const std::stop_token&, const LatestTask::Post& post) {
                for (int i = 0; i < 100; ++i) {
                    post([&called, i] { called.push_back(i); });
                }
                return 100;
            },
            [&](int value) { called.push_back(value); });
        QTRY_VERIFY(!task.busy());
        QCOMPARE(called.size(), size_t{101});
        QVERIFY(std::is_sorted(called.begin(), called.end()));
    }

    void postedCallsOfAFormerRequestAreDropped() {
        Task task;
        auto posted = std::make_shared<std::latch>(1);
        bool called = false;
        task.run(
            [posted, &called](const std::stop_token& stop, const LatestTask::Post& post) {
                post([&called] { called = true; });
                posted->count_down();
                waitForStop(stop);
                post([&called] { called = true; });
                return 1;
            },
            [&](int) { called = true; });
        posted->wait();
        int second = 0;
        task.run([](const std::stop_token&) { return 2; }, [&](int value) { second = value; });
        QTRY_COMPARE(second, 2);
        QVERIFY(!called);
    }

    void oneRequestRunsAtATime() {
        Task task;
        auto running = std::make_shared<std::atomic<int>>(0);
        auto maximum = std::make_shared<std::atomic<int>>(0);
        int last = 0;
        for (int i = 1; i <= 50; ++i) {
            task.run(
                [=](const std::stop_token&) {
                    *maximum = std::max<int>(*maximum, ++*running);
                    std::this_thread::sleep_for(std::chrono::milliseconds(1));
                    --*running;
                    return i;
                },
                [&](int value) { last = value; });
            QTest::qWait(i % 3);
        }
        QTRY_COMPARE(last, 50);
        QCOMPARE(maximum->load(), 1);
    }

    void workWaitsForAThreadInTheOrderOfTheRequests() {
        std::array<std::latch, 2> go{std::latch(1), std::latch(1)};
        std::array<Task, 2> slow;
        for (size_t i = 0; i < 2; ++i) {
            slow[i].run(
                [&go, i](const std::stop_token&) {
                    go[i].wait();
                    return 0;
                },
                [](int) {});
        }
        std::array<Task, 5> quick;
        auto begun = std::make_shared<std::vector<size_t>>(); // only the thread that is not blocked writes it
        size_t delivered = 0;
        for (size_t i = 0; i < quick.size(); ++i) {
            quick[i].run(
                [begun, i](const std::stop_token&) {
                    begun->push_back(i);
                    return 0;
                },
                [&](int) { ++delivered; });
        }
        QTest::qWait(20);
        QCOMPARE(delivered, size_t{0});
        go[0].count_down();
        QTRY_COMPARE(delivered, quick.size());
        QCOMPARE(*begun, (std::vector<size_t>{0, 1, 2, 3, 4}));
        QVERIFY(slow[1].busy());
        go[1].count_down();
        QTRY_VERIFY(!slow[0].busy() && !slow[1].busy());
    }

    void deliveriesMayRunAnEventLoop() {
        Task first;
        Task second;
        std::vector<int> delivered;
        first.run([](const std::stop_token&) { return 1; },
                  [&](int value) {
                      delivered.push_back(value);
                      QEventLoop nested;
                      // The newer request of the same task ends while the older one is being delivered.
                      first.run([](const std::stop_token&) { return 2; },
                                [&](int newer) {
                                    delivered.push_back(newer);
                                    nested.quit();
                                });
                      nested.exec();
                      delivered.push_back(3);
                  });
        QTRY_COMPARE(delivered, (std::vector<int>{1, 2, 3}));
        QVERIFY(!first.busy());
    }

    void aDeliveryMayDestroyTheTask() {
        auto task = std::make_unique<Task>();
        task->run([](const std::stop_token&) { return 1; }, [&](int) { task.reset(); });
        QTRY_VERIFY(!task);
    }

    void aNewRequestWhileTheStateIsReportedReplacesTheOld() {
        Task task;
        std::vector<int> delivered;
        bool again = true;
        connect(&task, &LatestTask::busyChanged, this, [&](bool busy) {
            if (!busy && std::exchange(again, false)) {
                task.run([](const std::stop_token&) { return 2; },
                         [&](int value) { delivered.push_back(value); });
            }
        });
        task.run([](const std::stop_token&) { return 1; }, [&](int value) { delivered.push_back(value); });
        QTRY_COMPARE(delivered, std::vector<int>{2});
    }

    void memoryThatIsNotThereIsReported() {
        Task task;
        QSignalSpy failures(&task, &LatestTask::outOfMemory);
        bool delivered = false;
        task.run([](const std::stop_token&) -> int { throw std::bad_alloc(); },
                 [&](int) { delivered = true; });
        QTRY_COMPARE(failures.count(), 1);
        QVERIFY(!task.busy());
        QVERIFY(!delivered);
        int next = 0;
        task.run([](const std::stop_token&) { return 2; }, [&](int value) { next = value; });
        QTRY_COMPARE(next, 2);
        QCOMPARE(failures.count(), 1);
    }

    /// Showing a value can need more memory than computing it.
    void memoryThatIsNotThereForTheDelivery() {
        Task task;
        QSignalSpy failures(&task, &LatestTask::outOfMemory);
        task.run([](const std::stop_token&) { return 1; }, [](int) { throw std::bad_alloc(); });
        QTRY_COMPARE(failures.count(), 1);
        QVERIFY(!task.busy());
    }

    /// A query that nobody watches does not fail silently.
    void aShortageThatNobodyWatches() {
        QSignalSpy shortages(&MemoryShortage::instance(), &MemoryShortage::occurred);
        Task task;
        task.run([](const std::stop_token&) -> int { throw std::bad_alloc(); }, [](int) {});
        QTRY_COMPARE(shortages.count(), 1);
        const auto connection = connect(&task, &LatestTask::outOfMemory, this, [] {});
        task.run([](const std::stop_token&) -> int { throw std::bad_alloc(); }, [](int) {});
        QTRY_VERIFY(!task.busy());
        QCOMPARE(shortages.count(), 1);
        disconnect(connection);
    }

    void theDestructorStopsAndDeliversNothing() {
        auto started = std::make_shared<std::latch>(1);
        auto stopped = std::make_shared<std::atomic<bool>>(false);
        bool delivered = false;
        {
            Task task;
            task.run(
                [=](const std::stop_token& stop) {
                    started->count_down();
                    waitForStop(stop);
                    *stopped = true;
                    return 0;
                },
                [&](int) { delivered = true; });
            started->wait();
        }
        QTRY_VERIFY(*stopped);
        QTest::qWait(10);
        QVERIFY(!delivered);
    }

    void theDestructorDoesNotWait() {
        auto started = std::make_shared<std::latch>(1);
        auto go = std::make_shared<std::latch>(1);
        auto ended = std::make_shared<std::atomic<bool>>(false);
        auto called = std::make_shared<std::atomic<bool>>(false);
        {
            Task task;
            task.run(
                [=](const std::stop_token&, const LatestTask::Post& post) {
                    started->count_down();
                    // Released after the task is destroyed, so the test ends only if the task's destructor
                    // does not wait.
                    go->wait();
                    post([called] { *called = true; });
                    *ended = true;
                    return 0;
                },
                [called](int) { *called = true; });
            started->wait();
        }
        go->count_down();
        QTRY_VERIFY(*ended);
        QTest::qWait(10);
        QVERIFY(!*called);
    }

    void requestsThatWaitAreForgottenWithTheirTask() {
        auto go = std::make_shared<std::latch>(1);
        auto slow = std::make_unique<Task[]>(2);
        for (int i = 0; i < 2; ++i) {
            slow[i].run(
                [go](const std::stop_token&) {
                    go->wait();
                    return 0;
                },
                [](int) {});
        }
        auto held = std::make_shared<int>(1);
        auto waiting = std::make_unique<Task>();
        waiting->run([held](const std::stop_token&) { return *held; }, [](int) {});
        QVERIFY(held.use_count() > 1);
        waiting.reset();
        QCOMPARE(held.use_count(), 1);
        go->count_down();
    }

    void cancelAndWaitReturnsAfterTheEnd() {
        for (int round = 0; round < 50; ++round) {
            Task task;
            auto running = std::make_shared<std::atomic<bool>>(false);
            task.run(
                [running](const std::stop_token& stop) {
                    *running = true;
                    waitForStop(stop);
                    std::this_thread::sleep_for(std::chrono::microseconds(200));
                    *running = false;
                    return 0;
                },
                [](int) {});
            if (round % 2 == 0) {
                QTRY_VERIFY(*running);
            }
            task.cancelAndWait();
            QVERIFY(!*running);
            QVERIFY(!task.busy());
        }
    }

    void madeAndDestroyedWhileTheyRun() {
        for (int round = 0; round < 300; ++round) {
            auto task = std::make_unique<Task>();
            auto* const raw = task.get();
            raw->run(
                [](const std::stop_token&, const LatestTask::Post& post) {
                    post([] {});
                    return std::vector<int>(100);
                },
                [raw](const std::vector<int>&) { QVERIFY(!raw->busy()); });
            if (round % 3 == 0) {
                QCoreApplication::processEvents();
            }
        }
    }
};

TILELINE_TEST(TestLatestTask)
#include "test_latesttask.moc"
