// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/textfile.h"
#include "core/export/planfile.h"
#include "tests/app/cli.h"

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

} // namespace

/// export, import and plan, with the real program.
class TestPlanCommands : public QObject {
    Q_OBJECT
private slots:
    void exportImportExport() {
        for (const QString& mode : {QString("inference"), QString("training")}) {
            for (const QString& blocks : {QString("stage"), QString("layer")}) {
                const QString conf = at("first.conf");
                const CliRun first =
                    runCli({"export", m_bert, "--splits", "1,3", "--mode", mode, "--blocks", blocks,
                            "--module", "1=bert.layer.1", "--available-memory-proportion", "0.4", "--option",
                            "foo(1)", "-o", conf, "--annotations", at("blocks.py")});
                QCOMPARE(first.status, 0);
                QVERIFY(contents(at("blocks.py")).contains("(\"bert.layer.1\", "));
                const CliRun import = runCli({"import", conf, m_bert, "--annotations", at("blocks.py"),
                                              "--name", "mine", "-o", at("p.tileplan")});
                QCOMPARE(import.status, 0);
                QCOMPARE(import.error, QByteArray());
                const CliRun second =
                    runCli({"export", m_bert, "--plan", at("p.tileplan"), "--annotations", at("b2.py")});
                QCOMPARE(second.status, 0);
                QCOMPARE(second.out, contents(conf));
                QCOMPARE(contents(at("b2.py")), contents(at("blocks.py")));
            }
        }
    }
    void refusals_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<int>("status");
        QTest::addColumn<QString>("says");
        const auto row = [](const char* name, const QStringList& arguments, int status, const char* says) {
            QTest::newRow(name) << arguments << status << QString(says);
        };
        row("too few iterations", {"--splits", "1,3", "--device-iterations", "2"}, 2,
            "at least 3 device iterations");
        row("bad line", {"--splits", "1", "--option", "import os"}, 2, "Extra line 1");
        row("65 IPUs", {"--splits", "1", "--replication-factor", "33"}, 2,
            "66 IPUs (2 for each of 33 replicas)");
        row("proportion", {"--splits", "1", "--available-memory-proportion", "1.5"}, 2,
            "memory proportion is 1.5");
        row("empty first stage", {"--splits", "0"}, 2, "Stage 0 holds only operations outside any layer");
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
        const CliRun run = runCli({"export", m_bert, "--splits", "1,3", "--device-iterations", "1",
                                   "--option", "x", "--replication-factor", "40"});
        QCOMPARE(run.status, 2);
        QCOMPARE(run.error.count("error: "), 3);
        QCOMPARE(run.out, QByteArray());
    }
    void overflowIsAWarning() {
        const CliRun run = runCli({"export", m_bert, "--splits", "2", "--memory-per-tile", "1000"});
        QCOMPARE(run.status, 0);
        QVERIFY(run.error.contains("warning: Stage 0 peaks at"));
        QVERIFY(run.out.contains("setExecutionStrategy"));
    }
    void firstStageOfNoneWithAModule() {
        const CliRun run = runCli({"export", m_bert, "--splits", "0", "--module", "=bert.embeddings"});
        QCOMPARE(run.status, 0);
        QVERIFY(run.out.contains("begins at layer None, module \"bert.embeddings\""));
    }
    void modelIsChecked() {
        const QString model = at("model.txt");
        QVERIFY(writeFileAtomically(model.toStdString(),
                                    "Bert(\n  (Layer0): L()\n  (Layer2): ModuleList()\n)\n"));
        const CliRun run = runCli({"export", m_bert, "--splits", "2", "--check-model", model});
        QCOMPARE(run.status, 2);
        QVERIFY(run.error.contains("is a ModuleList, which is never called"));
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
    void importListsWhatItCannotPlace() {
        const QString conf = at("foreign.conf");
        QVERIFY(writeFileAtomically(conf.toStdString(),
                                    "import os\nsetExecutionStrategy(poptorch.PipelinedExecution("
                                    "\"layer0\", \"layer2\", \"tail\"))\n"));
        const CliRun run = runCli({"import", conf, m_bert});
        QCOMPARE(run.status, 0);
        QVERIFY(run.error.contains("warning: line 1: import os"));
        QVERIFY(run.error.contains("warning: block tail"));
        QCOMPARE(run.json()["plans"][0]["splits"].dump(), std::string("[\"2\"]"));
        QVERIFY(writeFileAtomically(conf.toStdString(), "nothing"));
        const CliRun none = runCli({"import", conf, m_bert});
        QCOMPARE(none.status, 3);
        QVERIFY(none.error.contains("foreign.conf"));
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
            runCli({"plan", "convert", path, test::fixture("one-layer"), "-o", at("converted.tileplan")});
        QCOMPARE(convert.status, 0);
        QVERIFY(convert.error.contains("The split before layer \"3\" was left out"));
        const auto converted = readPlanFile(at("converted.tileplan").toStdString());
        QVERIFY(converted && converted->plans.size() == 2);
        QVERIFY(!converted->profile.hash.empty());
        QCOMPARE(runCli({"plan"}).status, 2);
        QCOMPARE(runCli({"plan", "show", m_bert + "/profile.tileline"}).status, 3);
    }

private:
    QString at(const char* name) const { return m_directory.filePath(name); }

    QTemporaryDir m_directory;
    QString m_bert = test::fixture("bert-tiny-inf");
};

QTEST_GUILESS_MAIN(TestPlanCommands)
#include "test_plancommands.moc"
