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
#include <fstream>
#include <map>

using namespace tileline::test;

namespace {

QString stringOf(const Json& json) {
    return QString::fromStdString(json.get<std::string>());
}

/// The command line that evaluates a plan of expected.json.
QStringList evaluationOf(const QString& profile, const Json& plan) {
    QStringList arguments{"evaluate",
                          profile,
                          "--json",
                          "--recompute",
                          stringOf(plan["recompute"]),
                          "--output-on",
                          stringOf(plan["output_on"]),
                          "--unowned",
                          stringOf(plan["unowned"]),
                          "--accumulators",
                          stringOf(plan["accumulators"]),
                          "--accumulator-type",
                          stringOf(plan["accumulator_type"]),
                          "--optimizer-state",
                          stringOf(plan["optimizer_state"]),
                          "--io-tiles",
                          QString::number(plan["io_tiles"].get<int>()),
                          "--micro-batch-size",
                          QString::number(plan["micro_batch_size"].get<int>())};
    for (const Json& split : plan["splits"]) {
        arguments << "--splits" << stringOf(split);
    }
    if (!plan["gradient_accumulation"].is_null()) {
        arguments << "--gradient-accumulation" << QString::number(plan["gradient_accumulation"].get<int>());
    }
    return arguments;
}

bool near(const Json& actual, const Json& expected) {
    const double difference = actual.get<double>() - expected.get<double>();
    return std::abs(difference) <= 1e-9 * std::abs(expected.get<double>());
}

/// The differences between an answer of `evaluate` and a plan of expected.json; empty if there are none.
QString differenceOf(const Json& answer, const Json& plan) {
    if (answer["peak_tile_bytes"] != plan["peak_tile_bytes"] ||
        answer["stages"].size() != plan["ipus"].size()) {
        return "peak or IPUs";
    }
    for (size_t ipu = 0; ipu < plan["ipus"].size(); ++ipu) {
        const Json& stage = answer["stages"][ipu];
        const Json& expected = plan["ipus"][ipu];
        Json numbers = Json::array();
        for (const Json& part : stage["pipeline_stages"]) {
            numbers.push_back(part["index"]);
        }
        if (stage["bytes"] != expected["bytes"] || numbers != expected["pipeline_stages"] ||
            stage["peak_tile_bytes"] != expected["peak_tile_bytes"] ||
            stage["peak_bytes"]["total"] != expected["peak_tile_bytes"] || stage.contains("crossing_bytes")) {
            return QString("IPU %1: %2").arg(ipu).arg(QString::fromStdString(stage.dump()));
        }
    }
    std::vector<std::string> names;
    for (const Json& weight : answer["shared_weights"]) {
        names.push_back(weight["name"].get<std::string>());
    }
    std::sort(names.begin(), names.end());
    Json expectedNames = plan["shared_weights"];
    std::sort(expectedNames.begin(), expectedNames.end());
    if (Json(names) != expectedNames || answer["buildable"].get<bool>() != names.empty()) {
        return "shared weights";
    }
    const Json& time = answer["time"];
    const Json& expected = plan["time"];
    if (time["source"] != "measured" || time["pipeline_stages"].size() != expected["stages"].size() ||
        time["transfer_cycles"].size() != expected["transfer_cycles"].size()) {
        return "time";
    }
    for (size_t i = 0; i < expected["stages"].size(); ++i) {
        for (const char* key : {"forward", "backward", "recompute", "update"}) {
            if (!near(time["pipeline_stages"][i][key], expected["stages"][i][key])) {
                return QString("%1 of stage %2").arg(key).arg(i);
            }
        }
    }
    for (size_t i = 0; i < expected["transfer_cycles"].size(); ++i) {
        if (!near(time["transfer_cycles"][i], expected["transfer_cycles"][i])) {
            return QString("transfer %1").arg(i);
        }
    }
    for (const char* key : {"period", "update", "makespan", "micro_batches", "utilisation", "throughput"}) {
        if (!near(time[key], expected[key])) {
            return key;
        }
    }
    return {};
}

/// (period, peak) of the plans that are not beaten by any other plan without split weights, from a call of
/// `evaluate` for each plan.
std::vector<std::pair<double, uint64_t>> frontByEvaluating(const QString& profile, const QStringList& options,
                                                           size_t ipus) {
    const Json layers = runCli(QStringList{"layers", profile, "--json"}).json();
    std::vector<std::pair<double, uint64_t>> plans;
    for (uint32_t cuts = 0; cuts < (1U << (layers.size() - 1)); ++cuts) {
        QStringList evaluate = QStringList{"evaluate", profile, "--json"} + options;
        for (size_t layer = 1; layer < layers.size(); ++layer) {
            if (cuts >> (layer - 1) & 1) {
                evaluate << "--splits" << stringOf(layers[layer]["layer"]);
            }
        }
        if (static_cast<size_t>(evaluate.count("--splits")) > ipus) {
            continue;
        }
        const Json plan = runCli(evaluate).json();
        if (plan["buildable"].get<bool>() && plan["ipus"].get<size_t>() <= ipus) {
            plans.emplace_back(plan["time"]["period"].get<double>(), plan["peak_tile_bytes"].get<uint64_t>());
        }
    }
    std::sort(plans.begin(), plans.end());
    std::vector<std::pair<double, uint64_t>> front;
    for (const auto& plan : plans) {
        if (front.empty() || plan.second < front.back().second) {
            front.push_back(plan);
        }
    }
    return front;
}

} // namespace

/// The pipeline setting on the command line.
class TestCliPipeline : public QObject {
    Q_OBJECT

private slots:
    void plans_data() {
        QTest::addColumn<QString>("fixture");
        QTest::addColumn<QString>("file");
        for (const std::string& name : pipelineFixtureNames()) {
            for (const char* file : {"profile.pop", "profile.tileline"}) {
                QTest::addRow("%s %s", name.c_str(), file) << QString::fromStdString(name) << file;
            }
        }
    }
    void plans() {
        QFETCH(QString, fixture);
        QFETCH(QString, file);
        const Json expected = expectedOf(fixture.toStdString());
        QCOMPARE(expected["plans"].size(), size_t{60});
        const QString profile = tileline::test::fixture(fixture.toStdString()) + "/" + file;
        for (const Json& plan : expected["plans"]) {
            const CliRun run = runCli(evaluationOf(profile, plan));
            const Json answer = run.json();
            QCOMPARE(run.status, !plan["fits"].get<bool>() || !plan["shared_weights"].empty() ? 1 : 0);
            // The layout of a profile.pop differs from that of the other file.
            QVERIFY(file == "profile.pop" || answer["tight"] == plan["tight"]);
            QVERIFY(file == "profile.pop" || answer["layout_slack"] == expected["layout_slack"]);
            QCOMPARE(answer["setting"].get<std::string>(), std::string("pipeline"));
            QVERIFY(answer["training"] == expected["training"]);
            QVERIFY(answer["layers"] == expected["entries"]);
            const QString difference = differenceOf(answer, plan);
            QVERIFY2(difference.isEmpty(), qPrintable(difference));
        }
        const Json operations = runCli({"operations", profile, "--json"}).json();
        QCOMPARE(operations.size(), expected["operations"].size());
        for (size_t i = 0; i < operations.size(); ++i) {
            QVERIFY(operations[i]["layer"] == expected["operations"][i]["entry"]);
            QCOMPARE(operations[i]["pass"] == "backward", expected["operations"][i]["backward"].get<bool>());
        }
    }

    void sharedWeights() {
        const QString profile = fixture("pipeline-marked-tiny");
        const QStringList last{"--output-on", "last"};
        const QStringList split = QStringList{"evaluate", profile, "--splits", "1,@output", "--json"} + last;
        const CliRun refused = runCli(split);
        QCOMPARE(refused.status, 1);
        QVERIFY(refused.error.contains("--output-on first"));
        const Json answer = refused.json();
        QVERIFY(answer["fits"].get<bool>());
        QVERIFY(!answer["buildable"].get<bool>());
        QCOMPARE(answer["warnings"][0]["code"].get<std::string>(), std::string("shared_weight"));
        QVERIFY(answer["shared_weights"][0]["entries"] == Json::array({"@input", "@output"}));
        QVERIFY(!answer["allow_shared_weights"].get<bool>());
        const CliRun allowed = runCli(split + QStringList{"--allow-shared-weights"});
        QCOMPARE(allowed.status, 0);
        QVERIFY(allowed.json()["allow_shared_weights"].get<bool>());
        const CliRun moved = runCli({"evaluate", profile, "--splits", "1,@output", "--json"}); // by itself
        QCOMPARE(moved.status, 0);
        QCOMPARE(moved.json()["stages"][0]["pipeline_stages"].size(), size_t{2});
        QVERIFY(moved.error.isEmpty());
        // The solver keeps weights together, or says that it cannot.
        const CliRun pinned =
            runCli(QStringList{"solve", profile, "--ipus", "2", "--pin", "3", "--json"} + last);
        QCOMPARE(pinned.status, 1);
        QCOMPARE(pinned.json()["infeasible"]["reason"].get<std::string>(), std::string("shared_weights"));
        const CliRun solved = runCli({"solve", profile, "--ipus", "3", "--output-on", "first", "--json"});
        QCOMPARE(solved.status, 0);
        QVERIFY(solved.json()["buildable"].get<bool>());
        QVERIFY(solved.json()["peak_tile_bytes"] == solved.json()["optimal_peak_tile_bytes"]);
        const TemporaryDirectory directory;
        const QString conf = QString::fromStdString((directory / "plan.conf").string());
        const QStringList exported = QStringList{"export", profile, "--splits", "3", "-o", conf} + last;
        const CliRun unasked = runCli(exported);
        QCOMPARE(unasked.status, 1);
        QVERIFY(unasked.error.contains("splits a weight") && unasked.error.contains("--anyway"));
        QVERIFY(!std::filesystem::exists(conf.toStdString()));
        QCOMPARE(runCli(exported + QStringList{"--anyway"}).status, 0);
        QVERIFY(std::filesystem::exists(conf.toStdString()));
        // The option of the estimate allows it, too; still, no framework compiles the plan.
        QCOMPARE(runCli(exported + QStringList{"--allow-shared-weights"}).status, 0);
        const QStringList other = QStringList{"export", profile, "--splits", "3"} + last;
        QCOMPARE(runCli(other + QStringList{"--framework", "csv"}).status, 0);
        QCOMPARE(runCli(other + QStringList{"--framework", "popart"}).status, 1);
    }

    void optionsChangeTheEstimate() {
        const QString profile = fixture("pipeline-marked-tiny");
        const auto sum = [&](const char* key, const QStringList& options) {
            const Json answer =
                runCli(QStringList{"evaluate", profile, "--splits", "1,3", "--json"} + options).json();
            uint64_t bytes = 0;
            for (const Json& stage : answer["stages"]) {
                bytes += stage["bytes"][key].get<uint64_t>();
            }
            return bytes;
        };
        QVERIFY(sum("stash", {}) > 0);
        QCOMPARE(sum("stash", {"--schedule", "none"}), uint64_t{0});
        QVERIFY(sum("stash", {"--schedule", "interleaved"}) < sum("stash", {"--schedule", "grouped"}));
        QVERIFY(sum("stash", {"--recompute", "off"}) > sum("stash", {"--recompute", "layers"}));
        QVERIFY(sum("accumulators", {}) > 0);
        QCOMPARE(sum("accumulators", {"--accumulators", "none"}), uint64_t{0});
        QCOMPARE(sum("stash", {"--mode", "inference"}), uint64_t{0});
        const CliRun other = runCli({"evaluate", profile, "--mode", "inference", "--json"});
        QVERIFY(!other.json()["training"].get<bool>());
        QCOMPARE(other.json()["warnings"][0]["code"].get<std::string>(), std::string("other_mode"));
        const Json slow = runCli({"evaluate", profile, "--splits", "1", "--link-gbps", "7",
                                  "--link-idle-cycles", "100", "--json"})
                              .json();
        const Json fast =
            runCli({"evaluate", profile, "--splits", "1", "--link-idle-cycles", "100", "--json"}).json();
        QVERIFY(near(slow["time"]["transfer_cycles"][0].get<double>() - 100,
                     10 * (fast["time"]["transfer_cycles"][0].get<double>() - 100)));
    }

    /// Everything that the time depends on comes from the plan file unless it is given.
    void planFilesKnowTheTime() {
        const QString profile = fixture("pipeline-marked-tiny");
        const TemporaryDirectory directory;
        std::ofstream(directory / "a.tileplan")
            << R"({"format": "tileplan", "version": 2, "plans": [{"splits": ["1"]}],
                   "setting": {"gradient_accumulation": 7, "micro_batch_size": 5, "link_gbps": 7,
                               "link_idle_cycles": 100}})";
        const QString plan = QString::fromStdString((directory / "a.tileplan").string());
        const auto timeOf = [](const QStringList& arguments) {
            return runCli(arguments + QStringList{"--json"}).json()["time"];
        };
        const QStringList options{
            "--gradient-accumulation", "7",  "--micro-batch-size", "5", "--link-gbps", "7",
            "--link-idle-cycles",      "100"};
        const QStringList bySplit{"evaluate", profile, "--splits", "1"};
        const QStringList byPlan{"evaluate", profile, "--plan", plan};
        const Json expected = timeOf(bySplit + options);
        QVERIFY(expected != timeOf(bySplit));
        QVERIFY(timeOf(byPlan) == expected);
        // The export has the number, too, and a number on the command line takes precedence.
        const auto exported = [&](const QStringList& more) {
            return runCli(QStringList{"export", profile, "--plan", plan, "--anyway", "--mode", "training"} +
                          more);
        };
        QVERIFY2(exported({}).out.contains("\nTraining.gradientAccumulation(7)\n"),
                 exported({}).out.constData());
        const CliRun other = exported({"--gradient-accumulation", "9"});
        QVERIFY(other.out.contains("\nTraining.gradientAccumulation(9)\n"));
        QVERIFY2(!other.error.contains("micro-batches"), other.error.constData());
        QVERIFY(timeOf(byPlan + QStringList{"--link-gbps", "70"})["transfer_cycles"] ==
                timeOf(bySplit + QStringList{"--link-idle-cycles", "100"})["transfer_cycles"]);
    }

    void greedyIsPopliners() {
        const QString report = fixture("bert-tiny-inf");
        const QStringList greedy{"solve", report, "--objective", "greedy", "--json"};
        const CliRun run = runCli(greedy);
        QCOMPARE(run.status, 0);
        QVERIFY(run.error.contains("PopLiner's search"));
        QCOMPARE(run.json()["setting"].get<std::string>(), std::string("popliner"));
        const CliRun asked = runCli(greedy + QStringList{"--setting", "popliner"});
        QCOMPARE(asked.out, run.out);
        QVERIFY(!asked.error.contains("PopLiner's search"));
        const CliRun refused = runCli(greedy + QStringList{"--setting", "pipeline"});
        QCOMPARE(refused.status, 2);
        QVERIFY(refused.error.contains("--setting popliner"));
    }

    /// Files of version 1 have no setting. If operations outside layers were on the first stage, the setting
    /// is PopLiner's.
    void planFiles() {
        const TemporaryDirectory directory;
        const QString plan = pathText(directory / "model.tileplan");
        const QString profile = fixture("pipeline-marked-tiny");
        const auto answer = [&](const std::string& content, const QStringList& options = {}) {
            writeFile(directory / "model.tileplan", content);
            return runCli(QStringList{"evaluate", profile, "--plan", plan, "--json"} + options);
        };
        const auto settingOf = [](const CliRun& run) { return run.json()["setting"].get<std::string>(); };
        const std::string plans = R"("plans": [{"name": "mine", "splits": ["3"]}]})";
        const std::string old = R"({"format": "tileplan", "version": 1, )";
        const CliRun first = answer(old + plans);
        QCOMPARE(settingOf(first), std::string("popliner"));
        QVERIFY(first.error.isEmpty());
        const CliRun position = answer(old + R"("layers": {"unassigned": "position"}, )" + plans);
        QCOMPARE(settingOf(position), std::string("pipeline"));
        QVERIFY(position.error.contains("its figures differ"));
        QCOMPARE(settingOf(answer(old + plans, {"--setting", "pipeline"})), std::string("pipeline"));
        const std::string now = R"({"format": "tileplan", "version": 2, )";
        QCOMPARE(settingOf(answer(now + plans)), std::string("pipeline"));
        const std::string setting =
            R"("setting": {"name": "pipeline", "recompute": "layers", "output_on": "first"}, )";
        const CliRun chosen = answer(now + setting + plans);
        QCOMPARE(chosen.json()["recompute"].get<std::string>(), std::string("layers"));
        QCOMPARE(chosen.json()["stages"][0]["pipeline_stages"].size(), size_t{2});
        const CliRun replaced = answer(now + setting + plans, {"--recompute", "off"});
        QCOMPARE(replaced.json()["recompute"].get<std::string>(), std::string("off"));
        QCOMPARE(replaced.json()["output_on"].get<std::string>(), std::string("first"));
        const CliRun wrong = answer(now + R"("setting": {"recompute": "some"}, )" + plans);
        QCOMPARE(wrong.status, 3);
        QVERIFY(wrong.error.contains("setting.recompute"));
        // Converted plans keep the setting and the names of entries.
        writeFile(directory / "model.tileplan",
                  now + setting + R"("plans": [{"name": "mine", "splits": ["1", "@output"]}]})");
        const CliRun converted = runCli({"plan", "convert", plan, profile});
        QCOMPARE(converted.status, 0);
        QCOMPARE(converted.json()["setting"]["recompute"].get<std::string>(), std::string("layers"));
        QVERIFY(converted.json()["plans"][0]["splits"] == Json::array({"1", "@output"}));
    }

    /// The figures of operations sum to entries, and of entries to stages, except for shared steps.
    void tablesHaveCycles() {
        for (const std::string& name : pipelineFixtureNames()) {
            const QString profile = fixture(name);
            const Json layers = runCli({"layers", profile, "--json"}).json();
            const Json stages = runCli({"evaluate", profile, "--json"}).json()["time"]["pipeline_stages"];
            double forward = 0;
            double backward = 0;
            for (const Json& layer : layers) {
                forward += layer["cycles_forward"].get<double>();
                backward += layer["cycles_backward"].get<double>();
                const double balance = layer["tile_balance"].get<double>();
                QVERIFY(balance > 0 && balance <= 1);
            }
            double stageForward = 0;
            double stageBackward = 0;
            for (const Json& stage : stages) {
                stageForward += stage["forward"].get<double>();
                stageBackward += stage["backward"].get<double>();
            }
            QVERIFY(std::abs(forward - stageForward) < 1e-6 * forward);
            QVERIFY(std::abs(backward - stageBackward) <= 1e-6 * backward);
            std::map<std::pair<std::string, std::string>, double> sums;
            for (const Json& operation : runCli({"operations", profile, "--json"}).json()) {
                sums[{operation["layer"].get<std::string>(), operation["pass"].get<std::string>()}] +=
                    operation["cycles"].get<double>();
            }
            for (const Json& layer : layers) {
                for (const std::string pass : {"forward", "backward"}) {
                    const double sum = sums[{layer["layer"].get<std::string>(), pass}];
                    QVERIFY(sum >= layer["cycles_" + pass].get<double>() * (1 - 1e-9));
                }
            }
        }
    }

    void tablesWithoutCycles() {
        const TemporaryDirectory directory;
        copyReport("bert-tiny-inf", directory.path(), "DELETE FROM execution_step;");
        const QString profile = pathText(directory / "profile.tileline");
        for (const Json& layer : runCli({"layers", profile, "--json"}).json()) {
            QVERIFY(layer["cycles_forward"].is_null() && layer["cycles_backward"].is_null() &&
                    layer["tile_balance"].is_null());
        }
        for (const Json& operation : runCli({"operations", profile, "--json"}).json()) {
            QVERIFY(operation["cycles"].is_null() && operation["tile_balance"].is_null());
        }
        // PopLiner's list has no passes.
        const CliRun popliner = runCli({"layers", profile, "--setting", "popliner", "--format", "csv"});
        QVERIFY(!popliner.out.contains("cycles"));
        const CliRun operations = runCli({"operations", profile, "--setting", "popliner", "--format", "tsv"});
        QVERIFY(operations.out.contains(
            "\tcycles\ttile_balance\tcycles_measured\tcycles_estimated\tsoftware_layer\tflops\n"));
    }

    /// The front and the shortest period, compared with the answers of `evaluate` for every plan.
    void frontOfAllPlans_data() {
        QTest::addColumn<QString>("fixture");
        QTest::addColumn<size_t>("ipus");
        QTest::addColumn<QStringList>("options");
        QTest::addRow("Output on the first") << "pipeline-marked-tiny" << size_t{2}
                                             << QStringList{"--output-on", "first", "--link-gbps", "0.1"};
        QTest::addRow("Output on the last")
            << "pipeline-nameless-tiny" << size_t{3}
            << QStringList{"--output-on", "last", "--allow-shared-weights", "--recompute", "layers",
                           "--link-gbps", "0.5"};
    }
    void frontOfAllPlans() {
        QFETCH(QString, fixture);
        QFETCH(size_t, ipus);
        QFETCH(QStringList, options);
        const QString profile = tileline::test::fixture(fixture.toStdString());
        const std::vector<std::pair<double, uint64_t>> front = frontByEvaluating(profile, options, ipus);
        QVERIFY(front.size() > 1);
        const QStringList solve =
            QStringList{"solve", profile, "--ipus", QString::number(ipus), "--json"} + options;
        const Json answer = runCli(solve + QStringList{"--objective", "period", "--pareto"}).json();
        QVERIFY(answer["pareto_complete"].get<bool>());
        QCOMPARE(answer["pareto"].size(), front.size());
        for (size_t i = 0; i < front.size(); ++i) {
            QCOMPARE(answer["pareto"][i]["period"].get<double>(), front[i].first);
            QCOMPARE(answer["pareto"][i]["peak_tile_bytes"].get<uint64_t>(), front[i].second);
        }
        // The fastest plan fits.
        QCOMPARE(answer["time"]["period"].get<double>(), front.front().first);
        QCOMPARE(answer["peak_tile_bytes"].get<uint64_t>(), front.front().second);
        QVERIFY(answer["pareto"][0]["splits"] == answer["splits"]);
        QVERIFY(answer["pareto"][0]["throughput"] == answer["time"]["throughput"]);
        QVERIFY(answer["pareto"][0]["ipus"] == answer["ipus"]);
        // With less memory, the next point is the fastest one that fits.
        const CliRun tight = runCli(solve + QStringList{"--objective", "period", "--memory-per-tile",
                                                        QString::number(front.front().second - 1)});
        QCOMPARE(tight.status, 0);
        QCOMPARE(tight.json()["time"]["period"].get<double>(), front[1].first);
        const CliRun none = runCli(solve + QStringList{"--objective", "period", "--pareto", "--pareto-points",
                                                       "1", "--memory-per-tile", "10"});
        QCOMPARE(none.status, 1);
        QCOMPARE(none.json()["infeasible"]["reason"].get<std::string>(), std::string("memory"));
        QCOMPARE(none.json()["would_do"]["memory_per_tile"].get<uint64_t>(), front.back().second);
        QCOMPARE(none.json()["pareto"].size(), size_t{1});
        QVERIFY(!none.json()["pareto_complete"].get<bool>());
        QVERIFY(!none.json()["pareto"][0]["fits"].get<bool>());
    }

    void frontAsText() {
        const QString profile = fixture("pipeline-marked-tiny");
        const auto solve = [&](const QStringList& options) {
            return runCli(QStringList{"solve", profile, "--ipus", "3", "--pareto", "--output-on", "last",
                                      "--allow-shared-weights", "--splits", "2"} +
                          options)
                .out;
        };
        const QByteArray all = solve({"--objective", "period"});
        QVERIFY2(all.contains("Front of peak against period on at most 3 IPUs: all 2 points."), all.data());
        QVERIFY2(all.contains("above the shortest"), all.data());
        const QByteArray few = solve({"--pareto-points", "1"});
        QVERIFY2(few.contains("1 evenly spaced upper bounds on the peak"), few.data());
        const QByteArray table = solve({"--format", "tsv"});
        QVERIFY2(table.startsWith("peak_tile_bytes\tperiod\tipus\tfits\ttransfer_bytes\tsplits\n"),
                 table.data());
        QCOMPARE(table.count('\n'), 3);
    }

    void periodIsRefusedWithoutTime() {
        const TemporaryDirectory directory;
        copyProfile("bert-tiny-inf", directory.path(), "DELETE FROM execution_step;");
        const QString without = pathText(directory / "profile.tileline");
        for (const QStringList& asked : {QStringList{"--objective", "period"}, QStringList{"--pareto"}}) {
            const CliRun missing = runCli(QStringList{"solve", without} + asked);
            QCOMPARE(missing.status, 3);
            QVERIFY2(missing.error.contains("profiler.includeCycleEstimates") &&
                         missing.error.contains("cycles of 0 of "),
                     missing.error.data());
            const CliRun popliner =
                runCli(QStringList{"solve", fixture("bert-tiny-inf"), "--setting", "popliner"} + asked);
            QCOMPARE(popliner.status, 2);
            QVERIFY(popliner.error.contains("--setting pipeline"));
        }
        QCOMPARE(runCli({"solve", fixture("bert-tiny-inf"), "--objective", "greedy", "--pareto"}).status, 2);
    }

    /// Without enough cycles, there are no statements about time.
    void noCycles() {
        const TemporaryDirectory directory;
        copyProfile("bert-tiny-inf", directory.path(), "DELETE FROM execution_step;");
        const Json answer = runCli({"evaluate", pathText(directory / "profile.tileline"), "--json"}).json();
        QCOMPARE(answer["time"]["source"].get<std::string>(), std::string("none"));
        QVERIFY(answer["time"]["period"].is_null());
        QCOMPARE(answer["warnings"].back()["code"].get<std::string>(), std::string("no_cycles"));
    }
};

TILELINE_TEST(TestCliPipeline)
#include "test_clipipeline.moc"
