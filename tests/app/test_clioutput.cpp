// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/cli.h"
#include "tests/support/profilefiles.h"
#include "tests/support/temporarydirectory.h"
#include "tests/support/unprivileged.h"
#include "tests/testmain.h"

#include <QTest>

#include <sys/stat.h>

using namespace tileline::test;

namespace fs = std::filesystem;

/// Tests output to targets other than a plain file or a terminal.
class TestCliOutput : public QObject {
    Q_OBJECT

private slots:
    /// A command whose output cannot be written fails.
    void standardOutputFails_data() {
        QTest::addColumn<QString>("command");
        QTest::newRow("table") << "layers $report";
        QTest::newRow("JSON") << "segments $report --json";
        QTest::newRow("report") << "solve $report --ipus 3";
        QTest::newRow("document") << "info $report";
        QTest::newRow("PopLiner") << "popliner --solve $report";
        QTest::newRow("plan") << "export $report --splits 2";
        QTest::newRow("help") << "--help";
        QTest::newRow("help of a command") << "solve --help";
        QTest::newRow("version") << "--version";
    }
    void standardOutputFails() {
        QFETCH(QString, command);
        for (const char* where : {">/dev/full", ">&-", "<&- >&-"}) {
            const CliRun run = runShell("$cli " + command + " " + where);
            QCOMPARE(run.status, 3);
            QVERIFY2(run.error.contains("standard output"), run.error.constData());
        }
        QCOMPARE(runShell("$cli " + command + " <&- >&- 2>&-").status, 3);
    }

    /// If standard streams are closed, files that are opened do not take their descriptors.
    void closedStreams() {
        const TemporaryDirectory directory;
        const CliRun run = runShell(
            "$cli layers $report -o layers <&- >&- 2>&-; echo $?; $cli layers $report | cmp layers -",
            pathText(directory.path()));
        QCOMPARE(run.status, 0);
        QCOMPARE(run.out, QByteArray("0\n"));
        QCOMPARE(runShell("$generate sample -o made <&- >&- 2>&- && $cli info made --json",
                          pathText(directory.path()))
                     .status,
                 0);
        QCOMPARE(runShell("$cli layers /no/such/file <&- >&- 2>&-").status, 3);
    }

    /// `-o -` means standard output, not a file with that name. A profile, or an output with a file beside
    /// it, needs a file name.
    void aDashIsStandardOutput() {
        const TemporaryDirectory directory;
        for (const QString command :
             {"layers $report", "export $report --splits 2 --framework csv", "info $report",
              "evaluate $report --json", "popliner --solve $report"}) {
            const CliRun run = runShell("$cli " + command + " > plain && $cli " + command +
                                            " -o - | cmp plain - && ! ls ./-",
                                        pathText(directory.path()));
            QVERIFY2(run.status == 0, run.error.constData() + run.out);
        }
        for (const QString command : {"convert $report -o -", "popliner $report --save-to-file -",
                                      "export $report --annotations -"}) {
            const CliRun run = runShell("$cli " + command + "; s=$?; ls ./- && exit 99; exit $s",
                                        pathText(directory.path()));
            QVERIFY2(run.status == 2 && run.error.contains("must be a file"), run.error.constData());
        }
    }

    void readersThatGo() {
        const TemporaryDirectory directory;
        const QString line = "$generate bert-large --tiles 16 -o made; "
                             "$cli segments made --json | head -1; echo ${PIPESTATUS[0]}";
        const CliRun run = runShell(line, pathText(directory.path()));
        QCOMPARE(run.out, QByteArray("[\n141\n"));
        QVERIFY(run.error.isEmpty());
    }

    /// Devices, pipes and sockets are refused, and stay as they are. Opening one could block the command.
    void outputIntoSpecialFiles_data() {
        QTest::addColumn<QStringList>("arguments");
        const QString report = fixture("bert-tiny-inf");
        QTest::newRow("layers") << QStringList{"layers", report, "-o"};
        QTest::newRow("popliner") << QStringList{"popliner", report, "-o"};
        QTest::newRow("popliner, saved") << QStringList{"popliner", report, "--save-to-file"};
        QTest::newRow("convert") << QStringList{"convert", report, "-o"};
        QTest::newRow("export") << QStringList{"export", report, "--splits", "2", "-o"};
        QTest::newRow("annotations") << QStringList{"export", report, "--splits", "2", "--annotations"};
        QTest::newRow("import") << QStringList{"import", "--text", "[2, 2]", report, "-o"};
    }
    void outputIntoSpecialFiles() {
        QFETCH(const QStringList, arguments);
        const TemporaryDirectory directory;
        fs::create_symlink("/dev/null", directory / "null");
        QCOMPARE(::mkfifo((directory / "pipe").c_str(), 0600), 0);
        for (const QString& name : {pathText(directory / "null"), pathText(directory / "pipe")}) {
            const CliRun run = runCli(arguments + QStringList{name});
            QCOMPARE(run.status, 3);
            QVERIFY2(run.error.contains("a device, pipe or socket"), run.error.constData());
        }
        QVERIFY(fs::is_character_file("/dev/null") && fs::is_symlink(directory / "null"));
        QVERIFY(fs::is_fifo(directory / "pipe"));
    }

    void outputDirectories() {
        const TemporaryDirectory directory;
        fs::create_directory(directory / "below");
        const QString report = fixture("one-layer");
        const CliRun missing = runCli({"layers", report, "-o", pathText(directory / "none" / "file")});
        QCOMPARE(missing.status, 3);
        QVERIFY(missing.out.isEmpty());
        QVERIFY(missing.error.contains("an existing directory"));
        QCOMPARE(runCli({"layers", report, "-o", pathText(directory / "below")}).status, 3);
        QCOMPARE(runCli({"export", fixture("bert-tiny-inf"), "--splits", "2", "--annotations",
                         pathText(directory / "none" / "file")})
                     .status,
                 3);
        QVERIFY(fs::is_empty(directory / "below"));
    }

    /// Making a profile takes an hour, so output must not overwrite one by mistake.
    void outputOverAProfile() {
        const TemporaryDirectory directory;
        const std::string profile = readAll(copyReport("bert-tiny-inf", directory.path()));
        const std::string debug = readAll(directory / "debug.cbor");
        const QString report = pathText(directory.path());
        for (const char* name : {"profile.tileline", "debug.cbor"}) {
            const QString file = pathText(directory / name);
            const CliRun table = runCli({"layers", report, "-o", file});
            QCOMPARE(table.status, 2);
            QVERIFY2(table.error.contains("--output"), table.error.constData());
            const CliRun python = runCli({"export", report, "--splits", "2", "-o",
                                          pathText(directory / "plan.conf"), "--annotations", file});
            QCOMPARE(python.status, 2);
            QVERIFY2(python.error.contains("--annotations"), python.error.constData());
        }
        QVERIFY(!fs::exists(directory / "plan.conf"));
        QVERIFY(readAll(directory / "profile.tileline") == profile);
        QVERIFY(readAll(directory / "debug.cbor") == debug);
    }

    void twoOutputsOneFile() {
        const TemporaryDirectory directory;
        const QStringList both{"export", fixture("bert-tiny-inf"), "--splits", "2", "-o"};
        QCOMPARE(runCli(both +
                        QStringList{pathText(directory / "a"), "--annotations", pathText(directory / "./a")})
                     .status,
                 2);
        QVERIFY(fs::is_empty(directory.path()));
        QCOMPARE(
            runCli(both + QStringList{pathText(directory / "a"), "--annotations", pathText(directory / "b")})
                .status,
            0);
    }

    /// The rows are made one by one; before that, the table of half a million tiles needed 800 MB as JSON.
    void manyTilesNeedLittleMemory() {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
        QSKIP("sanitizers reserve more address space than the limit");
#endif
        constexpr int Tiles = 1 << 19;
        const TemporaryDirectory directory;
        const fs::path profile = copyProfile(
            "one-layer", directory.path(),
            QString("UPDATE target SET tiles_per_ipu = 16384, num_ipus = %1 / 16384, num_tiles = %1;"
                    "UPDATE tile_memory SET bytes_by_tile = randomblob(%2);"
                    "DELETE FROM lowered_variable; DELETE FROM vertex_code; DELETE FROM compute_set_vertex;"
                    "DELETE FROM operation; DELETE FROM operation_detail;"
                    "UPDATE program SET control_code = NULL, code_bytes = NULL, variables = NULL")
                .arg(Tiles)
                .arg(4 * Tiles)
                .toStdString());
        const auto lastLine = [&](const QString& form, int lines) {
            const CliRun run = runShell(QString("ulimit -v 400000; $cli tiles %1 --format %2 -o out; "
                                                "tail -n %3 out | head -c 15; rm -f out")
                                            .arg(pathText(profile), form)
                                            .arg(lines),
                                        pathText(directory.path()));
            return run.out + run.error;
        };
        QCOMPARE(lastLine("json", 2), QByteArray("  {\"tile\":") + QByteArray::number(Tiles - 1).left(5));
        QVERIFY(lastLine("tsv", 1).startsWith(QByteArray::number(Tiles - 1) + "\t"));
    }

    /// A limit on the size of files acts like a full disk. No incomplete file may remain.
    void outputBeyondTheLimit() {
        const TemporaryDirectory directory;
        const CliRun run =
            runShell("ulimit -f 1; $cli segments $report --json -o out", pathText(directory.path()));
        QCOMPARE(run.status, 3);
        QVERIFY2(run.error.contains("could not be written"), run.error.constData());
        QVERIFY(fs::is_empty(directory.path()));
    }

    void outputWithoutPermission() {
        const TemporaryDirectory directory;
        fs::permissions(directory.path(), fs::perms(0755));
        fs::create_directory(directory / "closed");
        writeFile(directory / "closed/file", "old");
        for (const auto& entry :
             fs::directory_iterator(copyReport("one-layer", directory.path()).parent_path())) {
            fs::permissions(entry.path(), fs::perms(0755));
        }
        fs::permissions(directory / "closed", fs::perms(0555));
        // The build directory may be readable only by its owner, for example in root's home.
        QCOMPARE(runShell("cp \"$cli\" tileline-cli", pathText(directory.path())).status, 0);
        for (const char* name : {"closed/file", "closed/new"}) {
            const Unprivileged user;
            // AddressSanitizer cannot check for leaks in a process that was started as another user.
            const CliRun run =
                runShell(QString("ASAN_OPTIONS=detect_leaks=0 ./tileline-cli layers . -o %1").arg(name),
                         pathText(directory.path()));
            QCOMPARE(run.status, 3);
            QVERIFY2(run.error.contains("Permission denied"), run.error.constData());
            QVERIFY(run.out.isEmpty());
        }
        QCOMPARE(readAll(directory / "closed/file"), std::string("old"));
        QVERIFY(!fs::exists(directory / "closed/new"));
        fs::permissions(directory / "closed", fs::perms::owner_all);
    }
};

TILELINE_TEST(TestCliOutput)
#include "test_clioutput.moc"
