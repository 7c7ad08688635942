// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/ids.h"
#include "tests/testmain.h"

#include <QTest>

#include <type_traits>
#include <unordered_set>
#include <vector>

using namespace tileline;

// Ids of different kinds do not convert into each other or into plain numbers.
static_assert(!std::is_convertible_v<TileId, StepIndex>);
static_assert(!std::is_constructible_v<TileId, StepIndex>);
static_assert(!std::is_convertible_v<TileId, uint32_t>);
static_assert(!std::is_convertible_v<uint32_t, TileId>);
static_assert(!std::is_invocable_v<std::equal_to<>, TileId, StepIndex>);
// A column of ids has the layout of a column of u32.
static_assert(sizeof(TileId) == sizeof(uint32_t) && alignof(TileId) == alignof(uint32_t));
static_assert(std::is_trivially_copyable_v<TileId> && std::is_standard_layout_v<TileId>);

/// Strong ids and half-open ranges of steps.
class TestIds : public QObject {
    Q_OBJECT

private slots:
    void idsCompareByValue() {
        QCOMPARE(TileId{}.value, 0U);
        QVERIFY(TileId{3} == TileId{3});
        QVERIFY(TileId{3} < TileId{4});
        QVERIFY(TileId{NoId} > TileId{NoId - 1});
        QCOMPARE(TileId{NoId}.index(), size_t{0xFFFFFFFF});
        QVERIFY(TileId{3}.next() == TileId{4});
    }

    void idsAreHashed() {
        std::unordered_set<LayerIndex> set;
        for (uint32_t i = 0; i < 1000; ++i) {
            set.insert({i % 100});
        }
        QCOMPARE(set.size(), size_t{100});
        QVERIFY(set.contains(LayerIndex{99}));
        QVERIFY(!set.contains(LayerIndex{100}));
    }

    void columnOfIdsIsAColumnOfNumbers() {
        const std::vector<VariableIndex> column{{1}, {NoId}, {3}};
        const auto* numbers = reinterpret_cast<const uint32_t*>(column.data());
        QCOMPARE(numbers[1], 0xFFFFFFFFU);
        QCOMPARE(numbers[2], 3U);
    }

    void intervalsAreHalfOpen() {
        const StepInterval interval{{3}, {6}};
        QVERIFY(!interval.contains({2}));
        QVERIFY(interval.contains({3}));
        QVERIFY(interval.contains({5}));
        QVERIFY(!interval.contains({6}));
        QVERIFY(!interval.empty());
    }

    void emptyIntervals() {
        QVERIFY(StepInterval{}.empty());
        QVERIFY((StepInterval{{4}, {4}}.empty()));
        QVERIFY((StepInterval{{5}, {4}}.empty()));
        for (uint32_t step = 0; step < 8; ++step) {
            QVERIFY((!StepInterval{{4}, {4}}.contains({step})));
            QVERIFY((!StepInterval{{5}, {4}}.contains({step})));
        }
    }

    /// Intervals are ordered by start, then by end. Sorting them relies on this.
    void intervalsAreOrdered() {
        QVERIFY((StepInterval{{1}, {9}} < StepInterval{{2}, {3}}));
        QVERIFY((StepInterval{{2}, {3}} < StepInterval{{2}, {4}}));
        QVERIFY((StepInterval{{2}, {3}} == StepInterval{{2}, {3}}));
    }
};

TILELINE_TEST(TestIds)
#include "test_ids.moc"
