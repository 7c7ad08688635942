// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/abbreviations.h"

#include <QTest>

using namespace tileline;
using namespace tileline::cli;

namespace {

using Arguments = std::vector<std::string>;

const std::vector<LongFlag> Own{{"--help"},
                                {"--format", true},
                                {"--memory-totals"},
                                {"--memory-affinity"},
                                {"--mem-per-tile", true},
                                {"--num-ipus", true},
                                {"--solve"},
                                {"--save-to-file", true},
                                {"--load", false},
                                {"--load-from-file"},
                                {"--operation-breakdown"}};
const std::vector<LongFlag> Further{{"--output", true}, {"--python", true}, {"--save", true}, {"--num"}};

Arguments expanded(const Arguments& arguments) {
    const auto result = expandAbbreviations(arguments, Own);
    return result ? *result : Arguments{result.failure().actual};
}

} // namespace

/// Abbreviated flags, as argparse takes them.
class TestAbbreviations : public QObject {
    Q_OBJECT

private slots:
    void beginningsStandForTheirFlag() {
        QCOMPARE(expanded({"--num", "4", "--so", "report"}),
                 (Arguments{"--num-ipus", "4", "--solve", "report"}));
        QCOMPARE(expanded({"--n", "4"}), (Arguments{"--num-ipus", "4"}));
        QCOMPARE(expanded({"--memory-a"}), Arguments{"--memory-affinity"});
        QCOMPARE(expanded({"--mem-"}), Arguments{"--mem-per-tile"});
    }

    void valuesBehindAnEqualsSign() {
        QCOMPARE(expanded({"--num=4"}), Arguments{"--num-ipus=4"});
        QCOMPARE(expanded({"--num-ipus=4"}), Arguments{"--num-ipus=4"});
        QCOMPARE(expanded({"--num=--so"}), Arguments{"--num-ipus=--so"});
        QCOMPARE(expanded({"--save-t=a=b"}), Arguments{"--save-to-file=a=b"});
        QCOMPARE(expanded({"--num="}), Arguments{"--num-ipus="});
        QCOMPARE(expanded({"--num=4", "--so"}), (Arguments{"--num-ipus=4", "--solve"}));
    }

    /// Also where it is the beginning of another one.
    void exactNamesWin() {
        QCOMPARE(expanded({"--load"}), Arguments{"--load"});
        QCOMPARE(expanded({"--load-"}), Arguments{"--load-from-file"});
        QCOMPARE(expanded({"--load=x"}), Arguments{"--load=x"});
    }

    void ambiguousOnesAreErrors() {
        const auto result = expandAbbreviations({"--mem", "4"}, Own);
        QVERIFY(!result);
        const Error& error = result.failure();
        QCOMPARE(error.code, ErrorCode::BadArgument);
        QVERIFY(error.file.empty());
        QCOMPARE(error.actual,
                 std::string("--mem, which could be --memory-totals, --memory-affinity, --mem-per-tile"));
        QVERIFY(!expandAbbreviations({"--so", "--memory=4"}, Own));
        QVERIFY(!expandAbbreviations({"--=4"}, Own));
        QVERIFY(!expandAbbreviations({"--lo"}, Own));
    }

    /// A value is whatever it is, even where it looks like a flag.
    void valuesStay() {
        QCOMPARE(expanded({"--save-to-file", "--so", "--so"}),
                 (Arguments{"--save-to-file", "--so", "--solve"}));
        QCOMPARE(expanded({"--sav", "--mem"}), (Arguments{"--save-to-file", "--mem"}));
        QCOMPARE(expanded({"--num"}), Arguments{"--num-ipus"});
    }

    void behindTwoDashesNothingIsAFlag() {
        QCOMPARE(expanded({"--so", "--", "--so", "--mem"}), (Arguments{"--solve", "--", "--so", "--mem"}));
        // As a value two dashes are a value.
        QCOMPARE(expanded({"--num", "--", "--so"}), (Arguments{"--num-ipus", "--", "--solve"}));
    }

    void whatIsNoLongFlagStays() {
        const Arguments arguments{"-s", "-", "", "so", "report", "--unknown", "--Num", "-num", "--solver"};
        QCOMPARE(expanded(arguments), arguments);
        QCOMPARE(expanded({}), Arguments{});
    }

    /// What PopLiner takes means here what it means there, whatever else this program has.
    void ownFlagsGoBeforeFurtherOnes() {
        const auto both = [](const Arguments& arguments) {
            const auto result = expandAbbreviations(arguments, Own, Further);
            return result ? *result : Arguments{result.failure().actual};
        };
        QCOMPARE(both({"--o"}), Arguments{"--operation-breakdown"});
        QCOMPARE(both({"--ou", "--so"}), (Arguments{"--output", "--so"}));
        QCOMPARE(both({"--py=x"}), Arguments{"--python=x"});
        QCOMPARE(both({"--sav"}), Arguments{"--save-to-file"});
        // But an exact name is exact.
        QCOMPARE(both({"--save", "x"}), (Arguments{"--save", "x"}));
        QCOMPARE(both({"--num", "--so"}), (Arguments{"--num", "--solve"}));
    }

    void errorsCannotActOnTheTerminal() {
        const auto result = expandAbbreviations({"--mem=\x1b[31m"}, Own);
        QVERIFY(!result);
        QVERIFY(result.failure().actual.find('\x1b') == std::string::npos);
    }
};

QTEST_GUILESS_MAIN(TestAbbreviations)
#include "test_abbreviations.moc"
