// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/cli.h"
#include "tests/support/profilefiles.h"
#include "tests/support/reportpage.h"
#include "tests/support/temporarydirectory.h"
#include "tests/testmain.h"

#include <QTest>

using namespace tileline::test;

namespace {

QString cellOf(const Json& value) {
    if (value.is_null()) {
        return {};
    }
    return value.is_string() ? QString::fromStdString(value.get<std::string>())
                             : pageNumber(value.get<quint64>());
}

/// The sum of a number of each stage.
quint64 sumOf(const Json& stages, const char* key) {
    quint64 sum = 0;
    for (const Json& stage : stages) {
        sum += stage["bytes"][key].get<quint64>();
    }
    return sum;
}

} // namespace

/// tileline-cli report.
class TestCliReport : public QObject {
    Q_OBJECT

    TemporaryDirectory m_directory;

    ReadPage report(const QStringList& arguments) const {
        const QString path = pathText(m_directory / "page.html");
        const CliRun run = runCli(QStringList{"report"} + arguments + QStringList{"-o", path});
        if (run.status != 0) {
            qWarning().noquote() << run.error;
            return {};
        }
        return readPage(QByteArray::fromStdString(readAll(m_directory / "page.html")));
    }

private slots:
    void equalsEvaluate_data() {
        QTest::addColumn<QStringList>("plan");
        const QString report = fixture("pipeline-marked-tiny");
        QTest::newRow("pipeline") << QStringList{report, "--splits", "1,3"};
        QTest::newRow("popliner") << QStringList{report, "--splits", "1,3", "--setting", "popliner"};
        QTest::newRow("one stage") << QStringList{report};
        QTest::newRow("first IPU") << QStringList{report, "--splits", "2,@output", "--output-on", "first"};
        QTest::newRow("split weight")
            << QStringList{report, "--splits", "1,@output", "--allow-shared-weights"};
        QTest::newRow("does not fit") << QStringList{report, "--splits", "2", "--memory-per-tile", "1000"};
        QTest::newRow("kept free") << QStringList{report, "--splits", "2", "--keep-free", "10"};
    }
    void equalsEvaluate() {
        QFETCH(QStringList, plan);
        const ReadPage page = report(plan);
        QCOMPARE(page.error, QString());
        const Json evaluated = runCli(QStringList{"evaluate"} + plan + QStringList{"--json"}).json();
        QCOMPARE(readAll(m_directory / "page.html").find("; allow-shared-weights") != std::string::npos,
                 evaluated.value("allow_shared_weights", false));
        const Json& stages = evaluated["stages"];
        const PageTable table = page.tables["stages"];
        QCOMPARE(table.rows.size(), static_cast<qsizetype>(stages.size()));
        for (size_t ipu = 0; ipu < stages.size(); ++ipu) {
            const auto row = static_cast<qsizetype>(ipu);
            for (const char* key : {"peak_tile_bytes", "memory_per_tile", "limit", "peak_tile", "peak_step",
                                    "layer_from", "layer_to"}) {
                QCOMPARE(table.column(QString(key).replace('_', ' '))[row], cellOf(stages[ipu][key]));
            }
            const PageTable roles = page.tables["role-list"];
            for (const auto& [role, bytes] : stages[ipu]["roles"].items()) {
                const QStringList cells = roles.column(QString::fromStdString(role).replace('_', ' '));
                if (!cells.first().isEmpty()) {
                    QCOMPARE(cells[2 * row], cellOf(bytes));
                }
            }
        }
        for (const auto& [key, bytes] : stages[0]["bytes"].items()) {
            QCOMPARE(table.sum(QString::fromStdString(key).replace('_', ' ')), sumOf(stages, key.c_str()));
        }
        const bool pipeline = evaluated["setting"] == "pipeline";
        QCOMPARE(page.texts["crossing"], cellOf(evaluated[pipeline ? "transfer_bytes" : "crossing_bytes"]));
        // The verdict uses the same words as evaluate.
        const QByteArray text = runCli(QStringList{"evaluate"} + plan).out;
        QVERIFY(text.contains(page.texts["verdict"].mid(1).toUtf8()));
        QVERIFY(page.texts["verdict"].contains(
            evaluated.value("buildable", true)
                ? (evaluated["fits"].get<bool>() ? "The plan fits." : "The plan does not fit.")
                : "it splits a weight"));
    }

    /// A colleague can extract the plan from the page.
    void planFileIsInThePage() {
        const QStringList plan{fixture("pipeline-marked-tiny"),
                               "--splits",
                               "1,3",
                               "--recompute",
                               "layers",
                               "--memory-per-tile",
                               "600000"};
        const ReadPage page = report(plan);
        QCOMPARE(page.texts["plan-text"].toUtf8(), page.planFile);
        writeFile(m_directory / "taken.tileplan", page.planFile.toStdString());
        const QStringList taken{"--plan", pathText(m_directory / "taken.tileplan")};
        const Json before = runCli(QStringList{"evaluate"} + plan + QStringList{"--json"}).json();
        const Json after = runCli(QStringList{"evaluate", plan.front(), "--json"} + taken).json();
        QVERIFY(before.contains("stages") && before == after);
        // The page for the extracted plan file has the same plan again.
        QCOMPARE(report(QStringList{plan.front()} + taken).planFile, page.planFile);
    }

    /// Names that look like HTML, end attributes, or hide the following text.
    void hostileNames() {
        const std::string evil =
            "'</td></script><script>alert(1)</script><img src=x onerror=alert(2)>\"''&amp;' || "
            "char(27, 155, 8238, 8232, 0x1F) || '/'";
        const auto profile = copyReport(
            "pipeline-marked-tiny", m_directory.path(),
            "UPDATE operation SET name = " + evil + " || name; UPDATE variable SET name = " + evil +
                " || name; UPDATE meta SET value = " + evil +
                " || value WHERE key <> 'format'; UPDATE target SET architecture = " + evil + ";");
        const ReadPage page = report({pathText(profile), "--layer-name-regex", "(.*[L|l]ayer[\\/_\\.]?\\d+)",
                                      "--layer-order", "natural"});
        QCOMPARE(page.error, QString());
        const QString seen = page.tables["items"].column("name").join(' ');
        QVERIFY2(seen.contains("</td></script><script>alert(1)</script><img src=x onerror=alert(2)>\"'&amp;"),
                 qPrintable(seen));
        for (const QString& text :
             page.tables["items"].column("name") + page.tables["layer-list"].column("layer")) {
            QVERIFY(!text.contains(QChar(27)) && !text.contains(QChar(155)) &&
                    !text.contains(QChar(0x202E)) && !text.contains(QChar(0x2028)));
        }
        QVERIFY(!page.elements.contains("img"));
        QVERIFY(!page.attributes.contains("onerror"));
        QVERIFY(!page.script.contains("alert"));
    }

    void doesNotReplaceAProfile() {
        const auto profile = copyReport("one-layer", m_directory.path());
        const std::string before = readAll(profile);
        const CliRun run = runCli({"report", fixture("one-layer"), "-o", pathText(profile)});
        QCOMPARE(run.status, 2);
        QVERIFY(run.error.contains("neither a profile nor debug information"));
        QCOMPARE(readAll(profile), before);
    }

    void toStandardOutput() {
        const CliRun run = runCli({"report", fixture("one-layer")});
        QCOMPARE(run.status, 0);
        QCOMPARE(readPage(run.out).error, QString());
        QVERIFY(run.out.startsWith("<!DOCTYPE html>") && run.out.endsWith("</html>\n"));
    }

    /// Nothing is written if there is an error.
    void errorsLeaveNoFile() {
        const QString path = pathText(m_directory / "none.html");
        QCOMPARE(runCli({"report", fixture("bert-tiny-inf"), "--splits", "nosuch", "-o", path}).status, 2);
        QCOMPARE(runCli({"report", fixture("no-layers") + "/nosuch", "-o", path}).status, 3);
        QVERIFY(!std::filesystem::exists(m_directory / "none.html"));
        QCOMPARE(runCli({"report", fixture("one-layer"), "-o", path + "/no/page.html"}).status, 3);
    }
};

TILELINE_TEST(TestCliReport)
#include "test_clireport.moc"
