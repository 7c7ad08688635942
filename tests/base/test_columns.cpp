// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/lists.h"
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

/// Lists in one column.
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
        QCOMPARE(more.byteSize(), 2 * (sizeof(size_t) + sizeof(uint32_t)));
        QCOMPARE(copyOf(more[0]), (Values{1, 2}));
    }
};

TILELINE_TEST(TestColumns)
#include "test_columns.moc"
