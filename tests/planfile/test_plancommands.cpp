// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/textfile.h"
#include "core/frameworks/exporters.h"
#include "core/planfile/planfile.h"
#include "tests/app/cli.h"
#include "tests/frameworks/checkconf.h"
#include "tests/frameworks/optionlines.h"
#include "tests/testmain.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace tileline;
using test::CliRun;
using test::runCli;

namespace {

QByteArray contents(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

OptionLine line(const std::string& text) {
    return {text, OptionSource::PlanFile};
}

QString text(std::string_view name) {
    return QString::fromLatin1(name.data(), static_cast<qsizetype>(name.size()));
}

} // namespace

/// Tests the commands `export` and `plan` with the real program.
class TestPlanCommands : public QObject {
    Q_OBJECT
private slots:
    void flagsAndAPlanFileSayTheSame() {
        for (const ExportMode mode : {ExportMode::Inference, ExportMode::Training}) {
            for (const BlockNaming blocks : {BlockNaming::PerStage, BlockNaming::PerLayer}) {
                const CliRun flags = runCli({"export", m_bert, "--splits", "1,3", "--mode",
                                             text(nameOf(mode)), "--blocks", text(nameOf(blocks)), "--module",
                                             "1=bert.layer.1", "--available-memory-proportion", "0.4",
                                             "--option", "randomSeed(1)", "--annotations", at("flags.py")});
                QCOMPARE(flags.status, 0);
                m_walk.add(flags.out.toStdString());
                QVERIFY(contents(at("flags.py")).contains("(\"bert.layer.1\", "));
                PlanDescription plan;
                plan.splits = {"1", "3"};
                plan.modules = {{"1", "bert.layer.1"}};
                plan.exportOptions.mode = mode;
                plan.exportOptions.blocks = blocks;
                plan.exportOptions.availableMemoryProportion = 0.4;
                plan.exportOptions.extraLines = {line("randomSeed(1)")};
                const CliRun file =
                    runCli({"export", m_bert, "--plan", write(plan), "--annotations", at("file.py")});
                QCOMPARE(file.status, 0);
                QCOMPARE(file.out, flags.out);
                QCOMPARE(contents(at("file.py")), contents(at("flags.py")));
            }
        }
    }
    /// The user sees every extra line of a plan file, both before the export and during it.
    void extraLinesAreListed() {
        PlanDescription plan;
        plan.name = "mine";
        plan.exportOptions.extraLines = {line("randomSeed(1)"), line("useIpuModel(True)")};
        const QString path = write(plan);
        const CliRun run = runCli({"export", m_bert, "--plan", path, "--option", "logDir(\"logs\")"});
        QCOMPARE(run.status, 0);
        m_walk.add(run.out.toStdString());
        QVERIFY(run.out.endsWith("\nrandomSeed(1)\nuseIpuModel(True)\nlogDir(\"logs\")\n"));
        QCOMPARE(run.error, QByteArray("note: Extra line 1, from the plan file: randomSeed(1)\n"
                                       "note: Extra line 2, from the plan file: useIpuModel(True)\n"
                                       "note: Extra line 3, typed: logDir(\"logs\")\n"));
        const CliRun json = runCli({"export", m_bert, "--plan", path, "--framework", "json"});
        const test::Json listed = json.json()["extra_lines"];
        QCOMPARE(listed.size(), size_t(2));
        QCOMPARE(listed[1]["line"].get<std::string>(), std::string("useIpuModel(True)"));
        QCOMPARE(listed[1]["source"].get<std::string>(), std::string("plan file"));
        QVERIFY(listed[1]["refused"].is_null());
        const CliRun show = runCli({"plan", "show", path, "--json"});
        QCOMPARE(show.json()[0]["extra_lines"].get<std::string>(),
                 std::string("randomSeed(1); useIpuModel(True)"));
        QVERIFY(runCli({"plan", "show", path}).out.contains("randomSeed(1); useIpuModel(True)"));
    }
    /// A plan file from somebody else runs no code and names no files.
    void aPlanFileBringsNoCode_data() {
        QTest::addColumn<QString>("evil");
        const auto bad = samples::badLines();
        for (size_t i = 0; i < 6; ++i) {
            QTest::newRow(bad[i].c_str()) << QString::fromStdString(bad[i]);
        }
        for (const std::string& uses : samples::fileLines()) {
            QTest::newRow(uses.c_str()) << QString::fromStdString(uses);
        }
        QTest::newRow("line feed") << QString("randomSeed(1)\nimport os");
    }
    void aPlanFileBringsNoCode() {
        QFETCH(QString, evil);
        PlanDescription plan;
        plan.exportOptions.extraLines = {line("randomSeed(1)"), line(evil.toStdString())};
        const QString path = write(plan);
        const QByteArray before = contents(path);
        const QString conf = at("evil.conf");
        const CliRun run = runCli({"export", m_bert, "--plan", path, "-o", conf});
        QCOMPARE(run.status, 2);
        QVERIFY(!QFile::exists(conf));
        QVERIFY2(run.error.contains("Extra line 2, from the plan file, is refused: "), run.error.constData());
        QVERIFY2(run.error.contains("remedy: "), run.error.constData());
        const CliRun show = runCli({"plan", "show", path, "--json"});
        QCOMPARE(show.status, 0);
        const QString shown = QString::fromStdString(show.json()[0]["extra_lines"].get<std::string>());
        QVERIFY2(shown.startsWith("randomSeed(1); \"") && shown.contains(" (refused, column "),
                 qPrintable(shown));
        // The line is still there after the program has converted the file.
        const CliRun convert = runCli({"plan", "convert", path, m_bert, "-o", at("converted.tileplan")});
        QCOMPARE(convert.status, 0);
        const auto converted = readPlanFile(at("converted.tileplan").toStdString());
        QVERIFY(converted);
        QVERIFY(converted->plans[0].exportOptions.extraLines == plan.exportOptions.extraLines);
        QCOMPARE(contents(path), before);
    }
    void aPlanOfAnotherProfileIsReplacedOnlyAnyway_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::newRow("import") << QStringList{"import", "--text", "[-1, -1]"};
        QTest::newRow("plan convert") << QStringList{"plan", "convert", write({})};
    }
    void aPlanOfAnotherProfileIsReplacedOnlyAnyway() {
        QFETCH(const QStringList, arguments);
        const QString path = at("kept.tileplan");
        const QStringList own = arguments + QStringList{m_bert, "-o", path};
        const QStringList other = arguments + QStringList{test::fixture("bert-tiny-train"), "-o", path};
        QCOMPARE(runCli(other + QStringList{"--anyway"}).status, 0);
        const QByteArray before = contents(path);
        QVERIFY(before.contains("tileplan"));
        const CliRun refused = runCli(own);
        QCOMPARE(refused.status, 1);
        QVERIFY2(refused.error.contains("holds a plan for another profile") &&
                     refused.error.contains("--anyway") && refused.error.contains("kept.tileplan"),
                 refused.error.constData());
        QCOMPARE(contents(path), before);
        QCOMPARE(runCli(other).status, 0);
        QCOMPARE(runCli(own + QStringList{"--anyway"}).status, 0);
        QVERIFY(contents(path) != before);
        QCOMPARE(runCli(own).status, 0);
    }
    void refusals_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<int>("status");
        QTest::addColumn<QString>("says");
        const auto row = [](const char* name, const QStringList& arguments, int status, const char* says) {
            QTest::newRow(name) << arguments << status << QString(says);
        };
        row("no iterations", {"--splits", "1,3", "--device-iterations", "0"}, 2, "Device iterations are 0");
        row("bad line", {"--splits", "1", "--option", "import os"}, 2, "Extra line 1");
        row("65 IPUs", {"--splits", "1", "--replication-factor", "33"}, 2,
            "66 IPUs (2 for each of 33 replicas)");
        row("proportion", {"--splits", "1", "--available-memory-proportion", "1.5"}, 2,
            "memory proportion is 1.5");
        row("empty first stage", {"--splits", "0", "--setting", "popliner"}, 2,
            "IPU 0 holds only operations outside any layer");
        row("unknown layer", {"--splits", "99"}, 2, "99");
        row("module of nothing", {"--splits", "1", "--module", "99=x"}, 2, "--module");
        row("module without path", {"--splits", "1", "--module", "x"}, 2, "LAYER=PATH");
        row("mode", {"--mode", "both"}, 2, "--mode");
        row("python for csv", {"--framework", "csv", "--annotations", "x.py"}, 2, "--annotations");
    }
    void refusals() {
        QFETCH(QStringList, arguments);
        QFETCH(int, status);
        QFETCH(QString, says);
        const QString conf = at("refused.conf");
        const CliRun run = runCli(QStringList{"export", m_bert, "-o", conf} + arguments);
        QCOMPARE(run.status, status);
        QVERIFY2(QString::fromUtf8(run.error).contains(says), run.error.constData());
        QVERIFY(!QFile::exists(conf));
    }
    void everyErrorIsPrinted() {
        const CliRun run = runCli({"export", m_bert, "--splits", "1,3", "--device-iterations", "0",
                                   "--option", "x", "--replication-factor", "40"});
        QCOMPARE(run.status, 2);
        QCOMPARE(run.error.count("error: "), 3);
        QCOMPARE(run.out, QByteArray());
    }
    void overflowIsAWarning() {
        const CliRun run = runCli({"export", m_bert, "--splits", "2", "--memory-per-tile", "1000"});
        QCOMPARE(run.status, 0);
        QVERIFY(run.error.contains("warning: IPU 0 peaks at"));
        m_walk.add(run.out.toStdString());
        QVERIFY(run.out.contains("setExecutionStrategy"));
    }
    void firstStageOfNoneWithAModule() {
        const CliRun run = runCli(
            {"export", m_bert, "--setting", "popliner", "--splits", "0", "--module", "=bert.embeddings"});
        QCOMPARE(run.status, 0);
        m_walk.add(run.out.toStdString());
        QVERIFY(run.out.contains("begins at layer None, module \"bert.embeddings\""));
    }
    /// The entries of the pipeline setting need a module only where a stage begins with them.
    void modulesOfInputAndOutput() {
        const QStringList ends{"export", m_bert, "--splits", "0,@output"};
        const CliRun guessed = runCli(ends);
        QCOMPARE(guessed.status, 0);
        QVERIFY(guessed.out.contains("begins at layer \"@input\", module \"Embedding\""));
        QVERIFY(guessed.out.contains("begins at layer \"@output\", module \"Head\""));
        const CliRun none = runCli(ends + QStringList{"--module", "@output="});
        QCOMPARE(none.status, 2);
        QVERIFY(none.error.contains("No module path is known for Output"));
        const CliRun both =
            runCli(ends + QStringList{"--module", "@input=bert.embeddings", "--module", "@output=head"});
        QCOMPARE(both.status, 0);
        m_walk.add(both.out.toStdString());
        QVERIFY(both.out.contains("begins at layer \"@input\", module \"bert.embeddings\""));
        QVERIFY(both.out.contains("begins at layer \"@output\", module \"head\""));
        const CliRun inner = runCli({"export", m_bert, "--splits", "2", "--blocks", "layer"});
        QCOMPARE(inner.status, 0);
        QVERIFY(inner.out.contains("\"output\").ipu(1)"));
        const CliRun first = runCli({"export", m_bert, "--splits", "2", "--output-on", "first"});
        QCOMPARE(first.status, 0);
        m_walk.add(first.out.toStdString());
        QVERIFY(first.out.contains("poptorch.Stage(\"stage2\").ipu(0)))"));
    }
    void modelIsChecked() {
        const QString model = at("model.txt");
        QVERIFY(writeFileAtomically(model.toStdString(),
                                    "Bert(\n  (Layer0): L()\n  (Layer2): ModuleList()\n)\n"));
        const CliRun run = runCli({"export", m_bert, "--splits", "2", "--check-model", model});
        QCOMPARE(run.status, 2);
        QVERIFY(run.error.contains("is a ModuleList, which is never called"));
    }
    void helpNamesEveryExporter() {
        const QString help = runCli({"export", "--help"}).out;
        for (const Exporter& exporter : exporters()) {
            const QString id = text(exporter.id);
            QVERIFY2(help.contains("\n  " + id + "  "), qPrintable(help));
            const CliRun run = runCli({"export", m_bert, "--splits", "2", "--framework", id});
            QVERIFY2(run.status == 0 && !run.out.isEmpty(), qPrintable(id + run.error));
        }
        const CliRun unknown = runCli({"export", m_bert, "--splits", "2", "--framework", "jax"});
        QCOMPARE(unknown.status, 2);
    }
    void otherFrameworks() {
        const CliRun popart = runCli({"export", m_bert, "--splits", "2", "--framework", "popart"});
        QCOMPARE(popart.json()["layers"][4]["virtualGraph"].get<int>(), 1);
        QVERIFY(runCli({"export", m_bert, "--splits", "2", "--framework", "tensorflow"})
                    .out.contains("DEVICE_MAPPING = [0, 1]"));
        QCOMPARE(runCli({"export", m_bert, "--splits", "2", "--framework", "json"}).json()["stages"].size(),
                 size_t(2));
        QVERIFY(runCli({"export", m_bert, "--framework", "csv"}).out.startsWith("layer,stage,ipu,module\n"));
    }
    void planShowDiffConvert() {
        const QString path = at("two.tileplan");
        PlanFile file;
        PlanDescription plan;
        plan.name = "one";
        plan.splits = {"1", "3"};
        file.plans = {plan, plan};
        file.plans[1].name = "two";
        file.plans[1].splits = {"2"};
        QVERIFY(writePlanFile(path.toStdString(), file));
        const CliRun show = runCli({"plan", "show", path, "--json"});
        QCOMPARE(show.json()[1]["plan"].get<std::string>(), std::string("two"));
        QCOMPARE(show.json()[0]["splits"].get<std::string>(), std::string("1,3"));
        const CliRun diff = runCli({"plan", "diff", path, path, "--right-plan", "two", "--format", "tsv"});
        QCOMPARE(diff.out, QByteArray("what\tleft\tright\nsplit\t1\t\nsplit\t3\t\nsplit\t\t2\n"));
        QCOMPARE(runCli({"plan", "diff", path, path, "--left-plan", "none"}).status, 2);
        const CliRun convert =
            runCli({"plan", "convert", path, test::fixture("one-layer"), "-o", at("carried.tileplan")});
        QCOMPARE(convert.status, 0);
        QVERIFY(convert.error.contains("The split before layer \"3\" was left out"));
        const auto converted = readPlanFile(at("carried.tileplan").toStdString());
        QVERIFY(converted && converted->plans.size() == 2);
        QVERIFY(!converted->profile.hash.empty());
        QCOMPARE(runCli({"plan"}).status, 2);
        QCOMPARE(runCli({"plan", "show", m_bert + "/profile.tileline"}).status, 3);
    }

    /// Checks all options files that the tests above wrote.
    void cleanupTestCase() { QCOMPARE(m_walk.problem(), QString()); }

private:
    QString at(const char* name) const { return m_directory.filePath(name); }
    QString write(const PlanDescription& plan) const {
        PlanFile file;
        file.plans = {plan};
        const QString path = at("plan.tileplan");
        return writePlanFile(path.toStdString(), file) ? path : QString();
    }

    QTemporaryDir m_directory;
    test::ConfWalk m_walk;
    QString m_bert = test::fixture("bert-tiny-inf");
};

TILELINE_TEST(TestPlanCommands)
#include "test_plancommands.moc"
