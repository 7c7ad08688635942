// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/poplar/poplarformat.h"
#include "tests/testmain.h"

#include <QTest>

using namespace tileline;
using poplar::Blob;
using poplar::Encoding;

namespace {

using Bytes = std::vector<uint8_t>;

Blob blobOf(const Bytes& bytes) {
    return std::as_bytes(std::span(bytes));
}

/// The entries of an array; the error code where that fails. BadArgument if the two ways to read it differ.
Result<std::vector<uint32_t>, ErrorCode> expanded(const Bytes& bytes, Encoding encoding,
                                                  size_t maximum = 100) {
    ByTileEncoder array;
    const auto entries = poplar::decodeArray(blobOf(bytes), encoding, maximum, array);
    std::vector<uint64_t> sums(maximum, 1);
    const auto added = poplar::addArray(blobOf(bytes), encoding, sums);
    if (!entries || !added) {
        return entries || added ? ErrorCode::BadArgument : entries.failure().code;
    }
    U32Pool pool;
    std::vector<uint32_t> result = tileline::expanded(array.storeIn(pool), *entries);
    for (size_t i = 0; i < result.size(); ++i) {
        if (*added != *entries || sums[i] != uint64_t{result[i]} + 1) {
            return ErrorCode::BadArgument;
        }
    }
    return result;
}

Result<std::vector<uint32_t>, ErrorCode> differences(const Bytes& bytes, size_t maximum = 100) {
    std::vector<uint32_t> list;
    const auto decoded = poplar::decodeDifferences(blobOf(bytes), maximum, list);
    if (!decoded) {
        return decoded.failure().code;
    }
    return list;
}

using Entries = std::vector<uint32_t>;

} // namespace

/// The encodings of BLOBs in profile.pop.
class TestPoplarEncodings : public QObject {
    Q_OBJECT
private slots:
    void numbers() {
        QCOMPARE(*poplar::decodeNumbers(blobOf({0x81, 0x16, 0xFE, 0x80})),
                 (std::vector<uint64_t>{1, 2942, 0}));
        QVERIFY(poplar::decodeNumbers({})->empty());
        const Bytes largest{0x01, 0x7F, 0x7F, 0x7F, 0x7F, 0x7F, 0x7F, 0x7F, 0x7F, 0xFF};
        QCOMPARE(*poplar::decodeNumbers(blobOf(largest)), std::vector<uint64_t>{UINT64_MAX});
        QCOMPARE(*poplar::decodeNumbers(blobOf({0x00, 0x00, 0x81})),
                 std::vector<uint64_t>{1}); // leading zeros
    }

    void numbersThatAreTooLarge() {
        const Bytes beyond{0x02, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x80};
        QCOMPARE(poplar::decodeNumbers(blobOf(beyond)).failure().code, ErrorCode::OutOfRange);
        QCOMPARE(poplar::decodeNumbers(blobOf({0x16, 0xFE}), 2941).failure().code, ErrorCode::OutOfRange);
        const Bytes two32{0x10, 0x00, 0x00, 0x00, 0x80};
        QCOMPARE(expanded(two32, Encoding::Numbers).failure(), ErrorCode::OutOfRange);
        QCOMPARE(expanded({0x82, 0x10, 0x00, 0x00, 0x00, 0x80}, Encoding::Runs).failure(),
                 ErrorCode::OutOfRange);
        QCOMPARE(*expanded({0x0F, 0x7F, 0x7F, 0x7F, 0xFF}, Encoding::Numbers), Entries{UINT32_MAX});
    }

    void endsWithinANumber() {
        QCOMPARE(poplar::decodeNumbers(blobOf({0x81, 0x16})).failure().code, ErrorCode::BlobLength);
        for (const Encoding encoding : {Encoding::Numbers, Encoding::Runs}) {
            QCOMPARE(expanded({0x16}, encoding).failure(), ErrorCode::BlobLength);
        }
        QCOMPARE(differences({0x82, 0x16}).failure(), ErrorCode::BlobLength);
    }

    void runs() {
        QCOMPARE(*expanded({0x86, 0x85}, Encoding::Runs), (Entries{5, 5, 5}));             // 3 times 5
        QCOMPARE(*expanded({0x87, 0x81, 0x82, 0x83}, Encoding::Runs), (Entries{1, 2, 3})); // 3 literals
        QCOMPARE(*expanded({0x84, 0x87, 0x83, 0x89, 0x82, 0x80}, Encoding::Runs), (Entries{7, 7, 9, 0}));
        QVERIFY(expanded({}, Encoding::Runs)->empty());
        QVERIFY(expanded({0x80, 0x85}, Encoding::Runs)->empty()); // none times 5
        QCOMPARE(*expanded({0x84, 0x87, 0x84, 0x80}, Encoding::Runs), (Entries{7, 7, 0, 0}));
    }

    void runsThatEndTooEarly() {
        QCOMPARE(expanded({0x86}, Encoding::Runs).failure(), ErrorCode::BlobLength);
        QCOMPARE(expanded({0x87, 0x81, 0x82}, Encoding::Runs).failure(), ErrorCode::BlobLength);
    }

    /// A few bytes can stand for any number of entries, so they are refused before they are expanded.
    void runsThatAreTooLong() {
        QCOMPARE(expanded({0x86, 0x85}, Encoding::Runs, 2).failure(), ErrorCode::BlobLength);
        QCOMPARE(expanded({0x87, 0x81, 0x82, 0x83}, Encoding::Runs, 2).failure(), ErrorCode::BlobLength);
        QCOMPARE(expanded({0x81, 0x82, 0x83}, Encoding::Numbers, 2).failure(), ErrorCode::BlobLength);
        const Bytes huge{0x01, 0x7F, 0x7F, 0x7F, 0x7F, 0x7F, 0x7F, 0x7F, 0x7F, 0xFE, 0x80};
        QCOMPARE(expanded(huge, Encoding::Runs).failure(), ErrorCode::BlobLength);
        QCOMPARE(differences(huge).failure(), ErrorCode::BlobLength);
    }

    void differencesAreSummed() {
        QCOMPARE(*differences({0x87, 0x85, 0x81, 0x82, 0x86, 0x81}), (Entries{5, 6, 8, 9, 10, 11}));
        QVERIFY(differences({})->empty());
        QCOMPARE(differences({0x84, 0x0F, 0x7F, 0x7F, 0x7F, 0xFF}).failure(), ErrorCode::OutOfRange);
        QCOMPARE(differences({0x83, 0x01, 0x7F, 0x7F, 0x7F, 0x7F, 0x7F, 0x7F, 0x7F, 0x7F, 0xFF}).failure(),
                 ErrorCode::OutOfRange);
        QCOMPARE(differences({0x86, 0x81}, 2).failure(), ErrorCode::BlobLength);
    }

    void counts() {
        QCOMPARE(poplar::countNumbers(blobOf({0x81, 0x16, 0xFE, 0x80, 0x16})), size_t{3});
        QCOMPARE(poplar::countDifferences(blobOf({0x87, 0x85, 0x81, 0x82, 0x86, 0x81})), size_t{6});
        QCOMPARE(poplar::countDifferences(blobOf({0x87, 0x85})), size_t{0});
    }
};

TILELINE_TEST(TestPoplarEncodings)
#include "test_poplarencodings.moc"
