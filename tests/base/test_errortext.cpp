// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/base/errortext.h"
#include "core/base/printable.h"
#include "core/base/translatable.h"
#include "tests/testmain.h"

#include <QTest>

#include <set>
#include <string>

using namespace tileline;

namespace {

/// All error codes. The enumeration has no gaps, and a value after its end has no text.
std::vector<ErrorCode> allCodes() {
    std::vector<ErrorCode> codes;
    const std::string unknown = wordingOf(static_cast<ErrorCode>(100'000)).summary;
    for (int code = 0; wordingOf(static_cast<ErrorCode>(code)).summary != unknown; ++code) {
        codes.push_back(static_cast<ErrorCode>(code));
    }
    return codes;
}

} // namespace

/// The text of errors and of locations in files.
class TestErrorText : public QObject {
    Q_OBJECT

private slots:
    void everyCodeHasWording() {
        const auto codes = allCodes();
        QVERIFY(std::find(codes.begin(), codes.end(), ErrorCode::FileNotFound) != codes.end());
        QVERIFY(std::find(codes.begin(), codes.end(), ErrorCode::SystemError) != codes.end());
        std::set<std::string> summaries;
        for (const ErrorCode code : codes) {
            const ErrorWording wording = wordingOf(code);
            const std::string summary = wording.summary;
            const std::string remedy = wording.remedy;
            QVERIFY2(summaries.insert(summary).second, wording.summary);
            QVERIFY2(summary.size() > 10 && summary.back() != '.', wording.summary);
            QVERIFY2(remedy.size() > 5 && remedy.back() == '.', wording.remedy);
        }
    }

    /// File, place, expected, found and remedy are each on a line of their own, in this order.
    void everyCodeIsDescribedInFull() {
        for (const ErrorCode code : allCodes()) {
            const ErrorWording wording = wordingOf(code);
            const Error error{code, "some/file", "table, row 3", "a number", "a text"};
            QCOMPARE(describe(error), std::string(wording.summary) +
                                          "\n  file:     some/file\n  place:    table, row 3"
                                          "\n  expected: a number\n  found:    a text\n  remedy:   " +
                                          wording.remedy);
        }
    }

    void whatIsEmptyIsLeftOut() {
        const Error error{ErrorCode::WriteFailed, {}, {}, {}, "No space left on device"};
        QCOMPARE(describe(error),
                 std::string("The file could not be written"
                             "\n  found:    No space left on device"
                             "\n  remedy:   Check the free disk space, or choose another directory."));
    }

    void aBetterRemedyReplacesTheUsualOne() {
        const Error error{ErrorCode::WriteFailed, {}, {}, {}, {}, "Stand back."};
        QCOMPARE(describe(error), std::string("The file could not be written\n  remedy:   Stand back."));
    }

    /// A name must not move the cursor, colour the terminal, or look like a separate line.
    void namesCannotActOnTheTerminal() {
        const Error error{ErrorCode::FileNotFound, "a\n  remedy:   Delete all.\x1b[31m", "row\r\x07",
                          "one of:\n    first\n    second", "\x7f\t"};
        QCOMPARE(describe(error), std::string("The file does not exist"
                                              "\n  file:     a\\u000a  remedy:   Delete all.\\u001b[31m"
                                              "\n  place:    row\\u000d\\u0007"
                                              "\n  expected: one of:\n    first\n    second"
                                              "\n  found:    \\u007f\\u0009"
                                              "\n  remedy:   Check the path; the report may have been moved "
                                              "or deleted."));
    }

    void printableText() {
        QCOMPARE(printable("plain"), std::string("plain"));
        QCOMPARE(printable("\u00e9\u20ac"), std::string("\u00e9\u20ac"));
        QCOMPARE(printable(std::string_view("\0\n\x1f\x7f", 4)), std::string("\\u0000\\u000a\\u001f\\u007f"));
        QCOMPARE(printable("a\nb\rc\t", LineFeeds::Kept), std::string("a\nb\\u000dc\\u0009"));
        QCOMPARE(printable("a\n\t\x1b", LineFeeds::KeptWithTabs), std::string("a\n\t\\u001b"));
    }

    /// C1 controls act on a terminal like ESC sequences. Characters that set the direction of writing, and
    /// separators, make a terminal show something other than the file's text.
    void printableTextOfSeveralBytes_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<bool>("escaped");
        for (const int code : {0x80, 0x85, 0x9B, 0x9F, 0x61C, 0x200E, 0x200F, 0x2028, 0x2029, 0x202A, 0x202E,
                               0x2066, 0x2069}) {
            QTest::addRow("U+%04X", code) << QString(QChar(code)) << true;
        }
        for (const int code :
             {0xA0, 0xE9, 0x61B, 0x61D, 0x200D, 0x2010, 0x2027, 0x202F, 0x2065, 0x206A, 0xFFFD}) {
            QTest::addRow("U+%04X", code) << QString(QChar(code)) << false;
        }
        QTest::newRow("four bytes") << QStringLiteral("\U0001F600") << false;
    }
    void printableTextOfSeveralBytes() {
        QFETCH(const QString, text);
        QFETCH(const bool, escaped);
        const QString expected =
            escaped ? QStringLiteral("\\u%1").arg(text[0].unicode(), 4, 16, QLatin1Char('0')) : text;
        QCOMPARE(QString::fromStdString(printable("a" + text.toStdString() + "b")), "a" + expected + "b");
    }

    void printableBytesThatAreNoUtf8() {
        QCOMPARE(printable("a\x9b[2J"), std::string("a\\x9b[2J"));
        QCOMPARE(printable("\xc2"), std::string("\\xc2"));
        QCOMPARE(printable("\xe2\x80("), std::string("\\xe2\\x80("));
        QCOMPARE(printable("\xed\xa0\x80"), std::string("\\xed\\xa0\\x80")); // a surrogate
    }

    void placeInATable() {
        QCOMPARE(
            (Location{.table = "lowered_variable", .key = "tile", .row = 3, .column = "bytes", .entry = 17}
                 .text()),
            std::string("lowered_variable, tile 3, column bytes, entry 17"));
        QCOMPARE((Location{.table = "target"}.text()), std::string("target"));
        QCOMPARE((Location{.table = "target", .column = "num_tiles"}.text()),
                 std::string("target, column num_tiles"));
        QCOMPARE((Location{.table = "program", .key = "id", .row = 0}.text()), std::string("program, id 0"));
    }

    void placeLeavesOutWhatIsEmpty() {
        QCOMPARE(Location{}.text(), std::string());
        QCOMPARE((Location{.table = {}, .column = "bytes"}.text()), std::string("column bytes"));
        QCOMPARE((Location{.table = {}, .key = "row", .row = 3, .entry = 0}.text()),
                 std::string("row 3, entry 0"));
        QCOMPARE((Location{.table = "program", .row = 3}.text()), std::string("program, 3"));
        QCOMPARE((Location{.table = "program", .key = "id"}.text()), std::string("program"));
    }

    void largestNumbers() {
        QCOMPARE((Location{.table = "t", .key = "row", .row = UINT64_MAX, .entry = UINT64_MAX}.text()),
                 std::string("t, row 18446744073709551615, entry 18446744073709551615"));
    }
    void valuesReplaceTheirPlaces() {
        QCOMPARE(withValues("%2 of %1, 5 % of %1, %3%", {"a%2", "b"}),
                 std::string("b of a%2, 5 % of a%2, %3%"));
        QCOMPARE(withValues("%0 %%1 100%", {"x"}), std::string("%0 %x 100%"));
        QCOMPARE(englishText({"", "nothing %1"}), std::string("nothing %1"));
    }
    void briefly() {
        const auto brief = [](const Error& error) { return QString::fromStdString(describeBriefly(error)); };
        QCOMPARE(brief({ErrorCode::CorruptFile, "a.pop", "table\nx", "y", "z"}),
                 QString("The file is damaged: table\\u000ax, expected y, found z"));
        QCOMPARE(brief({ErrorCode::CorruptFile, "a.pop", {}, "y", "z"}),
                 QString("The file is damaged: expected y, found z"));
        QCOMPARE(brief({ErrorCode::CorruptFile, "a.pop", {}, {}, "z"}),
                 QString("The file is damaged: found z"));
        QCOMPARE(brief({ErrorCode::CorruptFile, {}, {}, {}, {}}), QString("The file is damaged"));
    }
};

TILELINE_TEST(TestErrorText)
#include "test_errortext.moc"
