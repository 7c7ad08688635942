// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/cli.h"
#include "tests/support/fixtures.h"
#include "tests/support/profilefiles.h"
#include "tests/support/temporarydirectory.h"
#include "tests/testmain.h"

#include <QRegularExpression>
#include <QTest>

#include <set>

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

    /// Without a second plan, the keys stay the same; with one, `compared` is what the command says of it
    /// alone.
    void comparesTwoPlans() {
        const QStringList other{"--compare-splits", "2"};
        const Json alone = runCli(m_plan + QStringList{"--json"}).json();
        std::set<std::string> keys;
        for (const auto& [key, value] : alone.items()) {
            keys.insert(key);
        }
        QCOMPARE(keys, (std::set<std::string>{"period", "makespan", "utilisation", "micro_batches", "stages",
                                              "cycles", "blocks", "transfers"}));
        const Json second =
            runCli({"timeline", m_profile, "--splits", "2", "--gradient-accumulation", "9", "--json"}).json();
        const CliRun run = runCli(m_plan + other + QStringList{"--json"});
        QVERIFY2(run.status == 0, run.error.constData());
        Json expected = alone;
        expected["compared"] = second;
        QVERIFY(run.json() == expected);
        QCOMPARE(runCli(m_plan + other + QStringList{"--format", "tsv"}).out,
                 runCli(m_plan + QStringList{"--format", "tsv"}).out);
        const QByteArray text = runCli(m_plan + other).out;
        const auto row = [&](const char* plan, const Json& of) {
            double busy = 0;
            for (const Json& block : of["blocks"]) {
                busy += block["to"].get<double>() - block["from"].get<double>();
            }
            for (const Json& transfer : of["transfers"]) {
                busy += 2 * (transfer["to"].get<double>() - transfer["from"].get<double>());
            }
            const double makespan = of["makespan"];
            const QString cells = QStringLiteral("%1 2 9 %2 %3 %4 %5")
                                      .arg(QLatin1String(plan))
                                      .arg(of["period"].get<double>(), 0, 'f', 2)
                                      .arg(makespan, 0, 'f', 2)
                                      .arg(100 * of["utilisation"].get<double>(), 0, 'f', 2)
                                      .arg(100 * (1 - busy / (2 * makespan)), 0, 'f', 2);
            return QString::fromUtf8(text).simplified().contains(cells);
        };
        QVERIFY2(row("plan", alone) && row("compared", second), text.constData());
    }

    void aSecondPlanFromAFile() {
        const TemporaryDirectory directory;
        writeFile(
            directory / "two.tileplan",
            "{\"format\": \"tileplan\", \"version\": 2, \"plans\": [{\"name\": \"one\", \"splits\": []}, "
            "{\"name\": \"<b>two</b>\", \"splits\": [\"2\"]}]}");
        const QString file = pathText(directory / "two.tileplan");
        const QStringList other{"--compare-plan", file, "--compare-plan-name", "<b>two</b>"};
        const CliRun run = runCli(m_plan + other + QStringList{"--json"});
        QVERIFY2(run.status == 0, run.error.constData());
        QVERIFY(run.json() == runCli(m_plan + QStringList{"--compare-splits", "2", "--json"}).json());
        QCOMPARE(runCli(m_plan + QStringList{"--compare-splits", "no layer"}).status, 2);
        QCOMPARE(runCli(m_plan + QStringList{"--compare-plan-name", "one"}).status, 2);
        QCOMPARE(runCli(m_plan + QStringList{"--compare-splits", "2", "--compare-plan", file}).status, 2);

        const QStringList report{"report",
                                 m_profile,
                                 "--splits",
                                 "1,@output",
                                 "--gradient-accumulation",
                                 "9",
                                 "-o",
                                 pathText(directory / "page.html")};
        QCOMPARE(runCli(report + other).status, 0);
        const QString page = QString::fromStdString(readAll(directory / "page.html"));
        QVERIFY(page.contains("&lt;b&gt;two&lt;/b&gt;") && !page.contains("<b>two"));
    }

    /// In the report, a cycle of either plan is as wide as one of the other, and the longer plan fills the
    /// width.
    void reportDrawsTwoPlansOnOneScale() {
        const TemporaryDirectory directory;
        const QStringList plan{m_profile, "--splits", "1,@output", "--gradient-accumulation", "9"};
        const QStringList other{"--compare-splits", "2"};
        QVERIFY(runCli(QStringList{"report"} + plan + other +
                       QStringList{"-o", pathText(directory / "page.html")})
                    .status == 0);
        const QString page = QString::fromStdString(readAll(directory / "page.html"));
        const Json answer = runCli(QStringList{"timeline"} + plan + other + QStringList{"--json"}).json();
        std::vector<double> scales;
        double longest = 0;
        const QStringList figures = page.split(QStringLiteral("<figure id=\"chart-timeline"));
        QCOMPARE(figures.size(), 3);
        QStringList axes;
        for (int i = 0; i < 2; ++i) {
            const Json& of = i == 0 ? answer : answer["compared"];
            const QString figure = figures[i + 1].section(QStringLiteral("</figure>"), 0, 0);
            const auto match = QRegularExpression(QStringLiteral("class=\"hit\" x=\"([0-9.]+)\" y=\"26\" "
                                                                 "width=\"([0-9.]+)\""))
                                   .match(figure);
            QVERIFY(match.hasMatch());
            scales.push_back(match.captured(2).toDouble() / of["period"].get<double>());
            longest = std::max(longest, of["makespan"].get<double>());
            QStringList axis;
            auto ticks =
                QRegularExpression(QStringLiteral("<text x=\"([0-9.]+)\" y=\"[0-9.]+\" class=\"axis\" "
                                                  "text-anchor=\"middle\">([0-9,]+)<"))
                    .globalMatch(figure);
            while (ticks.hasNext()) {
                const auto tick = ticks.next();
                axis += tick.captured();
                const double cycles = QString(tick.captured(2)).remove(',').toDouble();
                QVERIFY(std::abs(tick.captured(1).toDouble() - 80 -
                                 900 * cycles / answer["makespan"].get<double>()) < 0.1);
            }
            QVERIFY(axis.size() >= 3);
            axes += axis.join(' ');
        }
        QCOMPARE(axes[0], axes[1]);
        QVERIFY(std::abs(scales[0] * longest - 900) < 2 && std::abs(scales[1] * longest - 900) < 2);
        QVERIFY(page.contains("id=\"plans\""));
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
