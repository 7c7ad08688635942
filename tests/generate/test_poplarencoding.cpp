// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/generate/poplarencoding.h"
#include "tests/testmain.h"

#include <QTest>

#include <vector>

using namespace tileline;

namespace {

std::string hex(const PoplarBlob& blob) {
    return QByteArray::fromStdString(blob.bytes).toHex(' ').toStdString();
}

std::string hexRuns(const std::vector<uint32_t>& numbers) {
    return hex(runs(numbers, numbers.size()));
}

} // namespace

/// The bytes of each encoding, written out by hand.
class TestPoplarEncoding : public QObject {
    Q_OBJECT
private slots:
    void lastByteOfANumberHasTheHighBit() {
        QCOMPARE(hex(varints(std::vector<uint32_t>{1, 2942, 0, 127, 128})),
                 std::string("81 16 fe 80 ff 01 80"));
        QCOMPARE(hex(varints(std::vector<uint64_t>{UINT64_MAX})),
                 std::string("01 7f 7f 7f 7f 7f 7f 7f 7f ff"));
        QCOMPARE(hex(varints(std::vector<uint32_t>{})), std::string());
    }

    void runsAreEvenAndLiteralsOdd() {
        QCOMPARE(hexRuns({5, 5, 5, 5}), std::string("88 85"));
        QCOMPARE(hexRuns({1, 2, 3}), std::string("87 81 82 83"));
        QCOMPARE(hexRuns({1, 2, 0, 0, 0, 7}), std::string("85 81 82 86 80 83 87"));
        QCOMPARE(hexRuns({4, 4, 9}), std::string("87 84 84 89"));
    }

    void arraysAreFilledUpWithZeros() {
        QCOMPARE(hex(runs(std::vector<uint32_t>{3}, 4)), std::string("83 83 86 80"));
        QCOMPARE(hex(runs(std::vector<uint32_t>{0, 0}, 1000)), std::string());
    }

    void deltasBeginWithTheFirstNumber() {
        QCOMPARE(hex(deltas(std::vector<uint32_t>{7, 8, 9, 10})), std::string("83 87 86 81"));
        QCOMPARE(hex(deltas(std::vector<uint32_t>{0, 300})), std::string("85 80 02 ac"));
        QCOMPARE(hex(deltas(std::vector<uint32_t>{})), std::string());
    }
};

TILELINE_TEST(TestPoplarEncoding)
#include "test_poplarencoding.moc"
