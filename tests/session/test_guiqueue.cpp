// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/testmain.h"
#include "ui/session/guiqueue.h"

#include <QCoreApplication>
#include <QEventLoop>
#include <QTest>

#include <memory>
#include <thread>
#include <vector>

using namespace tileline;

/// Tests how calls get from worker threads to the thread of an object.
class TestGuiQueue : public QObject {
    Q_OBJECT
private slots:
    void callsComeInOrderOnThisThread() {
        constexpr int Calls = 1000;
        GuiQueue queue;
        std::vector<int> called;
        std::jthread worker([&] {
            for (int i = 0; i < Calls; ++i) {
                queue.post([&called, i] { called.push_back(i); });
            }
        });
        QTRY_COMPARE(called.size(), size_t{Calls});
        QVERIFY(std::is_sorted(called.begin(), called.end()));
    }

    void aNestedEventLoopKeepsTheOrder() {
        GuiQueue queue;
        std::vector<int> called;
        queue.post([&] {
            called.push_back(1);
            queue.post([&] { called.push_back(4); });
            QEventLoop nested;
            queue.post([&] { nested.quit(); });
            nested.exec();
            called.push_back(5);
        });
        queue.post([&] { called.push_back(2); });
        queue.post([&] { called.push_back(3); });
        QTRY_COMPARE(called.size(), size_t{5});
        QCOMPARE(called, (std::vector<int>{1, 2, 3, 4, 5}));
    }

    void nothingIsCalledAfterTheDestructor() {
        bool called = false;
        {
            GuiQueue queue;
            queue.post([&] { called = true; });
        }
        QCoreApplication::processEvents();
        QVERIFY(!called);
    }

    void aCallMayDestroyTheQueue() {
        auto queue = std::make_unique<GuiQueue>();
        int calls = 0;
        queue->post([&] {
            ++calls;
            queue.reset();
        });
        queue->post([&] { ++calls; });
        QTRY_COMPARE(calls, 1);
        QCoreApplication::processEvents();
        QCOMPARE(calls, 1);
    }
};

TILELINE_TEST(TestGuiQueue)
#include "test_guiqueue.moc"
