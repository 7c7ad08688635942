// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/lists.h"
#include "core/base/u32pool.h"
#include "tests/testmain.h"

#include <QTest>

#include <array>
#include <numeric>
#include <string>

using namespace tileline;

namespace {

using Values = std::vector<uint32_t>;

Values copyOf(std::span<const uint32_t> values) {
    return {values.begin(), values.end()};
}

} // namespace

/// The containers of the model: lists in one column, arrays in blocks.
class TestColumns : public QObject {
    Q_OBJECT

private slots:
    void listsKeepTheirValues() {
        Lists<uint32_t> lists;
        QCOMPARE(lists.size(), size_t{0});
        QVERIFY(lists.values().empty());
        lists.append(std::array{1U, 2U, 3U});
        lists.append({});
        lists.append(std::array{4U});
        QCOMPARE(lists.size(), size_t{3});
        QCOMPARE(copyOf(lists[0]), (Values{1, 2, 3}));
        QVERIFY(lists[1].empty());
        QCOMPARE(copyOf(lists[2]), Values{4});
        QCOMPARE(copyOf(lists.values()), (Values{1, 2, 3, 4}));
    }

    void listsAreFilledByTheCaller() {
        Lists<uint32_t> lists;
        const auto room = lists.appendUninitialised(3);
        QCOMPARE(room.size(), size_t{3});
        std::iota(room.begin(), room.end(), 7U);
        QVERIFY(lists.appendUninitialised(0).empty());
        lists.appendUninitialised(1)[0] = 1;
        QCOMPARE(copyOf(lists[0]), (Values{7, 8, 9}));
        QVERIFY(lists[1].empty());
        QCOMPARE(copyOf(lists[2]), Values{1});
    }

    void reservingChangesNoValue() {
        Lists<uint32_t> lists;
        lists.reserve(100, 1000);
        const uint32_t* const before = lists.values().data();
        for (uint32_t i = 0; i < 100; ++i) {
            lists.append(Values(10, i));
        }
        QCOMPARE(lists.values().data(), before);
        Lists<uint32_t> more;
        more.reserve(1000, 1000);
        more.append(Values{1, 2});
        QVERIFY(more.byteSize() >= 1000 * (sizeof(size_t) + sizeof(uint32_t)));
        QCOMPARE(copyOf(more[0]), (Values{1, 2}));
    }

    void listsOfOtherThings() {
        Lists<std::string> lists;
        lists.append(std::array<std::string, 2>{"a", "b"});
        QCOMPARE(lists[0][1], std::string("b"));
    }

    /// No two arrays overlap, even over many blocks, and values that were written stay.
    void poolArraysAreApart() {
        U32Pool pool;
        std::vector<std::span<uint32_t>> arrays;
        const std::array<size_t, 5> sizes{1, 0, 1472, 700'000, 3'000'000};
        for (size_t i = 0; i < 25; ++i) {
            arrays.push_back(pool.allocate(sizes[i % sizes.size()]));
            std::fill(arrays.back().begin(), arrays.back().end(), static_cast<uint32_t>(i));
        }
        size_t entries = 0;
        for (size_t i = 0; i < arrays.size(); ++i) {
            QCOMPARE(arrays[i].size(), sizes[i % sizes.size()]);
            entries += arrays[i].size();
            QVERIFY(std::all_of(arrays[i].begin(), arrays[i].end(), [&](uint32_t v) { return v == i; }));
        }
        QVERIFY(pool.byteSize() >= entries * sizeof(uint32_t));
    }

    void emptyPool() {
        U32Pool pool;
        QCOMPARE(pool.byteSize(), size_t{0});
        QVERIFY(pool.allocate(0).empty());
    }

    /// Spans stay valid when the pool is moved, and the moved-from pool never returns the same memory again.
    void poolsMove() {
        U32Pool pool;
        const auto before = pool.allocate(3);
        std::iota(before.begin(), before.end(), 1U);
        U32Pool moved = std::move(pool);
        QCOMPARE(copyOf(before), (Values{1, 2, 3}));
        pool = U32Pool();
        const auto other = pool.allocate(3);
        const auto next = moved.allocate(3);
        QVERIFY(other.data() != next.data());
        QVERIFY(next.data() == before.data() + 3);
        std::fill(other.begin(), other.end(), 9U);
        QCOMPARE(copyOf(before), (Values{1, 2, 3}));
    }

    void aPoolThatWasMovedFromIsEmpty() {
        U32Pool pool;
        (void)pool.allocate(3);
        const U32Pool moved = std::move(pool);
        QCOMPARE(pool.byteSize(), size_t{0}); // NOLINT(bugprone-use-after-move)
        const auto other = pool.allocate(3);
        std::fill(other.begin(), other.end(), 9U);
        QVERIFY(pool.byteSize() >= 3 * sizeof(uint32_t));
        QVERIFY(moved.byteSize() >= 3 * sizeof(uint32_t));
    }
};

TILELINE_TEST(TestColumns)
#include "test_columns.moc"
