// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/backgroundquery.h"

#include <QSignalSpy>
#include <QTest>
#include <QThread>

#include <atomic>
#include <latch>
#include <memory>

using namespace tileline;

class TestBackgroundQuery : public QObject {
    Q_OBJECT
private slots:
    void computesOnAnotherThreadAndDeliversOnThisOne() {
        BackgroundQuery query;
        QSignalSpy busy(&query, &BackgroundQuery::busyChanged);
        QThread* worker = nullptr;
        QThread* receiver = nullptr;
        query.run([](const std::stop_token&) { return QThread::currentThread(); },
                  [&](QThread* thread) {
                      worker = thread;
                      receiver = QThread::currentThread();
                  });
        QVERIFY(query.busy());
        QTRY_VERIFY(receiver);
        QCOMPARE(receiver, QThread::currentThread());
        QVERIFY(worker != receiver);
        QVERIFY(!query.busy());
        QCOMPARE(busy.count(), 2);
    }

    void newestRequestWins() {
        BackgroundQuery query;
        std::vector<int> delivered;
        for (int i = 0; i < 100; ++i) {
            query.run([i](const std::stop_token&) { return i; },
                      [&](int value) { delivered.push_back(value); });
        }
        QTRY_VERIFY(!query.busy());
        QCOMPARE(delivered, std::vector<int>{99});
    }

    void runningRequestIsStoppedByTheNext() {
        BackgroundQuery query;
        auto started = std::make_shared<std::latch>(1);
        auto stopped = std::make_shared<std::atomic<bool>>(false);
        bool deliveredFirst = false;
        query.run(
            [started, stopped](const std::stop_token& stop) {
                started->count_down();
                while (!stop.stop_requested()) {
                    std::this_thread::yield();
                }
                *stopped = true;
                return 1;
            },
            [&](int) { deliveredFirst = true; });
        started->wait();
        int second = 0;
        query.run([](const std::stop_token&) { return 2; }, [&](int value) { second = value; });
        QTRY_COMPARE(second, 2);
        QVERIFY(*stopped);
        QVERIFY(!deliveredFirst);
    }

    void cancelDeliversNothing() {
        BackgroundQuery query;
        bool delivered = false;
        query.run([](const std::stop_token&) { return 1; }, [&](int) { delivered = true; });
        query.cancel();
        QVERIFY(!query.busy());
        int next = 0;
        query.run([](const std::stop_token&) { return 2; }, [&](int value) { next = value; });
        QTRY_COMPARE(next, 2);
        QVERIFY(!delivered);
    }

    void destructorStopsAndJoins() {
        auto running = std::make_shared<std::atomic<bool>>(false);
        bool delivered = false;
        {
            BackgroundQuery query;
            query.run(
                [running](const std::stop_token& stop) {
                    *running = true;
                    while (!stop.stop_requested()) {
                        std::this_thread::yield();
                    }
                    *running = false;
                    return 0;
                },
                [&](int) { delivered = true; });
            while (!*running) {
                std::this_thread::yield();
            }
        }
        QVERIFY(!*running);
        QCoreApplication::processEvents();
        QVERIFY(!delivered);
    }
};

QTEST_GUILESS_MAIN(TestBackgroundQuery)
#include "test_backgroundquery.moc"
