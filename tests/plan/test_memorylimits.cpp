// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/planconstraints.h"
#include "tests/testmain.h"

#include <QTest>

using namespace tileline;

/// How much of the memory a plan may use.
class TestMemoryLimits : public QObject {
    Q_OBJECT
private slots:
    void aShareStaysFree() {
        const MemoryLimits memory{638976, {1000, 999}, 10};
        QCOMPARE(memory.limit(), uint64_t{575078});
        QCOMPARE(memory.limitOf({0}), uint64_t{900});
        QCOMPARE(memory.limitOf({1}), uint64_t{899}); // rounded down
        QCOMPARE(memory.limitOf({2}), uint64_t{575078});
        QCOMPARE(memory.memoryOf({1}), uint64_t{999});
        QCOMPARE(memory.memoryOf({2}), uint64_t{638976});
    }

    void nothingStaysFreeByDefault() {
        const MemoryLimits memory{638976, {7}};
        QCOMPARE(memory.limitOf({0}), uint64_t{7});
        QCOMPARE(memory.limitOf({1}), uint64_t{638976});
        QCOMPARE(memory.memoryFor(638976), uint64_t{638976});
    }

    void largeLimitsDoNotOverflow() {
        for (uint32_t keepFree = 0; keepFree <= MaxKeepFree; ++keepFree) {
            const MemoryLimits memory{UINT64_MAX, {}, keepFree};
            __extension__ using Wide = unsigned __int128;
            QCOMPARE(memory.limit(), static_cast<uint64_t>(Wide{UINT64_MAX} * (100 - keepFree) / 100));
        }
    }

    void theMemoryForALimitIsTheMinimum() {
        for (uint32_t keepFree = 0; keepFree <= MaxKeepFree; ++keepFree) {
            for (uint64_t bytes = 0; bytes < 300; ++bytes) {
                MemoryLimits memory{0, {}, keepFree};
                const uint64_t found = memory.memoryFor(bytes);
                while (memory.limit() < bytes) {
                    ++memory.perTile;
                }
                QCOMPARE(found, memory.perTile);
            }
        }
    }
};

TILELINE_TEST(TestMemoryLimits)
#include "test_memorylimits.moc"
