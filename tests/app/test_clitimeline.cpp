// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/cli.h"
#include "tests/support/fixtures.h"
#include "tests/support/profilefiles.h"
#include "tests/support/temporarydirectory.h"
#include "tests/testmain.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <map>

using namespace tileline::test;

namespace {

bool equalTimes(double a, double b) {
    return std::abs(a - b) <= 1e-9 * std::max(1.0, std::abs(b));
}

QStringList timelineOf(const QString& profile, const Json& plan) {
    const auto text = [&](const char* key) { return QString::fromStdString(plan[key].get<std::string>()); };
    QStringList arguments{"timeline",
                          profile,
                          "--json",
                          "--recompute",
                          text("recompute"),
                          "--output-on",
                          text("output_on"),
                          "--micro-batch-size",
                          QString::number(plan["micro_batch_size"].get<int>())};
    QStringList splits;
    for (const Json& split : plan["splits"]) {
        splits << QString::fromStdString(split.get<std::string>());
    }
    if (!splits.isEmpty()) {
        arguments << "--splits" << splits.join(',');
    }
    if (!plan["gradient_accumulation"].is_null()) {
        arguments << "--gradient-accumulation" << QString::number(plan["gradient_accumulation"].get<int>());
    }
    return arguments;
}

} // namespace

/// tileline-cli timeline.
class TestCliTimeline : public QObject {
    Q_OBJECT

    const QString m_profile = fixture("pipeline-marked-tiny");
    const QStringList m_plan{"timeline", m_profile, "--splits", "1,@output", "--gradient-accumulation", "9"};

private slots:
    void equalsTheFixtures() {
        for (const std::string& name : pipelineFixtureNames()) {
            const Json plans = expectedOf(name)["plans"];
            for (size_t i = 0; i < plans.size(); i += 6) {
                const char* const file = i % 12 == 0 ? "/profile.pop" : "/profile.tileline";
                const CliRun run = runCli(timelineOf(fixture(name) + file, plans[i]));
                QVERIFY2(run.status == 0, run.error.constData());
                const Json answer = run.json();
                const Json& time = plans[i]["time"];
                QVERIFY(equalTimes(answer["period"], time["period"]));
                QVERIFY(equalTimes(answer["makespan"], time["makespan"]));
                QVERIFY(equalTimes(answer["utilisation"], time["utilisation"]));
                QVERIFY(answer["micro_batches"] == time["micro_batches"]);
                const uint64_t cycles =
                    answer["micro_batches"].get<uint64_t>() + answer["stages"].get<uint64_t>() - 1;
                QCOMPARE(answer["cycles"].size(), cycles);
                double end = answer["cycles"].back()["to"];
                for (const Json& block : answer["blocks"]) {
                    end = std::max(end, block["to"].get<double>());
                }
                QVERIFY(equalTimes(end, time["makespan"]));
                for (const char* list : {"cycles", "blocks", "transfers"}) {
                    const auto less = [](const Json& a, const Json& b) {
                        const auto key = [](const Json& row) {
                            return std::tuple(row["cycle"].get<int>(), row.value("ipu", 0),
                                              row.value("stage", 0), row["from"].get<double>());
                        };
                        return key(a) < key(b);
                    };
                    QVERIFY(std::is_sorted(answer[list].begin(), answer[list].end(), less));
                }
            }
        }
    }

    /// Complete events, one for each block; none overlaps another of the same thread.
    void traceKeepsTheRules() {
        const TemporaryDirectory directory;
        const QString trace = pathText(directory / "trace.json");
        const Json answer = runCli(m_plan + QStringList{"--json", "--trace", trace}).json();
        const Json events = Json::parse(readAll(directory / "trace.json"))["traceEvents"];
        std::map<std::pair<int, int>, double> ends;
        size_t spans = 0;
        for (const Json& event : events) {
            if (event["ph"] == "M") {
                continue;
            }
            QVERIFY(event["ph"] == "X");
            double& end = ends[{event["pid"].get<int>(), event["tid"].get<int>()}];
            QVERIFY(end <= event["ts"].get<double>() + 1e-6);
            QVERIFY(event["dur"].get<double>() > 0);
            QVERIFY(event["args"].contains("cycles"));
            end = event["ts"].get<double>() + event["dur"].get<double>();
            ++spans;
        }
        QCOMPARE(spans, answer["blocks"].size());
        QCOMPARE(ends.size(), size_t{2});
    }

    void formsAgree() {
        const Json answer = runCli(m_plan + QStringList{"--json"}).json();
        const QByteArrayList lines =
            runCli(m_plan + QStringList{"--format", "tsv"}).out.trimmed().split('\n');
        QCOMPARE(lines[0], QByteArray("cycle\tipu\tstage\tpass\tmicro_batch\tfrom\tto"));
        QCOMPARE(static_cast<size_t>(lines.size() - 1), answer["blocks"].size());
        const CliRun text = runCli(m_plan);
        QVERIFY(text.out.contains("\nfill ") && text.out.contains("\ndrain ") &&
                text.out.contains("\nupdate "));
        QVERIFY(text.out.contains("waits_for_ipu"));
    }

    /// The report draws the timeline if there is one, and shortens a long one.
    void reportDrawsIt() {
        const TemporaryDirectory directory;
        const auto page = [&](const QStringList& options) {
            const QStringList report{"report", m_profile, "--splits",
                                     "2",      "-o",      pathText(directory / "page.html")};
            return runCli(report + options).status == 0
                       ? QString::fromStdString(readAll(directory / "page.html"))
                       : QString();
        };
        const QString whole = page({"--gradient-accumulation", "3"});
        QVERIFY(whole.contains("id=\"chart-timeline\""));
        for (const char* text : {">fill<", ">main<", ">drain<", ">2</text>", "</svg>waiting</li>"}) {
            QVERIFY2(whole.contains(text), text);
        }
        QVERIFY(!whole.contains(" are drawn."));
        QVERIFY(!page({"--gradient-accumulation", "1000"}).contains(" are drawn."));
        const QString cut = page({"--gradient-accumulation", "4000000000"});
        QVERIFY(cut.contains("3 are drawn."));
        const QString other = page({"--setting", "popliner"});
        QVERIFY(!other.isEmpty() && !other.contains("timeline\""));
    }

    void withoutATime() {
        QCOMPARE(runCli({"timeline", m_profile, "--splits", "1", "--setting", "popliner"}).status, 3);
        const CliRun run = runCli({"timeline", fixture("pipeline-nameless-tiny"), "--splits", "9999"});
        QCOMPARE(run.status, 2);
    }

    /// A signal ends a pipeline that would take hours to write, and no file remains.
    void stops() {
        const TemporaryDirectory directory;
        const CliRun run = runShell(
            "timeout --foreground -s INT 1 $cli timeline '" + m_profile +
                "' --splits 1 --gradient-accumulation 4000000000 --json -o out.json; s=$?; ls; exit $s",
            pathText(directory / ""));
        QVERIFY2(run.status == 124 || run.status == 130, QByteArray::number(run.status).constData());
        QVERIFY2(run.out.trimmed().isEmpty(), run.out.constData());
    }
};

TILELINE_TEST(TestCliTimeline)
#include "test_clitimeline.moc"
