// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/cli.h"
#include "tests/support/profilefiles.h"
#include "tests/support/temporarydirectory.h"
#include "tests/testmain.h"

#include <QTest>

#include <csignal>

using namespace tileline::test;

namespace fs = std::filesystem;

namespace {

/// Three reports: one in Poplar's format, one in Tileline's, and one that is truncated.
void writeReports(const fs::path& directory) {
    fs::create_directories(directory / "a");
    copyPoplarReport("pipeline-marked-tiny", directory / "a");
    fs::create_directories(directory / "b" / "deep");
    copyReport("bert-tiny-train", directory / "b" / "deep", "UPDATE target SET bytes_per_tile = 200000");
    fs::create_directories(directory / "c");
    const fs::path damaged = copyPoplarReport("pipeline-marked-tiny", directory / "c");
    fs::resize_file(damaged, fs::file_size(damaged) / 2);
}

} // namespace

/// `summary` with the real program: a row for each report.
class TestCliSummary : public QObject {
    Q_OBJECT
private slots:
    void aRowForEachReport() {
        const TemporaryDirectory directory;
        writeReports(directory.path());
        const CliRun run = runCli({"summary", pathText(directory.path()), "--json"});
        QVERIFY2(run.status == 0, run.error.constData());
        const Json rows = run.json();
        QCOMPARE(rows.size(), size_t(3));
        QCOMPARE(rows[0]["path"].get<std::string>(), (directory / "a/profile.pop").string());
        QCOMPARE(rows[1]["path"].get<std::string>(), (directory / "b/deep/profile.tileline").string());
        QVERIFY(rows[0]["error"].is_null() && rows[1]["error"].is_null());
        QVERIFY(!rows[2]["error"].is_null() && rows[2]["tiles"].is_null());
        QVERIFY2(run.error.contains("warning: 1 of 3 profiles could not be read"), run.error.constData());
        // The other commands state the same about a profile.
        for (const size_t row : {0, 1}) {
            const QString path = QString::fromStdString(rows[row]["path"].get<std::string>());
            const Json info = runCli({"info", path, "--json"}).json();
            QVERIFY(rows[row]["tiles"] == info["target"]["tiles"]);
            QVERIFY(rows[row]["poplar_version"] == info["meta"]["poplar_version"]);
            const Json tiles = runCli({"tiles", path, "--json"}).json();
            uint64_t fullest = 0;
            uint64_t alwaysLive = 0;
            uint64_t over = 0;
            const auto limit = info["target"]["bytes_per_tile"].get<uint64_t>();
            for (const Json& tile : tiles) {
                const auto bytes = tile["total_including_gaps"].get<uint64_t>();
                fullest = std::max(fullest, bytes);
                over += bytes > limit ? bytes - limit : 0;
                alwaysLive += tile["always_live"].get<uint64_t>();
            }
            QCOMPARE(rows[row]["fullest_tile_bytes"].get<uint64_t>(), fullest);
            QCOMPARE(rows[row]["always_live_bytes"].get<uint64_t>(), alwaysLive);
            QCOMPARE(rows[row]["bytes_over"].get<uint64_t>(), over);
            const auto tile = rows[row]["fullest_tile"].get<size_t>();
            QCOMPARE(tiles[tile]["total_including_gaps"].get<uint64_t>(), fullest);
            const Json steps = runCli({"liveness", path, "--json"}).json();
            const auto peak = rows[row]["peak_step"].get<size_t>();
            QCOMPARE(rows[row]["peak_live_bytes"].get<uint64_t>(),
                     steps[peak]["not_always_live"].get<uint64_t>() + alwaysLive);
        }
        QVERIFY(rows[1]["bytes_over"].get<uint64_t>() > 0);
    }
    void formats() {
        const TemporaryDirectory directory;
        writeReports(directory.path());
        const QString path = pathText(directory.path());
        const CliRun csv = runCli({"summary", path, "--csv"});
        QCOMPARE(csv.out, runCli({"summary", path, "--format", "csv"}).out);
        QVERIFY(csv.out.startsWith("path,model,poplar_version,"));
        QCOMPARE(csv.out.count('\n'), 4);
        const CliRun tsv = runCli({"summary", path, "--tsv"});
        QVERIFY(tsv.out.startsWith("path\tmodel\tpoplar_version\t"));
        const CliRun text = runCli({"summary", path});
        QVERIFY(text.out.startsWith("path ") && text.status == 0);
        QCOMPARE(runCli({"summary", path, "--csv", "--json"}).status, 2);
        QCOMPARE(runCli({"summary", path, "--csv", "--tsv"}).status, 2);
        QCOMPARE(runCli({"summary", path, "--csv", "--format", "tsv"}).status, 2);
        const QString out = pathText(directory / "out.csv");
        QCOMPARE(runCli({"summary", path, "--csv", "-o", out}).status, 0);
        QCOMPARE(QByteArray::fromStdString(readAll(directory / "out.csv")), csv.out);
    }
    void statusSaysWhetherAnyCouldBeRead() {
        const TemporaryDirectory directory;
        writeReports(directory.path());
        const CliRun none = runCli({"summary", pathText(directory / "c"), "--csv"});
        QCOMPARE(none.status, 3);
        QCOMPARE(none.out.count('\n'), 2);
        fs::create_directories(directory / "empty");
        const CliRun empty = runCli({"summary", pathText(directory / "empty")});
        QCOMPARE(empty.status, 3);
        QVERIFY(empty.out.isEmpty() && empty.error.contains("contains no profile"));
        const CliRun missing =
            runCli({"summary", pathText(directory / "a"), pathText(directory / "nothing")});
        QCOMPARE(missing.status, 0);
        QVERIFY(missing.out.contains("The file does not exist"));
        QCOMPARE(runCli({"summary"}).status, 2);
        QCOMPARE(runCli({"summary", ""}).status, 2);
    }
    /// Rows keep their order although two profiles are read at a time.
    void manyReports() {
        const TemporaryDirectory directory;
        for (int i = 0; i < 40; ++i) {
            const fs::path report =
                directory / QStringLiteral("r%1").arg(i, 2, 10, QLatin1Char('0')).toStdString();
            fs::create_directories(report);
            copyProfile(i % 2 == 0 ? "one-layer" : "bert-tiny-inf", report);
        }
        const CliRun run = runCli({"summary", pathText(directory.path()), "--json"});
        QVERIFY2(run.status == 0 && run.error.isEmpty(), run.error.constData());
        const Json rows = run.json();
        QCOMPARE(rows.size(), size_t(40));
        for (size_t i = 0; i < rows.size(); ++i) {
            const auto path = rows[i]["path"].get<std::string>();
            QVERIFY(i == 0 || rows[i - 1]["path"].get<std::string>() < path);
            QVERIFY(rows[i]["tiles"] == rows[i % 2]["tiles"]);
            QVERIFY(rows[i]["fullest_tile_bytes"] == rows[i % 2]["fullest_tile_bytes"]);
        }
    }
    void interrupted() {
        const TemporaryDirectory directory;
        for (int i = 0; i < 300; ++i) {
            const fs::path report = directory / std::to_string(i);
            fs::create_directories(report);
            copyProfile("bert-tiny-train", report);
        }
        QProcess process;
        startCli(process, {"summary", pathText(directory.path()), "-o", pathText(directory / "out.csv")});
        QVERIFY(process.waitForStarted());
        QTest::qWait(30);
        ::kill(static_cast<pid_t>(process.processId()), SIGINT);
        QVERIFY(process.waitForFinished(20000));
        // Unless the command was done before the signal came.
        if (process.exitCode() != 0) {
            QVERIFY(process.exitStatus() == QProcess::CrashExit || process.exitCode() == 128 + SIGINT);
            QVERIFY(!fs::exists(directory / "out.csv"));
        }
    }
};

TILELINE_TEST(TestCliSummary)
#include "test_clisummary.moc"
