// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/cli.h"
#include "tests/support/profilefiles.h"
#include "tests/support/temporarydirectory.h"
#include "tests/testmain.h"

#include <QTest>

using namespace tileline::test;

namespace fs = std::filesystem;

namespace {

constexpr const char* TileThree =
    "Out of memory on tile 3: 826928 bytes used but tiles only have 190000 bytes of memory";

} // namespace

/// `explain --message` with the real program: from Poplar's message to the tile.
class TestCliMessage : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() {
        fs::create_directories(m_directory / "report");
        copyReport("bert-tiny-train", m_directory / "report", "UPDATE target SET bytes_per_tile = 190000");
    }
    void explainsTheTile() {
        const QString report = pathText(m_directory / "report");
        const CliRun run = runCli({"explain", report, "--message-text", TileThree, "--json"});
        QVERIFY2(run.status == 0, run.error.constData());
        const Json answer = run.json();
        QVERIFY(answer["tile"] == Json(3));
        QVERIFY(answer["complaint"]["kind"] == Json("tile_full"));
        QVERIFY(answer["complaint"]["bytes_used"] == Json(826928));
        const Json tile = runCli({"tiles", report, "--json"}).json()[3];
        QVERIFY(answer["bytes"] == tile["total_including_gaps"]);
        QVERIFY(answer["bytes_per_tile"] == Json(190000));
        uint64_t sum = 0;
        for (const Json& category : answer["categories"]) {
            sum += category["bytes"].get<uint64_t>();
        }
        QCOMPARE(sum, answer["bytes"].get<uint64_t>());
        QVERIFY(!answer["variables"].empty() && !answer["vertices"].empty() && !answer["exchanges"].empty());
        // The message states more bytes than the profile.
        QCOMPARE(answer["notes"].size(), size_t(1));
        const CliRun text = runCli({"explain", report, "--message-text", TileThree, "--top", "2"});
        for (const char* part : {"Tile 3 needs 826928 bytes and has ", "Tile 3 holds ",
                                 "from different compilations", "\nvariable ", "Vertices:", " more\n"}) {
            QVERIFY2(text.out.contains(part), (QByteArray(part) + "\n" + text.out).constData());
        }
        const CliRun csv = runCli({"explain", report, "--message-text", TileThree, "--format", "csv"});
        QVERIFY(csv.out.startsWith("what,name,bytes\ncategory,"));
        QVERIFY(csv.out.contains("\nvariable,") && csv.out.contains("\nvertex,"));
    }
    /// The message is in a log, and names the report.
    void findsTheReportOfTheMessage() {
        const fs::path log = m_directory / "compile.log";
        writeFile(
            log, "epoch 1\nOut of memory: Cannot fit all variable data onto one or more tiles. Profile saved "
                 "to: " +
                     (m_directory / "report" / "profile.tileline").string() + "\nmore\n");
        // Names that end in ".pop" end there.
        fs::create_hard_link(m_directory / "report" / "profile.tileline",
                             m_directory / "report" / "profile.pop");
        writeFile(m_directory / "pop.log", "Profile saved to: report/profile.pop. [0] compile\n");
        const CliRun run = runCli({"explain", "--message", pathText(log), "--json"});
        QVERIFY2(run.status == 0, run.error.constData());
        const Json answer = run.json();
        QVERIFY(answer["complaint"]["kind"] == Json("data_does_not_fit"));
        QVERIFY(answer["bytes_over"].get<uint64_t>() > 0);
        const CliRun relative =
            runShell("$cli explain --message - --json < pop.log", pathText(m_directory.path()));
        QVERIFY2(relative.status == 0, relative.error.constData());
        QVERIFY(relative.json()["tile"] == answer["tile"]);
        QVERIFY(relative.json()["complaint"].is_null());
    }
    void errorsSayWhatToDo() {
        const TemporaryDirectory directory;
        const QString log = pathText(directory / "log");
        writeFile(directory / "log", "all is well\n");
        const CliRun other = runCli({"explain", "--message", log});
        QCOMPARE(other.status, 3);
        QVERIFY2(other.error.contains("text that contains none of these messages"), other.error.constData());
        QCOMPARE(runCli({"explain", "--message-text", "all is well"}).status, 2);
        const CliRun none = runCli({"explain", "--message-text", TileThree});
        QCOMPARE(none.status, 2);
        QVERIFY2(none.error.contains("autoReport.directory"), none.error.constData());
        const CliRun gone =
            runCli({"explain", "--message-text", "Profile saved to: no/such\x1B[31m/profile.pop"});
        QCOMPARE(gone.status, 3);
        QVERIFY2(gone.error.contains("no/such") && gone.error.contains("autoReport.directory"),
                 gone.error.constData());
        QVERIFY(!gone.error.contains('\x1B'));
        const CliRun device = runCli({"explain", "--message-text", "Profile saved to: /dev/zero"});
        QCOMPARE(device.status, 3);
        QVERIFY2(device.error.contains("a device"), device.error.constData());
        writeFile(directory / "log", std::string((size_t{1} << 20) + 1, 'x'));
        const CliRun large = runCli({"explain", "--message", log});
        QCOMPARE(large.status, 3);
        QVERIFY2(large.error.contains("at most 1 MiB"), large.error.constData());
        const CliRun tile = runCli({"explain", fixture("one-layer"), "--message-text",
                                    "Out of memory on tile 1000: 2 bytes used but tiles only have 1"});
        QCOMPARE(tile.status, 3);
        QVERIFY2(tile.error.contains("a tile of the profile, which has"), tile.error.constData());
        const QString report = pathText(m_directory / "report");
        QCOMPARE(runCli({"explain", report, "--message-text", TileThree, "--splits", "1"}).status, 2);
        QCOMPARE(runCli({"explain", report, "--message-text", TileThree, "--message", log}).status, 2);
        QCOMPARE(runCli({"explain"}).status, 2);
        QCOMPARE(runCli({"explain", "--message", "nothing-there"}).status, 3);
    }

private:
    TemporaryDirectory m_directory;
};

TILELINE_TEST(TestCliMessage)
#include "test_climessage.moc"
