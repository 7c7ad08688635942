// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/printable.h"
#include "tests/testmain.h"

#include <QTest>

#include <string>

using namespace tileline;

namespace {

std::string bytes(std::initializer_list<int> values) {
    std::string text;
    for (const int value : values) {
        text += static_cast<char>(value);
    }
    return text;
}

/// The bytes that encode a code point in `length` bytes, whether or not that encoding is valid.
std::string encoded(uint32_t point, int length) {
    if (length == 1) {
        return bytes({static_cast<int>(point)});
    }
    std::string text(static_cast<size_t>(length), '\0');
    for (int i = length - 1; i > 0; --i, point >>= 6U) {
        text[static_cast<size_t>(i)] = static_cast<char>(0x80U | (point & 0x3FU));
    }
    constexpr uint32_t Lead[] = {0, 0, 0xC0, 0xE0, 0xF0};
    text[0] = static_cast<char>(Lead[length] | point);
    return text;
}

int shortest(uint32_t point) {
    return point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
}

} // namespace

/// Well-formed UTF-8, according to the table in the Unicode standard.
class TestUtf8 : public QObject {
    Q_OBJECT

private slots:
    /// Every code point, and numbers that are not code points.
    void everyCodePoint() {
        for (uint32_t point = 0; point < 0x120000; ++point) {
            const bool valid = point < 0xD800 || (point > 0xDFFF && point < 0x110000);
            if (isUtf8(encoded(point, shortest(point))) != valid) {
                QFAIL(qPrintable("U+" + QString::number(point, 16)));
            }
        }
    }

    /// An encoding that is longer than necessary is invalid.
    void overlongForms() {
        for (uint32_t point = 0; point < 0x10000; ++point) {
            for (int length = shortest(point) + 1; length <= 4; ++length) {
                if (isUtf8(encoded(point, length))) {
                    QFAIL(qPrintable("U+" + QString::number(point, 16) + " in " + QString::number(length)));
                }
            }
        }
    }

    void singleBytes() {
        for (int byte = 0; byte < 256; ++byte) {
            QCOMPARE(isUtf8(bytes({byte})), byte < 0x80);
        }
    }

    void pairsOfBytes() {
        for (int first = 0x80; first < 256; ++first) {
            for (int second = 0; second < 256; ++second) {
                const bool valid = first >= 0xC2 && first <= 0xDF && second >= 0x80 && second <= 0xBF;
                QCOMPARE(isUtf8(bytes({first, second})), valid);
            }
        }
    }

    /// Sequences that are truncated, and sequences that another character interrupts.
    void cutAndBroken() {
        for (const uint32_t point : {0x80U, 0x7FFU, 0x800U, 0xFFFFU, 0x10000U, 0x10FFFFU}) {
            const std::string whole = encoded(point, shortest(point));
            for (size_t length = 1; length < whole.size(); ++length) {
                QVERIFY(!isUtf8(whole.substr(0, length)));
                QVERIFY(!isUtf8(whole.substr(0, length) + "plain text"));
                QVERIFY(!isUtf8(whole.substr(length)));
                std::string broken = whole;
                broken[length] = 'x';
                QVERIFY(!isUtf8(broken));
                broken[length] = static_cast<char>(0xC3);
                QVERIFY(!isUtf8(broken));
            }
        }
    }

    void surrogatePairs() {
        QVERIFY(!isUtf8(bytes({0xED, 0xA0, 0x80, 0xED, 0xB0, 0x80})));
        QVERIFY(isUtf8(bytes({0xF0, 0x90, 0x80, 0x80})));
        QVERIFY(isUtf8(bytes({0xED, 0x9F, 0xBF, 0xEE, 0x80, 0x80})));
    }

    /// Plain text is skipped eight bytes at a time. A bad byte must be found at every position, and no byte
    /// after the end may be read.
    void everyPlaceInALongText() {
        for (size_t length = 0; length < 40; ++length) {
            const std::string plain(length, 'a');
            QVERIFY(isUtf8(plain));
            for (size_t place = 0; place < length; ++place) {
                std::string bad = plain;
                bad[place] = static_cast<char>(0xFF);
                QVERIFY(!isUtf8(bad));
                QVERIFY(isUtf8(plain.substr(0, place) + "\u00e9\u20ac\U0001F600" + plain.substr(place)));
                QVERIFY(isUtf8(std::string_view(bad).substr(0, place)));
            }
        }
    }

    void nulIsAByteLikeAnother() {
        QVERIFY(isUtf8(std::string_view("a\0b", 3)));
        QVERIFY(!isUtf8(std::string_view("\0\xC0\x80", 3)));
        QVERIFY(isUtf8({}));
    }
};

TILELINE_TEST(TestUtf8)
#include "test_utf8.moc"
