// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/planfile/planfile.h"
#include "tests/app/cli.h"
#include "tests/support/fixtures.h"
#include "tests/support/profilefiles.h"
#include "tests/support/temporarydirectory.h"
#include "tests/testmain.h"

#include <QTest>

#include <csignal>
#include <unistd.h>

using namespace tileline;
using namespace tileline::test;

namespace {

/// Waits until the contents of a file differ from `before`. Has no time limit of its own.
QByteArray contentOtherThan(const std::filesystem::path& file, const QByteArray& before) {
    QByteArray content = before;
    const bool changed = QTest::qWaitFor(
        [&] {
            std::error_code ignored;
            content =
                std::filesystem::exists(file, ignored) ? QByteArray::fromStdString(readAll(file)) : before;
            return content != before && !content.isEmpty();
        },
        60000);
    return changed ? content : QByteArray();
}

const QStringList Commands{"info",      "tiles",    "liveness",      "operations", "layers",
                           "segments",  "evaluate", "explain",       "solve",      "affinity",
                           "execution", "diagnose", "communication", "export",     "convert",
                           "popliner",  "timeline", "insights",      "memory-map"};

} // namespace

/// Exit statuses, help, plans, watching, signals.
class TestCliUsage : public QObject {
    Q_OBJECT

private slots:
    void statuses_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<int>("status");
        QTest::addColumn<QString>("said");
        const QString report = fixture("bert-tiny-inf");
        const QString popliner = "--setting=popliner";
        const auto row = [](const char* name, const QStringList& arguments, int status, const char* said) {
            QTest::newRow(name) << arguments << status << said;
        };
        row("no command", {}, 2, "subcommand");
        row("unknown command", {"frobnicate"}, 2, "frobnicate");
        row("no profile", {"layers"}, 2, "PROFILE");
        row("unknown option", {"layers", report, "--frobnicate"}, 2, "frobnicate");
        row("bad format", {"layers", report, "--format", "xml"}, 2, "xml");
        row("bad order", {"layers", report, "--layer-order", "random"}, 2, "random");
        row("bad number", {"solve", report, "--ipus", "many"}, 2, "many");
        row("no IPUs", {"solve", report, "--ipus", "0"}, 2, "ipus");
        row("bad limit", {"evaluate", report, "--ipu-memory", "0:5"}, 2, "0:5");
        row("splits and plan", {"evaluate", report, "--splits", "1", "--plan", "x"}, 2, "--plan");
        row("unknown layer", {"evaluate", report, "--splits", "1,77"}, 2, "77");
        row("layer twice", {"evaluate", report, "--splits", "1,2,1"}, 2, "1 twice");
        row("unknown pin", {"solve", report, "--pin", "x"}, 2, "--pin");
        row("pinned and forbidden", {"solve", report, "--pin", "2", "--forbid", "2"}, 2, "layer 2 in both");
        row("greedy with a pin", {"solve", report, "--objective", "greedy", "--pin", "2", "--forbid", "3"}, 2,
            "Pinned, before layer: 2. Forbidden, before layer: 3.");
        row("bad regex", {"layers", report, "--layer-name-regex", "layer("}, 2, "position");
        row("load and save", {"popliner", "--load-from-file", "--save-to-file", "x", report}, 2,
            "--load-from-file");
        row("missing file", {"layers", "/no/such/profile"}, 3, "/no/such/profile");
        row("missing debug file", {"layers", report, "--debug", "/no/such/debug"}, 3, "/no/such/debug");
        row("missing plan file", {"evaluate", report, "--plan", "/no/such/plan"}, 3, "/no/such/plan");
        row("not a profile", {"layers", QStringLiteral(TILELINE_CLI)}, 3, "tileline-cli");
        row("no place to write", {"layers", report, "-o", "/no/such/directory/out"}, 3, "/no/such/directory");
        row("fits", {"evaluate", report, "--splits", "1"}, 0, "");
        row("does not fit", {"evaluate", report, "--splits", "1", "--memory-per-tile", "60000", popliner}, 1,
            "");
        row("one IPU does not fit",
            {"evaluate", report, "--splits", "1", "--ipu-memory", "1=60000", popliner}, 1, "");
        row("solve fits", {"solve", report, "--ipus", "3", "--memory-per-tile", "61164", popliner}, 0, "");
        row("solve does not fit", {"solve", report, "--ipus", "3", "--memory-per-tile", "61163", popliner}, 1,
            "");
        row("infeasible", {"solve", report, "--objective", "ipus", "--memory-per-tile", "30000", popliner}, 1,
            "bytes of memory per tile would be enough");
        row("too many pins", {"solve", report, "--pin", "1,2,3", "--ipus", "2"}, 1, "pinned splits");
        row("help", {"--help"}, 0, "");
        row("version", {"--version"}, 0, "");
    }
    void statuses() {
        QFETCH(QStringList, arguments);
        QFETCH(int, status);
        QFETCH(QString, said);
        const CliRun run = runCli(arguments);
        QCOMPARE(run.status, status);
        QVERIFY2(run.error.contains(said.toUtf8()), run.error.constData());
        // Progress is shown only on terminals, and this output is not a terminal.
        QVERIFY(!run.error.contains('\r'));
    }

    void helpTeaches() {
        for (const QString& command : Commands) {
            const CliRun run = runCli({command, "--help"});
            QCOMPARE(run.status, 0);
            QVERIFY2(run.out.contains("Example"), qPrintable(command));
            QVERIFY2(run.out.contains("tileline-cli " + command.toUtf8()), qPrintable(command));
            QVERIFY(run.error.isEmpty());
        }
        QVERIFY(runCli({"solve", "--help"}).out.contains("Ties go to"));
        QVERIFY(runCli({"--version"}).out.startsWith("tileline-cli "));
    }

    void solveObjectives() {
        const QString report = fixture("bert-tiny-inf");
        const Json fewest = runCli({"solve", report, "--setting", "popliner", "--objective", "ipus",
                                    "--memory-per-tile", "70000", "--json"})
                                .json();
        QCOMPARE(fewest["ipus"].get<int>(), 2);
        QVERIFY(fewest["fits"].get<bool>());
        const Json pinned = runCli({"solve", report, "--setting", "popliner", "--ipus", "2", "--pin", "1",
                                    "--tradeoff", "--splits", "3", "--json"})
                                .json();
        QVERIFY(pinned["splits"] == Json::array({"1"}));
        QCOMPARE(pinned["trade_off"].size(), size_t{5});
        QVERIFY(pinned["trade_off"][0]["peak_tile_bytes"].is_null());
        QVERIFY(pinned["plan"]["splits"] == Json::array({"3"}));
        QVERIFY(pinned["plan"]["gap_bytes"].get<int64_t>() != 0);
        const Json free = runCli({"solve", report, "--setting", "popliner", "--ipus", "2", "--json"}).json();
        QVERIFY(free["peak_tile_bytes"].get<uint64_t>() <= pinned["peak_tile_bytes"].get<uint64_t>());
        QVERIFY(free["greedy"]["gap_percent"].get<double>() > 0);
        const CliRun none = runCli({"solve", report, "--setting", "popliner", "--objective", "ipus", "--ipus",
                                    "2", "--memory-per-tile", "50000", "--json"});
        QCOMPARE(none.status, 1);
        QVERIFY(none.json()["stages"].empty());
        QVERIFY(none.json()["peak_tile_bytes"].is_null());
        QCOMPARE(none.json()["infeasible"]["reason"].get<std::string>(), std::string("memory"));
        QCOMPARE(none.json()["would_do"]["ipus"].get<int>(), 4);
    }

    /// Layer names with commas, line feeds and quotes, and empty ones.
    void hostileLayerNames() {
        const TemporaryDirectory directory;
        const std::vector<std::string> names{"a,b", "a", "b", "x\ny", "\"quote\"", "", "-9"};
        std::string sql;
        for (size_t i = 0; i < names.size(); ++i) {
            std::string hex;
            for (const unsigned char byte : "[" + names[i] + "]/op") {
                char text[3];
                std::snprintf(text, sizeof text, "%02x", byte);
                hex += text;
            }
            sql += "UPDATE operation SET name = CAST(X'" + hex +
                   "' AS TEXT) WHERE position = " + std::to_string(4 + 3 * i) + ";";
        }
        copyProfile("bert-tiny-inf", directory.path(), sql);
        const QString report = pathText(directory.path() / "profile.tileline");
        const QStringList regex{"--layer-name-regex", "(?s)^\\[(.*)\\]", "--inputs-regex-layer-0", "^$"};
        const Json info = runCli(QStringList{"info", report, "--json"} + regex).json();
        for (const std::string& name : names) {
            QVERIFY(std::find(info["layers"].begin(), info["layers"].end(), Json(name)) !=
                    info["layers"].end());
        }
        const auto splitsOf = [&](const QStringList& splits) {
            const CliRun run = runCli(QStringList{"evaluate", report, "--json"} + regex + splits);
            const Json json = run.json();
            return json.is_object() ? json["splits"] : Json(run.error.toStdString());
        };
        QCOMPARE(splitsOf({"--splits", "a,b"}).dump(), Json::array({"a,b"}).dump());
        QCOMPARE(splitsOf({"--splits", "b,x\ny"}).size(), size_t{2});
        QCOMPARE(splitsOf({"--splits", "a,b", "--splits", "b"}).size(), size_t{2});
        QCOMPARE(splitsOf({"--splits", "x\ny", "--splits", "\"quote\""}).size(), size_t{2});
        QCOMPARE(splitsOf({"--splits", ""}).dump(), Json::array({""}).dump());
        QCOMPARE(splitsOf({"--splits=-9"}).dump(), Json::array({"-9"}).dump());
        const CliRun table = runCli(QStringList{"layers", report, "--format", "csv"} + regex);
        QVERIFY(table.out.contains(",x\\u000ay,"));
        QVERIFY(table.out.contains("\"a,b\""));
        QVERIFY(table.out.contains("\"\"\"quote\"\"\""));
    }

    void severalProfiles() {
        const QString small = fixture("one-layer");
        const QString large = fixture("bert-tiny-inf");
        const CliRun csv =
            runCli({"evaluate", small, large, "--splits", "0", "--setting", "popliner", "--format", "csv"});
        QCOMPARE(csv.status, 0);
        const QList<QByteArray> lines = csv.out.trimmed().split('\n');
        QCOMPARE(lines.size(), 5);
        QVERIFY(lines[0].startsWith("profile,ipu,"));
        QVERIFY(lines[1].startsWith(small.toUtf8() + ",0,"));
        QVERIFY(lines[4].startsWith(large.toUtf8() + ",1,"));
        const Json json =
            runCli({"evaluate", small, large, "--splits", "0", "--setting", "popliner", "--json"}).json();
        QCOMPARE(json.size(), size_t{2});
        QCOMPARE(json[1]["profile"].get<std::string>(), large.toStdString());
        QCOMPARE(runCli({"evaluate", small, large, "--memory-per-tile", "50000"}).status, 1);
    }

    void planFiles() {
        const TemporaryDirectory directory;
        PlanFile file;
        file.setting.setting = Setting::PopLiner;
        file.profile = fingerprintOf(*loadFixture("bert-tiny-inf"));
        PlanDescription plan;
        plan.name = "two";
        plan.splits = {"2"};
        plan.memoryPerTile = 65000;
        file.plans = {plan};
        plan.name = "three";
        plan.splits = {"1", "3", "99"};
        plan.ipuMemory = {70000};
        file.plans.push_back(plan);
        const auto path = directory / "model.tileplan";
        QVERIFY(writePlanFile(path, file));
        const QString report = fixture("bert-tiny-inf");
        const CliRun shown = runCli({"evaluate", report, "--plan", pathText(path), "--json"});
        QCOMPARE(shown.status, 1); // the stage needs 69300 bytes; the plan's limit is 65000
        // Everything matches. The plan has another warning: it may split a weight.
        QCOMPARE(shown.error.count('\n'), 1);
        QVERIFY(shown.json()["splits"] == Json::array({"2"}));
        const CliRun more =
            runCli({"evaluate", report, "--plan", pathText(path), "--memory-per-tile", "70000", "--json"});
        QCOMPARE(more.status, 0);
        const CliRun named =
            runCli({"evaluate", report, "--plan", pathText(path), "--plan-name", "three", "--json"});
        QCOMPARE(named.status, 0);
        QVERIFY(named.error.contains("99"));
        QVERIFY(named.json()["splits"] == Json::array({"1", "3"}));
        QCOMPARE(named.json()["stages"][0]["memory_per_tile"].get<int>(), 70000);
        QCOMPARE(named.json()["stages"][1]["memory_per_tile"].get<int>(), 65000);
        QCOMPARE(runCli({"evaluate", report, "--plan", pathText(path), "--plan-name", "four"}).status, 2);
        const CliRun other =
            runCli({"evaluate", fixture("bert-tiny-train"), "--plan", pathText(path), "--json"});
        QVERIFY(other.error.contains("warning: "));
    }

    /// A share of the memory that a plan must not use, in every command that has limits.
    void keepFree() {
        const QString report = fixture("bert-tiny-inf");
        const QStringList popliner{"--setting", "popliner"};
        const QStringList plan =
            QStringList{report, "--splits", "2", "--memory-per-tile", "80000"} + popliner;
        const CliRun free = runCli(QStringList{"evaluate", "--json"} + plan);
        QCOMPARE(free.status, 0); // the fuller stage needs 69300 bytes
        QCOMPARE(free.json()["keep_free"].get<int>(), 0);
        QCOMPARE(free.json()["stages"][0]["limit"].get<int>(), 80000);
        const CliRun kept = runCli(QStringList{"evaluate", "--json", "--keep-free", "14"} + plan);
        QCOMPARE(kept.status, 1);
        QCOMPARE(kept.json()["keep_free"].get<int>(), 14);
        for (const Json& stage : kept.json()["stages"]) {
            QCOMPARE(stage["memory_per_tile"].get<int>(), 80000);
            QCOMPARE(stage["limit"].get<int>(), 68800);
            QCOMPARE(stage["fits"].get<bool>(), stage["peak_tile_bytes"].get<int>() <= 68800);
        }
        QCOMPARE(runCli(QStringList{"evaluate", "--keep-free", "13"} + plan).status, 0);
        const CliRun text = runCli(QStringList{"evaluate", "--keep-free", "14"} + plan);
        QVERIFY2(text.out.contains("limit 68800 bytes, 14 % of 80000 kept free"), text.out);
        // Limits of single IPUs are lowered too.
        const CliRun own =
            runCli(QStringList{"evaluate", "--json", "--keep-free", "10", "--ipu-memory", "1=70000"} + plan);
        QCOMPARE(own.json()["stages"][1]["limit"].get<int>(), 63000);
        const Json why =
            runCli(QStringList{"explain", "--json", "--keep-free", "14", "--ipu", "0"} + plan).json();
        QCOMPARE(why["limit"].get<int>(), 68800);
        QCOMPARE(why["keep_free"].get<int>(), 14);
        QVERIFY(runCli(QStringList{"explain", "--keep-free", "14"} + plan)
                    .out.contains("limit of 68800 bytes, 14 % of 80000 kept free."));
        // The solver obeys, and says how much memory would do with the same share kept free.
        const QStringList solve{"solve", report, "--setting", "popliner", "--ipus", "3", "--json"};
        QCOMPARE(runCli(solve + QStringList{"--memory-per-tile", "61164"}).status, 0);
        const CliRun tight = runCli(solve + QStringList{"--memory-per-tile", "61164", "--keep-free", "10"});
        QCOMPARE(tight.status, 1);
        QCOMPARE(tight.json()["would_do"]["memory_per_tile"].get<int>(), 67960);
        QCOMPARE(runCli(solve + QStringList{"--memory-per-tile", "67960", "--keep-free", "10"}).status, 0);
        QCOMPARE(runCli(solve + QStringList{"--memory-per-tile", "67959", "--keep-free", "10"}).status, 1);
        const CliRun greedy = runCli(
            solve + QStringList{"--objective", "greedy", "--memory-per-tile", "90000", "--keep-free", "90"});
        QCOMPARE(greedy.status, 1);
        // An export says which stages do not fit.
        const CliRun exported = runCli(QStringList{"export", "--keep-free", "14"} + plan);
        QVERIFY2(exported.error.contains("68800"), exported.error);
        for (const char* bad : {"91", "-1", "1.5", "many", ""}) {
            QCOMPARE(runCli(QStringList{"evaluate", "--keep-free", bad} + plan).status, 2);
        }
    }

    void keepFreeOfPlanFiles() {
        const TemporaryDirectory directory;
        const auto path = directory / "model.tileplan";
        PlanFile file;
        file.setting.setting = Setting::PopLiner;
        file.profile = fingerprintOf(*loadFixture("bert-tiny-inf"));
        PlanDescription plan;
        plan.splits = {"2"};
        plan.memoryPerTile = 80000;
        plan.keepFree = 14;
        file.plans = {plan};
        QVERIFY(writePlanFile(path, file));
        const QStringList evaluate{"evaluate", fixture("bert-tiny-inf"), "--plan", pathText(path), "--json"};
        QCOMPARE(runCli(evaluate).status, 1);
        QCOMPARE(runCli(evaluate).json()["stages"][0]["limit"].get<int>(), 68800);
        // Each option replaces its own value.
        const Json other = runCli(evaluate + QStringList{"--keep-free", "0"}).json();
        QCOMPARE(other["stages"][0]["limit"].get<int>(), 80000);
        const Json memory = runCli(evaluate + QStringList{"--memory-per-tile", "100000"}).json();
        QCOMPARE(memory["stages"][0]["limit"].get<int>(), 86000);
    }

    void profileInDirectory() {
        const TemporaryDirectory directory;
        for (const char* part : {"training", "inference"}) {
            std::filesystem::create_directory(directory / part);
            copyReport(part[0] == 't' ? "bert-tiny-train" : "bert-tiny-inf", directory / part);
        }
        const QString report = pathText(directory.path());
        const CliRun several = runCli({"info", report});
        QCOMPARE(several.status, 3);
        QVERIFY(several.error.contains("training"));
        QVERIFY(several.error.contains("inference"));
        const CliRun chosen = runCli({"info", report, "--profile-in-directory", "inference", "--json"});
        QCOMPARE(chosen.status, 0);
        QCOMPARE(chosen.json()["layers"].size(), size_t{6});
        QCOMPARE(runCli({"info", report, "--profile-in-directory", "validation"}).status, 2);
    }

    void watch() {
        const TemporaryDirectory directory;
        const auto profile = copyReport("bert-tiny-inf", directory.path());
        const auto answer = directory / "answer.json";
        QProcess process;
        startCli(process, {"evaluate", pathText(directory.path()), "--setting", "popliner", "--watch",
                           "--json", "-o", pathText(answer)});
        const QByteArray first = contentOtherThan(answer, {});
        QVERIFY(first.contains("bert-tiny") || first.contains("peak_tile_bytes"));
        // Replaced as a new compilation does it: by another file of the same name.
        const TemporaryDirectory elsewhere;
        std::filesystem::copy_file(fixtureDirectory("one-layer") / "profile.tileline", elsewhere / "new");
        std::filesystem::copy_file(fixtureDirectory("one-layer") / "debug.cbor", directory / "debug.new");
        std::filesystem::rename(directory / "debug.new", directory / "debug.cbor");
        std::filesystem::copy_file(elsewhere / "new", directory / "profile.new");
        std::filesystem::rename(directory / "profile.new", profile);
        const QByteArray second = contentOtherThan(answer, first);
        QCOMPARE(Json::parse(second.toStdString())["layers"].size(), size_t{2});
        // While the file is missing, the command reports an error and waits for the next change.
        std::filesystem::rename(profile, elsewhere / "away");
        QVERIFY(QTest::qWaitFor(
            [&] {
                process.waitForReadyRead(10);
                return process.readAllStandardError().contains("error: ");
            },
            60000));
        std::filesystem::copy_file(fixtureDirectory("no-layers") / "profile.tileline", profile);
        const QByteArray third = contentOtherThan(answer, second);
        QCOMPARE(Json::parse(third.toStdString())["layers"].size(), size_t{1});
        ::kill(static_cast<pid_t>(process.processId()), SIGINT);
        QVERIFY(process.waitForFinished(60000));
        QCOMPARE(process.exitStatus(), QProcess::NormalExit);
        QCOMPARE(process.exitCode(), 130);
    }

    /// Operations can come from the debug information, which then determines the layers.
    void watchSeesDebugInformation() {
        const TemporaryDirectory directory;
        copyReport("bert-tiny-inf", directory.path(), DropOperations);
        const std::string debug = readAll(directory / "debug.cbor");
        const auto answer = directory / "answer.json";
        QProcess process;
        startCli(process, {"evaluate", pathText(directory.path()), "--setting", "popliner", "--watch",
                           "--json", "-o", pathText(answer)});
        const QByteArray first = contentOtherThan(answer, {});
        QCOMPARE(Json::parse(first.toStdString())["layers"].back().get<std::string>(), std::string("3"));
        // Written to another file that is then renamed, as careful programs do.
        QByteArray renamed = QByteArray::fromStdString(debug);
        renamed.replace("Layer3/", "Layer7/");
        writeFile(directory / "debug.new", renamed.toStdString());
        std::filesystem::rename(directory / "debug.new", directory / "debug.cbor");
        const QByteArray second = contentOtherThan(answer, first);
        QCOMPARE(Json::parse(second.toStdString())["layers"].back().get<std::string>(), std::string("7"));
        // Removed and restored.
        std::filesystem::remove(directory / "debug.cbor");
        QVERIFY(QTest::qWaitFor(
            [&] {
                process.waitForReadyRead(10);
                return process.readAllStandardError().contains("debug.cbor of the same compilation");
            },
            60000));
        writeFile(directory / "debug.cbor", debug);
        QCOMPARE(contentOtherThan(answer, second), first);
        ::kill(static_cast<pid_t>(process.processId()), SIGINT);
        QVERIFY(process.waitForFinished(60000));
    }

    void terminatedLeavesNoFiles() {
        const TemporaryDirectory directory;
        const TemporaryDirectory output;
        const QString report = pathText(directory / "report");
        QVERIFY(generateProfile({"bert-large", "--layers", "96", "-o", report}));
        QProcess process;
        startCli(process, {"segments", report, "-o", pathText(output / "out")});
        QTest::qWait(300);
        ::kill(static_cast<pid_t>(process.processId()), SIGTERM);
        QVERIFY(process.waitForFinished(60000));
        QCOMPARE(process.exitCode(), 143);
        QVERIFY(process.readAllStandardError().isEmpty());
        size_t left = 0;
        std::error_code ignored;
        for (const auto& entry : std::filesystem::recursive_directory_iterator(output.path(), ignored)) {
            left += entry.is_regular_file() ? 1 : 0;
        }
        QCOMPARE(left, size_t{0});
    }

    /// If the reader closes the pipe, the program prints no message and sets no exit status of its own.
    void closedPipe() {
        QProcess shell;
        shell.start("/bin/bash", {"-c", QStringLiteral("\"%1\" segments \"%2\" --json | head -c 10; "
                                                       "echo \" ${PIPESTATUS[0]}\"")
                                            .arg(QStringLiteral(TILELINE_CLI), fixture("shuffled-layers"))});
        QVERIFY(shell.waitForFinished(60000));
        QVERIFY(shell.readAllStandardError().isEmpty());
        const QByteArray status = shell.readAllStandardOutput().split(' ').last().trimmed();
        QVERIFY2(status == "141" || status == "0", status.constData());
    }

    void fullDisk() {
        if (!std::filesystem::exists("/dev/full")) {
            QSKIP("there is no /dev/full");
        }
        QProcess shell;
        shell.start("/bin/bash", {"-c", QStringLiteral("\"%1\" layers \"%2\" > /dev/full")
                                            .arg(QStringLiteral(TILELINE_CLI), fixture("one-layer"))});
        QVERIFY(shell.waitForFinished(60000));
        QCOMPARE(shell.exitCode(), 3);
        QVERIFY(shell.readAllStandardError().contains("could not be written"));
    }
};

TILELINE_TEST(TestCliUsage)
#include "test_cliusage.moc"
