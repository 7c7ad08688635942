// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/liveness.h"
#include "tests/support/random.h"
#include "tests/testmain.h"

#include <QTest>

#include <algorithm>

using namespace tileline;

namespace {

std::vector<uint64_t> randomSeries(test::Random& random, size_t length) {
    std::vector<uint64_t> values(length);
    for (uint64_t& value : values) {
        value = random.below(1000);
    }
    return values;
}

} // namespace

class TestDownsample : public QObject {
    Q_OBJECT
private slots:
    void shortRangesAreKeptWhole() {
        const std::vector<uint64_t> values{5, 1, 4, 2, 3};
        QCOMPARE(decimate(values, 1, 5, 2), (std::vector<uint32_t>{1, 2, 3, 4}));
        QCOMPARE(decimate(values, 0, 100, 3), (std::vector<uint32_t>{0, 1, 2, 3, 4}));
    }

    void nothingOfNothing() {
        QVERIFY(decimate({}, 0, 10, 4).empty());
        const std::vector<uint64_t> values{1, 2};
        QVERIFY(decimate(values, 2, 2, 4).empty());
        QVERIFY(decimate(values, 5, 3, 4).empty());
    }

    void eachBucketKeepsItsExtremesInOrder() {
        const std::vector<uint64_t> values{3, 9, 1, 4, 4, 8, 2, 5};
        QCOMPARE(decimate(values, 0, 8, 2), (std::vector<uint32_t>{0, 1, 2, 5, 6, 7}));
    }

    /// For every series, the result has few positions, in ascending order, with both ends and the extremes of
    /// each bucket.
    void keepsEveryPeak() {
        test::Random random(7);
        for (int round = 0; round < 500; ++round) {
            const std::vector<uint64_t> values = randomSeries(random, 1 + random.below(400));
            const size_t from = random.below(values.size());
            const size_t to = from + 1 + random.below(values.size() - from);
            const size_t buckets = 1 + random.below(50);
            const std::vector<uint32_t> kept = decimate(values, from, to, buckets);

            QVERIFY(kept.size() <= 2 * buckets + 2);
            QVERIFY(std::is_sorted(kept.begin(), kept.end()));
            QVERIFY(std::adjacent_find(kept.begin(), kept.end()) == kept.end());
            QCOMPARE(size_t{kept.front()}, from);
            QCOMPARE(size_t{kept.back()}, to - 1);
            for (size_t bucket = 0; to - from > 2 * buckets && bucket < buckets; ++bucket) {
                const size_t begin = from + (to - from) * bucket / buckets;
                const size_t end = from + (to - from) * (bucket + 1) / buckets;
                uint64_t minimum = UINT64_MAX;
                uint64_t maximum = 0;
                for (const uint32_t position : kept) {
                    if (position >= begin && position < end) {
                        minimum = std::min(minimum, values[position]);
                        maximum = std::max(maximum, values[position]);
                    }
                }
                const auto first = values.begin() + static_cast<std::ptrdiff_t>(begin);
                const auto last = values.begin() + static_cast<std::ptrdiff_t>(end);
                QCOMPARE(minimum, *std::min_element(first, last));
                QCOMPARE(maximum, *std::max_element(first, last));
            }
        }
    }
};

TILELINE_TEST(TestDownsample)
#include "test_downsample.moc"
