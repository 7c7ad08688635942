// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/liveranks.h"
#include "tests/support/random.h"
#include "tests/testmain.h"

#include <QTest>

#include <algorithm>

using namespace tileline;
using namespace tileline::test;

class TestLiveRanks : public QObject {
    Q_OBJECT
private slots:
    /// Compares with an array to which each range is added entry by entry.
    void equalsPlainArray() {
        Random random(11);
        for (int run = 0; run < 300; ++run) {
            const uint32_t ranks = 1 + random.below(300);
            LiveRanks live;
            live.reset(ranks);
            std::vector<uint32_t> plain(ranks, 0);
            for (int layer = 0; layer < 12; ++layer) {
                for (uint32_t use = random.below(6); use > 0; --use) {
                    const uint32_t begin = random.below(ranks);
                    const uint32_t end = begin + 1 + random.below(ranks - begin);
                    const uint32_t bytes = random.below(1000);
                    live.change(begin, bytes);
                    live.change(end, 0U - bytes);
                    std::for_each(plain.begin() + begin, plain.begin() + end,
                                  [&](uint32_t& at) { at += bytes; });
                }
                live.settle();
                const uint32_t first = random.below(ranks);
                const uint32_t last = first + random.below(ranks - first);
                const auto highest = std::max_element(plain.begin() + first, plain.begin() + last + 1);
                QCOMPARE(live.maximum(first, last), *highest);
                QCOMPARE(live.firstWith(*highest, first, last),
                         static_cast<uint32_t>(highest - plain.begin()));
            }
        }
    }
};

TILELINE_TEST(TestLiveRanks)
#include "test_liveranks.moc"
