// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/planfile/planfile.h"
#include "tests/app/cli.h"
#include "tests/support/fixtures.h"
#include "tests/support/profilefiles.h"
#include "tests/support/temporarydirectory.h"
#include "tests/testmain.h"

#include <QTest>

using namespace tileline;
using namespace tileline::test;

/// Unusual and wrong values of options, with the real program.
class TestCliArguments : public QObject {
    Q_OBJECT

private slots:
    /// Numbers are read as written or refused.
    void numbers_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<int>("status");
        const QString report = fixture("bert-tiny-inf");
        const QStringList evaluate{"evaluate", report, "--setting",        "popliner",
                                   "--splits", "1",    "--memory-per-tile"};
        const QStringList solve{"solve", report, "--setting", "popliner", "--ipus"};
        for (const char* wrong : {"-1", "-0", "+5", "", " 5", "5 ", "5.0", "1e6", "0x20000", "5k", "many",
                                  "18446744073709551616", "99999999999999999999999", "1_000"}) {
            QTest::addRow("memory \"%s\"", wrong) << evaluate + QStringList{wrong} << 2;
        }
        // The number is not octal; as an octal number, it would be 32768, and the plan would not fit.
        QTest::newRow("leading zero") << evaluate + QStringList{"0100000"} << 0;
        QTest::newRow("largest") << evaluate + QStringList{"18446744073709551615"} << 0;
        QTest::newRow("nothing at all") << evaluate + QStringList{"0"} << 1;
        for (const char* wrong : {"0", "-1", "65", "4294967297", "99999999999999999999999", "", "1e1"}) {
            QTest::addRow("IPUs \"%s\"", wrong) << solve + QStringList{wrong} << 2;
        }
        QTest::newRow("maximum of IPUs") << solve + QStringList{"64"} << 0;
        const QStringList all{"solve", report, "--setting", "popliner"};
        QTest::newRow("minimum of layers") << all + QStringList{"--min-layers", "-1"} << 2;
        QTest::newRow("maximum of layers") << all + QStringList{"--max-layers", "-1"} << 2;
        QTest::newRow("too many layers") << all + QStringList{"--max-layers", "99999999999999999999"} << 2;
        QTest::newRow("former names")
            << all + QStringList{"--least-layers", "1", "--greatest-layers", "3"} << 0;
        QTest::newRow("variables") << QStringList{"diagnose", report, "--variables", "-1"} << 2;
        QTest::newRow("iterations") << QStringList{"export", report, "--splits", "1", "--device-iterations",
                                                   "-1"}
                                    << 2;
    }
    void numbers() {
        QFETCH(QStringList, arguments);
        QFETCH(int, status);
        const CliRun run = runCli(arguments);
        QCOMPARE(run.status, status);
        QCOMPARE(run.error.isEmpty() || run.error.startsWith("warning: "), status != 2);
        QCOMPARE(run.out.isEmpty(), status == 2);
    }

    void theLimitIsWhatWasSaid() {
        const Json json =
            runCli({"evaluate", fixture("bert-tiny-inf"), "--json", "--memory-per-tile", "0100000"}).json();
        QCOMPARE(json["stages"][0]["memory_per_tile"].get<int>(), 100000);
        const Json largest = runCli({"evaluate", fixture("bert-tiny-inf"), "--json", "--memory-per-tile",
                                     "18446744073709551615"})
                                 .json();
        QCOMPARE(largest["stages"][0]["memory_per_tile"].get<uint64_t>(), UINT64_MAX);
    }

    /// An unset script variable must not change what the command does.
    void emptyValues_data() {
        QTest::addColumn<QStringList>("arguments");
        const QString report = fixture("bert-tiny-inf");
        QTest::newRow("profile") << QStringList{"info", ""};
        QTest::newRow("output") << QStringList{"layers", report, "-o", ""};
        QTest::newRow("debug") << QStringList{"layers", report, "--debug", ""};
        QTest::newRow("in directory") << QStringList{"layers", report, "--profile-in-directory", ""};
        QTest::newRow("plan") << QStringList{"evaluate", report, "--plan", ""};
        QTest::newRow("annotations") << QStringList{"export", report, "--splits", "1", "--annotations", ""};
        QTest::newRow("model") << QStringList{"export", report, "--splits", "1", "--check-model", ""};
        QTest::newRow("saved") << QStringList{"popliner", "--save-to-file", "", report};
        QTest::newRow("PopLiner's profile") << QStringList{"popliner", ""};
        QTest::newRow("PopLiner's debug") << QStringList{"popliner", report, ""};
    }
    void emptyValues() {
        QFETCH(QStringList, arguments);
        const CliRun run = runCli(arguments);
        QCOMPARE(run.status, 2);
        QVERIFY(run.out.isEmpty());
        QVERIFY2(run.error.contains("empty"), run.error.constData());
    }

    /// Abbreviations are refused, because a later option could change the meaning of an abbreviation.
    void flagsAreNotAbbreviated() {
        const QString report = fixture("bert-tiny-inf");
        QCOMPARE(runCli({"solve", report, "--ip", "3"}).status, 2);
        for (const QStringList& brief :
             {QStringList{"--so"}, QStringList{"--num", "3"}, QStringList{"--num=3"}}) {
            const CliRun run = runCli(QStringList{"popliner", report} + brief);
            QCOMPARE(run.status, 2);
            QVERIFY(run.out.isEmpty());
        }
    }

    /// These flags accept what Python's int() accepts.
    void popLinersNumbers() {
        const QString report = fixture("bert-tiny-inf");
        const auto solved = [&](const QString& ipus, const QString& memory) {
            return runCli({"popliner", "--solve", "--num-ipus", ipus, "--mem-per-tile", memory, report});
        };
        const CliRun plain = solved("3", "70000");
        QCOMPARE(plain.status, 0);
        for (const char* same : {"70_000", " 70000 ", "+70000", "0070000"}) {
            QCOMPARE(solved("3", same).out, plain.out);
        }
        QCOMPARE(solved("99999999999999999999999", "70000").out, solved("9999", "70000").out);
        QCOMPARE(solved("-99999999999999999999999", "70000").out, solved("-1", "70000").out);
        QCOMPARE(solved("-1", "70000").status, 0);
        for (const char* wrong :
             {"", "70__000", "_70000", "70000_", "7e4", "70000.0", "0x10", "--5", "- 5"}) {
            QCOMPARE(solved("3", wrong).status, 2);
        }
    }

    /// All commands that read a plan file use its options, unless the command line sets them.
    void optionsOfPlanFiles() {
        const TemporaryDirectory directory;
        PlanFile file;
        file.profile = fingerprintOf(*loadFixture("bert-tiny-inf"));
        file.layers.order = LayerOrder::Natural;
        file.layers.layerRegex = "no layer at all";
        PlanDescription plan;
        plan.name = "two";
        plan.splits = {"2"};
        plan.memoryPerTile = 65000;
        file.plans = {plan};
        const auto none = directory / "none.tileplan";
        QVERIFY(writePlanFile(none, file));
        file.layers = {};
        const auto layers = directory / "layers.tileplan";
        QVERIFY(writePlanFile(layers, file));
        const QString report = fixture("bert-tiny-inf");
        const QStringList usual{"--layer-name-regex", QString::fromStdString(LayerOptions().layerRegex)};
        // Layer options on the command line override those of the file, even if they are the default ones.
        const QStringList csv{"export", report, "--framework", "csv", "--plan", pathText(none)};
        QCOMPARE(runCli(csv + usual).out,
                 runCli({"export", report, "--framework", "csv", "--splits", "2"}).out);
        QVERIFY(runCli(csv).out != runCli(csv + usual).out);
        QVERIFY(runCli(csv).error.contains("nothing to split"));
        // The stage needs 69300 bytes, more than the plan allows.
        const CliRun tight = runCli({"export", report, "--plan", pathText(layers)});
        QVERIFY2(tight.error.contains("the limit of 65000"), tight.error.constData());
        const CliRun wide =
            runCli({"export", report, "--plan", pathText(layers), "--memory-per-tile", "70000"});
        QVERIFY(!wide.error.contains("the limit of"));
    }

    /// With any file name, output files are complete and messages stay on one line.
    void oddFileNames_data() {
        QTest::addColumn<QByteArray>("name");
        QTest::newRow("space") << QByteArray("with space");
        QTest::newRow("line feed") << QByteArray("line\nfeed");
        QTest::newRow("escape") << QByteArray("\x1b[31mred");
        QTest::newRow("no UTF-8") << QByteArray("\xff\xfe");
        QTest::newRow("accents") << QByteArray("\xc3\xa9\xe2\x82\xac");
        QTest::newRow("comma") << QByteArray("a,b=c\"'");
    }
    void oddFileNames() {
        QFETCH(QByteArray, name);
        const TemporaryDirectory directory;
        const std::filesystem::path report = directory.path() / name.toStdString();
        std::filesystem::create_directory(report);
        copyReport("bert-tiny-inf", report);
        const std::string plan = (report / (name.toStdString() + ".tileplan")).string();
        const std::string conf = (report / (name.toStdString() + ".conf")).string();
        const CliRun info = runCliRaw({"info", report.string(), "--json"});
        QCOMPARE(info.status, 0);
        QVERIFY(info.json()["profile"].is_string());
        QCOMPARE(runCliRaw({"export", report.string(), "--splits", "2", "-o", conf}).status, 0);
        PlanFile file;
        file.plans.emplace_back();
        file.plans[0].splits = {"2"};
        QVERIFY(writePlanFile(plan, file));
        QCOMPARE(runCliRaw({"plan", "show", plan, "--json"}).json().size(), size_t{1});
        const CliRun evaluated =
            runCliRaw({"evaluate", report.string(), "--plan", plan, "--setting", "popliner", "--json"});
        QCOMPARE(evaluated.status, 0);
        QVERIFY2(!evaluated.error.contains("error: "), evaluated.error.constData());
        QVERIFY(evaluated.json()["splits"] == Json::array({"2"}));
        const CliRun missing = runCliRaw({"info", report.string() + "/none"});
        QCOMPARE(missing.status, 3);
        QVERIFY(!missing.error.contains('\x1b'));
        QCOMPARE(missing.error.count('\n'), 4);
    }
};

TILELINE_TEST(TestCliArguments)
#include "test_cliarguments.moc"
