// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/printable.h"
#include "core/base/temporaryfile.h"
#include "core/planfile/planfile.h"
#include "tests/app/cli.h"
#include "tests/support/profilefiles.h"
#include "tests/support/temporarydirectory.h"
#include "tests/testmain.h"

#include <QElapsedTimer>
#include <QFile>
#include <QTest>

#include <algorithm>
#include <csignal>
#include <fcntl.h>
#include <sys/stat.h>

using namespace tileline;
using namespace tileline::test;

namespace {

/// A formula, a terminal title, a C1 control sequence, right-to-left text, a line separator, and everything
/// that breaks a line.
constexpr const char* HostileSql =
    "'=HYPERLINK(' || char(27) || ']0;owned' || char(7) || char(155) || '2J' || "
    "char(8238) || char(8232) || char(127) || char(10) || char(13) || char(9) || "
    "char(0)";
const std::string Hostile = "=HYPERLINK(\x1b]0;owned\a\u009b2J\u202e\u2028\x7f\n\r\t" + std::string(1, '\0');
constexpr const char* MessageOfTile =
    "Out of memory on tile 3: 826928 bytes used but tiles only have 190000 bytes of memory";
const QString HostileRegex = "([^/]*Layer\\d+)";

/// Copies a fixture in which all names are hostile, and one is very long.
QString makeHostileReport(const std::string& fixture, const std::filesystem::path& directory) {
    std::filesystem::create_directory(directory);
    const std::string prefix = HostileSql;
    std::string sql =
        "UPDATE operation SET name = " + prefix + " || name WHERE name <> '';" +
        "UPDATE target SET architecture = " + prefix + ";" + "UPDATE meta SET value = " + prefix +
        " || value WHERE key <> 'format';" + "UPDATE tile_memory SET category = category || " + prefix +
        " WHERE category = 'alwaysLive';" +
        "UPDATE operation SET name = name || replace(hex(zeroblob(50000)), '00', 'x') WHERE rowid = 9;";
    for (const std::string table : {"program", "variable", "compute_set", "vertex_type"}) {
        sql.append("UPDATE ").append(table).append(" SET name = ").append(prefix).append(" || name;");
    }
    copyProfile(fixture, directory, sql);
    return pathText(directory);
}

QString makeHostilePlan(const std::filesystem::path& path, std::vector<std::string> splits) {
    PlanFile file;
    file.layers.layerRegex = HostileRegex.toStdString();
    file.setting.setting = Setting::PopLiner;
    PlanDescription& plan = file.plans.emplace_back();
    plan.name = Hostile + "plan";
    plan.notes = Hostile + "notes";
    plan.splits = std::move(splits);
    plan.exportOptions.extraLines = {OptionLine(Hostile, OptionSource::PlanFile)};
    return writePlanFile(path, file) ? pathText(path) : QString();
}

/// Whether a terminal shows exactly what the bytes say.
bool isPlain(const QByteArray& bytes, LineFeeds lineFeeds) {
    return printable(bytes.toStdString(), lineFeeds) == bytes.toStdString();
}

} // namespace

/// Names that act on terminals and spreadsheets, files that never end, and signals.
class TestCliHostile : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        m_report = makeHostileReport("bert-tiny-inf", m_directory / "hostile");
        m_other = makeHostileReport("bert-tiny-train", m_directory / "other");
        m_plan = makeHostilePlan(m_directory / "hostile.tileplan", {Hostile + "Layer2", Hostile + "nothing"});
        m_oneStage = makeHostilePlan(m_directory / "one.tileplan", {Hostile + "nothing"});
        const std::filesystem::path named = m_directory / "named" / ("\x1b]0;owned\a\u009b2J\u202e\u2028");
        std::filesystem::create_directories(named);
        copyProfile("one-layer", named, "");
        QVERIFY(!m_plan.isEmpty());
        QVERIFY(generateProfile({"bert-large", "--layers", "96", "-o", pathText(m_directory / "large")}));
    }

    void names_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<bool>("named");
        const QStringList layers{"--layer-name-regex", HostileRegex};
        const auto row = [&](const QStringList& arguments, bool named = true) {
            QTest::newRow(arguments.join(' ').remove(m_directory.path().c_str()).toLatin1().constData())
                << arguments << named;
        };
        for (const char* form : {"tsv", "csv", "json"}) {
            for (const char* command : {"operations", "layers", "segments", "affinity", "communication"}) {
                row(QStringList{command, m_report, "--format", form} + layers,
                    command != QLatin1String("segments"));
            }
            row({"tiles", m_report, "--format", form}, false);
            row({"liveness", m_report, "--format", form}, false);
        }
        for (const char* form : {"text", "tsv", "csv", "json"}) {
            for (const char* command : {"evaluate", "explain", "solve"}) {
                row(QStringList{command, m_report, "--format", form, "--setting", "popliner"} + layers);
            }
            row(QStringList{"execution", m_report, "--by", "program", "--format", form} + layers);
            row({"plan", "show", m_plan, "--format", form});
            row({"plan", "diff", m_plan, m_plan, "--format", form}, false);
            row({"summary", pathText(m_directory / "named"), "--format", form});
            row({"explain", m_report, "--message-text", MessageOfTile, "--format", form});
            row(QStringList{"compare", m_report, m_other, "--format", form} + layers);
            row({"compare", m_oneStage, m_report, "--profile", m_report, "--format", form});
            row({"evaluate", m_report, "--plan", m_plan, "--format", form});
        }
        for (const char* form : {"text", "json"}) {
            row(QStringList{"info", m_report, "--format", form} + layers);
            row(QStringList{"diagnose", m_report, "--format", form} + layers, false);
        }
        for (const char* framework : {"csv", "json", "popart", "tensorflow", "pipeline-splits"}) {
            row({"export", m_report, "--plan", m_plan, "--framework", framework, "--anyway"}, false);
        }
        row(QStringList{"import", "--text", "[2, 2]", m_report} + layers, false);
        row({"plan", "convert", m_plan, m_report});
        row(QStringList{"report", m_report} + layers);
        row({"report", m_report, "--plan", m_plan});
        row({"convert", m_report, "-o", pathText(m_directory / "converted")}, false);
        row({"evaluate", m_report, "--splits", QString::fromStdString("\x1b[2J\u202e")});
    }
    /// No command except popliner passes a name to the terminal unchanged.
    void names() {
        QFETCH(const QStringList, arguments);
        QFETCH(const bool, named);
        const CliRun run = runCli(arguments);
        const bool tabs = arguments.contains("tsv");
        QVERIFY2(arguments.contains("--splits") ? run.status == 2 : run.status == 0 || run.status == 1,
                 run.error.constData());
        QVERIFY2(isPlain(run.out, tabs ? LineFeeds::KeptWithTabs : LineFeeds::Kept),
                 run.out.left(500).constData());
        QVERIFY2(isPlain(run.error, LineFeeds::Kept), run.error.left(500).constData());
        QVERIFY2(!named || (run.out + run.error).contains("\\u202e"),
                 (run.out + run.error).left(500).constData());
        if (arguments.contains("json") && run.status < 2) {
            QVERIFY(!run.json().is_discarded());
        }
    }

    void jsonLosesNothing() {
        const CliRun run = runCli({"layers", m_report, "--json", "--layer-name-regex", HostileRegex});
        QCOMPARE(run.status, 0);
        bool found = false;
        for (const auto& row : run.json()) {
            found =
                found || (row["layer"].is_string() && row["layer"].get<std::string>() == Hostile + "Layer0");
        }
        QVERIFY2(found, run.out.left(1000).constData());
    }

    void popLinersOutputIsUnchanged() {
        const CliRun run =
            runCli({"popliner", m_report, "--layer-breakdown", "--layer-name-regex", HostileRegex});
        QCOMPARE(run.status, 0);
        QVERIFY2(run.out.contains(QByteArray::fromStdString(Hostile)), run.out.left(500).constData());
    }

    void textsInCsvAreNoFormulas() {
        const QStringList command{"layers", m_report, "--format", "csv", "--layer-name-regex", HostileRegex};
        const CliRun guarded = runCli(command);
        QCOMPARE(guarded.status, 0);
        QVERIFY2(guarded.out.contains(",'=HYPERLINK("), guarded.out.left(500).constData());
        QVERIFY(!guarded.out.contains("\n=") && !guarded.out.contains(",=") && !guarded.out.contains("\"="));
        const CliRun raw = runCli(command + QStringList{"--raw-csv"});
        QCOMPARE(raw.status, 0);
        QVERIFY2(raw.out.contains("\"" + QByteArray::fromStdString(Hostile)), raw.out.left(500).constData());
    }

    /// With an option, CSV has the same names as other files, for scripts that read it.
    void anExportAsCsvHasTheNamesAsTheyAre() {
        const QStringList command{"export", fixture("pipeline-marked-tiny"), "--splits", "1", "--framework",
                                  "csv"};
        QVERIFY(runCli(command).out.contains("\n'@input,"));
        const CliRun raw = runCli(command + QStringList{"--raw-csv"});
        QCOMPARE(raw.status, 0);
        QVERIFY2(raw.out.contains("\n@input,0,0,"), raw.out.constData());
        const CliRun refused = runCli({"export", fixture("pipeline-marked-tiny"), "--raw-csv"});
        QCOMPARE(refused.status, 2);
        QVERIFY2(refused.error.contains("--framework csv"), refused.error.constData());
    }

    void argumentsInMessages_data() {
        QTest::addColumn<QByteArrayList>("arguments");
        QTest::newRow("path") << QByteArrayList{"layers", "no\x1b]0;x\a\xc2\x9b\x9b\xe2\x80\xae"};
        QTest::newRow("command") << QByteArrayList{"\x1b[2J\xc2\x9b"};
        QTest::newRow("option") << QByteArrayList{"layers", "--\x1b[2J\xc2\x9b"};
        QTest::newRow("value") << QByteArrayList{"layers", "x", "--format", "\x1b[2J\xc2\x9b"};
        QTest::newRow("regex") << QByteArrayList{"layers", QFile::encodeName(fixture("one-layer")),
                                                 "--layer-name-regex", "(\x1b[2J\xc2\x9b"};
        QTest::newRow("message") << QByteArrayList{
            "explain", "--message-text", "Profile saved to: /no\x1b[2J\xc2\x9b\xe2\x80\xae/profile.pop"};
        QTest::newRow("summary") << QByteArrayList{"summary", "no\x1b]0;x\a\xc2\x9b\x9b\xe2\x80\xae"};
        QTest::newRow("compare") << QByteArrayList{"compare", QFile::encodeName(fixture("one-layer")),
                                                   "no\x1b]0;x\a\xc2\x9b\x9b\xe2\x80\xae"};
        QTest::newRow("report") << QByteArrayList{"report", "no\x1b]0;x\a\xc2\x9b\x9b\xe2\x80\xae"};
    }
    void argumentsInMessages() {
        QFETCH(const QByteArrayList, arguments);
        std::vector<std::string> raw;
        for (const QByteArray& argument : arguments) {
            raw.push_back(argument.toStdString());
        }
        const CliRun run = runCliRaw(raw);
        QVERIFY(run.status == 2 || run.status == 3);
        QVERIFY(!run.error.isEmpty());
        QVERIFY2(isPlain(run.error, LineFeeds::Kept), run.error.constData());
    }

    void specialInputs_data() {
        QTest::addColumn<QString>("line");
        QTest::newRow("plan show") << "plan show FILE";
        QTest::newRow("plan diff") << "plan diff FILE FILE";
        QTest::newRow("plan convert") << "plan convert FILE $report";
        QTest::newRow("evaluate") << "evaluate $report --plan FILE";
        QTest::newRow("explain") << "explain $report --plan FILE";
        QTest::newRow("message") << "explain $report --message FILE";
        QTest::newRow("profile of a message")
            << "explain FILE --message-text 'Tile 0: Out of memory on tile 3: 2 "
               "bytes used but tiles only have 1 bytes of memory'";
        QTest::newRow("summary") << "summary FILE";
        QTest::newRow("compare, first") << "compare FILE $report";
        QTest::newRow("compare, second") << "compare $report FILE";
        QTest::newRow("compare, profile of the plan") << "compare " + m_plan + " $report --profile FILE";
        QTest::newRow("report") << "report FILE";
        QTest::newRow("report, plan") << "report $report --plan FILE";
        QTest::newRow("convert") << "convert FILE -o out.tileline";
        QTest::newRow("export") << "export $report --plan FILE";
        QTest::newRow("base") << "export $report --splits 2 --framework optimum --base FILE";
        QTest::newRow("model") << "export $report --splits 2 --anyway --check-model FILE";
        QTest::newRow("import") << "import FILE $report";
        QTest::newRow("profile") << "layers FILE";
        QTest::newRow("debug information") << "popliner $report/profile.tileline FILE";
    }
    /// A command never waits for a pipe, and never reads an endless device.
    void specialInputs() {
        QFETCH(const QString, line);
        const TemporaryDirectory directory;
        QCOMPARE(::mkfifo((directory / "pipe").c_str(), 0600), 0);
        QCOMPARE(::mknod((directory / "socket").c_str(), S_IFSOCK | 0600, 0), 0);
        for (const char* file : {"pipe", "socket", "/dev/zero"}) {
            const CliRun run = runShell("timeout -k 1 30 $cli " + QString(line).replace("FILE", file),
                                        pathText(directory.path()));
            QVERIFY2(run.status == 3, qPrintable(QString("%1: %2 ").arg(file).arg(run.status) + run.error));
            // `summary` has a row with the error.
            QVERIFY2((run.out + run.error).contains("a regular file"), run.error.constData());
        }
    }

    void importReadsStandardInput() {
        const CliRun run = runShell("echo 2,2 | $cli import - $report --framework layers-per-ipu");
        QVERIFY2(run.status == 0 || run.error.contains("standard input"), run.error.constData());
        QCOMPARE(runShell("sleep 0.3 | $cli import - $report").status, 3);
    }

    void theFirstSignal_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<int>("signal");
        const QString large = pathText(m_directory / "large");
        int number = 0;
        for (const char* command : {"info", "tiles", "liveness", "operations", "layers", "segments",
                                    "evaluate", "timeline", "explain", "solve", "affinity", "communication",
                                    "execution", "diagnose", "popliner", "report", "summary", "insights"}) {
            QTest::newRow(command) << QStringList{command, large} << (number++ % 2 == 0 ? SIGINT : SIGTERM);
        }
        QTest::newRow("export") << QStringList{"export", large, "--framework", "csv"} << SIGTERM;
        QTest::newRow("convert") << QStringList{"convert", large, "-o", pathText(m_directory / "out")}
                                 << SIGTERM;
        QTest::newRow("compare") << QStringList{"compare", large, large} << SIGINT;
        QTest::newRow("explain --message")
            << QStringList{"explain", large, "--message-text", MessageOfTile} << SIGTERM;
        QTest::newRow("popliner --solve") << QStringList{"popliner", "--solve", large} << SIGINT;
        QTest::newRow("blocked input") << QStringList{"import", "-", fixture("bert-tiny-inf")} << SIGINT;
        QTest::newRow("blocked input, TERM")
            << QStringList{"import", "-", fixture("bert-tiny-inf")} << SIGTERM;
        QTest::newRow("blocked message")
            << QStringList{"explain", fixture("bert-tiny-inf"), "--message", "-"} << SIGTERM;
        QTest::newRow("blocked output") << QStringList{"tiles", large, "--json"} << SIGTERM;
    }
    /// The first SIGINT or SIGTERM ends every command within 200 ms, whatever it waits for.
    void theFirstSignal() {
        QFETCH(const QStringList, arguments);
        QFETCH(const int, signal);
        const bool blocksOutput = QByteArray(QTest::currentDataTag()) == "blocked output";
        const auto pipe = m_directory / "output";
        (void)::mkfifo(pipe.c_str(), 0600);
        const UniqueFd reader(::open(pipe.c_str(), O_RDWR | O_CLOEXEC)); // never reads
        for (const int delay : {20, 120, 500}) {
            qint64 shortest = INT64_MAX;
            for (int attempt = 0; attempt < 3 && shortest > 200; ++attempt) { // the machine can be busy
                QProcess process;
                if (blocksOutput) {
                    process.setStandardOutputFile(pathText(pipe));
                }
                startCli(process, arguments);
                QTest::qSleep(delay);
                QElapsedTimer timer;
                timer.start();
                ::kill(static_cast<pid_t>(process.processId()), signal);
                QVERIFY(process.waitForFinished(30000));
                shortest = std::min(shortest, timer.elapsed());
                const int status = process.exitStatus() == QProcess::CrashExit ? 128 + process.exitCode()
                                                                               : process.exitCode();
                QVERIFY2(status == 128 + signal || (!blocksOutput && status < 2),
                         process.readAllStandardError().constData());
            }
            QVERIFY2(shortest <= 200, qPrintable(QString("%1 ms").arg(shortest)));
        }
    }

private:
    TemporaryDirectory m_directory;
    QString m_report, m_other;
    QString m_plan, m_oneStage; ///< plan files for m_report; the second has one stage
};

TILELINE_TEST(TestCliHostile)
#include "test_clihostile.moc"
