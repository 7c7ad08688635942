// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/prefault.h"
#include "tests/testmain.h"

#include <QTest>

#include <memory>
#include <numeric>
#include <vector>

using namespace tileline;

/// Prefaulting is only a hint: it never changes the contents of memory.
class TestPrefault : public QObject {
    Q_OBJECT

private slots:
    void contentsStay() {
        std::vector<uint32_t> column(8'000'000);
        std::iota(column.begin(), column.end(), 0U);
        {
            Prefault prefault;
            prefault.add(column);
            prefault.add(column.data() + 1, 5'000'001);
        }
        for (uint32_t i = 0; i < column.size(); ++i) {
            QCOMPARE(column[i], i);
        }
    }

    /// Like a loader, fills, moves and frees memory while the system provides it.
    void areasAreUsedMeanwhile() {
        Prefault prefault;
        for (int round = 0; round < 20; ++round) {
            std::vector<uint32_t> column;
            column.reserve(4'000'000);
            prefault.add(column);
            for (uint32_t i = 0; i < 100'000; ++i) {
                column.push_back(i);
            }
            const std::vector<uint32_t> moved = std::move(column);
            QCOMPARE(moved[99'999], 99'999U);
        }
    }

    void nothingAndLittle() {
        Prefault prefault;
        prefault.add(nullptr, 0);
        prefault.add(nullptr, 100'000'000);
        prefault.add(std::vector<uint32_t>());
        prefault.add(std::vector<uint32_t>{1, 2, 3});
    }
};

TILELINE_TEST(TestPrefault)
#include "test_prefault.moc"
