// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/bytile.h"
#include "tests/testmain.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <numeric>
#include <random>

using namespace tileline;

namespace {

using Entries = std::vector<uint32_t>;

/// An array with entries of up to `bits` bits, in runs of up to `longestRun` entries, many of them of 0.
Entries randomEntries(std::minstd_rand& random, size_t longestRun, uint32_t bits) {
    Entries entries(random() % 1000);
    for (size_t begin = 0; begin < entries.size();) {
        const size_t end = std::min<size_t>(entries.size(), begin + 1 + random() % longestRun);
        const uint32_t value = random() % 3 == 0 ? 0 : static_cast<uint32_t>(random()) >> (31U - bits);
        std::fill(entries.begin() + static_cast<ptrdiff_t>(begin),
                  entries.begin() + static_cast<ptrdiff_t>(end), value);
        begin = end;
    }
    return entries;
}

Entries withoutZerosAtTheEnd(Entries entries) {
    while (!entries.empty() && entries.back() == 0) {
        entries.pop_back();
    }
    return entries;
}

ByTile store(const Entries& entries, U32Pool& pool) {
    ByTileEncoder encoder;
    encoder.append(entries);
    return encoder.storeIn(pool);
}

size_t wordsOf(const Entries& entries) {
    ByTileEncoder encoder;
    encoder.append(entries);
    return encoder.finish();
}

} // namespace

class TestByTile : public QObject {
    Q_OBJECT
private slots:
    void empty() {
        U32Pool pool;
        for (const ByTile array : {ByTile(), store({}, pool), store(Entries(1000, 0), pool)}) {
            QVERIFY(array.empty());
            QVERIFY(expanded(array).empty());
            QCOMPARE(at(array, 0), 0U);
            QCOMPARE(at(array, 100), 0U);
            QCOMPARE(expanded(array, 2), (Entries{0, 0}));
        }
        QCOMPARE(wordsOf(Entries(1000, 0)), size_t{0});
    }

    /// Every way to read an array gives the entries that were stored, however they were stored.
    void readsWhatWasStored() {
        std::minstd_rand random(1);
        U32Pool pool;
        ByTileEncoder encoder;
        for (int i = 0; i < 2000; ++i) {
            const size_t longestRun = std::array<size_t, 4>{1, 3, 20, 400}[random() % 4];
            const Entries entries =
                randomEntries(random, longestRun, 1 + static_cast<uint32_t>(random() % 31));
            const Entries used = withoutZerosAtTheEnd(entries);
            // Alternately as runs and as lists.
            for (size_t begin = 0; begin < entries.size();) {
                size_t end = begin;
                if (random() % 2 == 0) {
                    while (end < entries.size() && entries[end] == entries[begin]) {
                        ++end;
                    }
                    encoder.append(end - begin, entries[begin]);
                } else {
                    end = std::min<size_t>(entries.size(), begin + 1 + random() % 200);
                    encoder.append(std::span(entries).subspan(begin, end - begin));
                }
                begin = end;
            }
            const ByTile array = encoder.storeIn(pool);
            QCOMPARE(array.size(), used.size());
            QCOMPARE(expanded(array), used);
            for (size_t tile = 0; tile < entries.size() + 70; ++tile) {
                QCOMPARE(array[tile], tile < entries.size() ? entries[tile] : 0);
            }
            const size_t first = random() % 1100;
            Entries part(random() % 200, 7);
            array.copy(first, part);
            for (size_t k = 0; k < part.size(); ++k) {
                QCOMPARE(part[k], at(array, first + k));
            }
        }
    }

    void largestEntries() {
        U32Pool pool;
        for (const uint32_t largest : {255U, 256U, 65535U, 65536U, UINT32_MAX}) {
            const Entries entries{1, largest, 0, 2};
            const ByTile array = store(entries, pool);
            QCOMPARE(expanded(array), entries);
        }
    }

    /// Arrays take the memory that their contents need: a program on one of 64 IPUs no more than on a single
    /// IPU, and the same number on all tiles a word for each block.
    void memory() {
        constexpr size_t Tiles = 1472;
        std::vector<uint32_t> onOne(64 * Tiles);
        std::iota(onOne.begin() + 40 * Tiles, onOne.begin() + 41 * Tiles, 1U);
        QVERIFY(wordsOf(onOne) < Tiles);
        Entries bytes(Tiles);
        std::iota(bytes.begin(), bytes.end(), 0U);
        std::for_each(bytes.begin(), bytes.end(), [](uint32_t& entry) { entry %= 200; });
        QVERIFY(wordsOf(bytes) < Tiles / 2);
        const Entries same(64 * Tiles, 5);
        QCOMPARE(wordsOf(same), same.size() / 64 + 1);
    }

    void encodersAreUsedAgain() {
        U32Pool pool;
        ByTileEncoder encoder;
        encoder.append(100, 3);
        encoder.append(50, 0);
        encoder.clear();
        encoder.append(Entries{0, 4});
        const ByTile first = encoder.storeIn(pool);
        encoder.append(1, 9);
        const ByTile second = encoder.storeIn(pool);
        QCOMPARE(expanded(first), (Entries{0, 4}));
        QCOMPARE(expanded(second), Entries{9});
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
        QCOMPARE(Entries(before.begin(), before.end()), (Entries{1, 2, 3}));
        pool = U32Pool();
        const auto other = pool.allocate(3);
        const auto next = moved.allocate(3);
        QVERIFY(other.data() != next.data());
        QVERIFY(next.data() == before.data() + 3);
        std::fill(other.begin(), other.end(), 9U);
        QCOMPARE(Entries(before.begin(), before.end()), (Entries{1, 2, 3}));
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

TILELINE_TEST(TestByTile)
#include "test_bytile.moc"
