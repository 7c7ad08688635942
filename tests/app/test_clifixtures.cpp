// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/cli.h"
#include "tests/support/profilefiles.h"
#include "tests/support/temporarydirectory.h"
#include "tests/testmain.h"

#include <QTest>

#include <map>

using namespace tileline::test;

namespace {

/// The same text as Python's json.dumps(..., indent=4).
QByteArray pythonText(const nlohmann::ordered_json& json) {
    return QByteArray::fromStdString(json.dump(4, ' ', true));
}

/// The keys are in PopLiner's order, because reading expected.json does not preserve the order.
QByteArray solveText(const Json& splits) {
    auto ordered = nlohmann::ordered_json::array();
    for (const Json& split : splits) {
        nlohmann::ordered_json memory;
        for (const char* key : {"total_mem", "max_tile_mem", "variables", "vertex_code", "vertex_state",
                                "exchange_code", "control_code"}) {
            memory[key] = split["mem"][key].get<uint64_t>();
        }
        nlohmann::ordered_json stage;
        for (const char* key : {"layer_from", "layer_to"}) {
            const Json& layer = split[key];
            stage[key] = nlohmann::ordered_json(layer);
        }
        stage["mem"] = memory;
        ordered.push_back(stage);
    }
    return pythonText(ordered);
}

QByteArray text(const Json& json) {
    return QByteArray::fromStdString(json.get<std::string>());
}

/// The first position of a value in a list; null if the list does not contain it.
Json firstOf(const Json& list, const Json& value) {
    for (size_t i = 0; i < list.size(); ++i) {
        if (list[i] == value) {
            return i;
        }
    }
    return {};
}

} // namespace

/// Compares the program's answers on every fixture with PopLiner's, in PopLiner's setting.
class TestCliFixtures : public QObject {
    Q_OBJECT

private slots:
    void breakdowns_data() { addFixtureRows(); }
    void breakdowns() {
        QFETCH(QString, fixture);
        const std::string name = fixture.toStdString();
        const Json expected = expectedOf(name);
        const QString directory = tileline::test::fixture(name);
        const QByteArray operations = text(expected["operation_breakdown"]) + "\n";
        const QByteArray layers = text(expected["layer_breakdown"]) + "\n";
        const CliRun files = runCli({"popliner", "--operation-breakdown", directory + "/profile.tileline",
                                     directory + "/debug.cbor"});
        QCOMPARE(files.out, operations);
        QCOMPARE(files.status, 0);
        const CliRun both = runCli({"popliner", "--layer-breakdown", "--operation-breakdown", directory});
        QCOMPARE(both.out, operations + layers);
        // No name in the fixtures contains a tab or a comma.
        QByteArray commas = operations + layers;
        const CliRun csv =
            runCli({"popliner", "--layer-breakdown", "--operation-breakdown", "--format", "csv", directory});
        QCOMPARE(csv.out, commas.replace('\t', ','));
    }

    void solves_data() { addFixtureRows(); }
    void solves() {
        QFETCH(QString, fixture);
        const std::string name = fixture.toStdString();
        for (const Json& solve : expectedOf(name)["solve"]) {
            const QString ipus = QString::number(solve["num_ipus"].get<int>());
            const QString memory = QString::number(solve["mem_per_tile"].get<int>());
            const CliRun run = runCli({"popliner", "--solve", "--num-ipus", ipus, "--mem-per-tile", memory,
                                       tileline::test::fixture(name)});
            QCOMPARE(run.out, solveText(solve["splits"]) + "\n");
            QCOMPARE(run.status, 0);
        }
    }

    void solveGreedy_data() { addFixtureRows(); }
    void solveGreedy() {
        QFETCH(QString, fixture);
        const std::string name = fixture.toStdString();
        for (const Json& solve : expectedOf(name)["solve"]) {
            const CliRun run =
                runCli({"solve", tileline::test::fixture(name), "--objective", "greedy", "--ipus",
                        QString::number(solve["num_ipus"].get<int>()), "--memory-per-tile",
                        QString::number(solve["mem_per_tile"].get<int>()), "--json"});
            const Json json = run.json();
            const bool solved = !solve["proportion"].is_boolean();
            QCOMPARE(run.status, solved ? 0 : 1);
            QCOMPARE(json["fits"].get<bool>(), solved);
            QCOMPARE(json["stages"].size(), solve["splits"].size());
            for (size_t i = 0; i < json["stages"].size(); ++i) {
                const Json& stage = json["stages"][i];
                const Json& expected = solve["splits"][i];
                QVERIFY(stage["layer_from"] == expected["layer_from"]);
                QVERIFY(stage["layer_to"] == expected["layer_to"]);
                QVERIFY(stage["peak_tile_bytes"] == expected["mem"]["max_tile_mem"]);
                QVERIFY(stage["bytes"]["total"] == expected["mem"]["total_mem"]);
            }
        }
    }

    void segments_data() { addFixtureRows(); }
    void segments() {
        QFETCH(QString, fixture);
        const std::string name = fixture.toStdString();
        const CliRun run =
            runCli({"segments", tileline::test::fixture(name), "--json", "--setting", "popliner"});
        QCOMPARE(run.status, 0);
        Json segments = run.json();
        for (Json& segment : segments) {
            segment.erase("peak_step");
        }
        QVERIFY(segments == expectedOf(name)["segments"]);
    }

    void operationsAndLayers_data() { addFixtureRows(); }
    void operationsAndLayers() {
        QFETCH(QString, fixture);
        const std::string name = fixture.toStdString();
        const Json expected = expectedOf(name);
        const Json operations =
            runCli({"operations", tileline::test::fixture(name), "--json", "--setting", "popliner"}).json();
        QCOMPARE(operations.size(), expected["operations"].size());
        for (size_t i = 0; i < operations.size(); ++i) {
            for (const char* key : {"name", "layer", "note"}) {
                QVERIFY(operations[i][key] == expected["operations"][i][key]);
            }
        }
        const Json layers =
            runCli({"layers", tileline::test::fixture(name), "--json", "--setting", "popliner"}).json();
        QCOMPARE(layers.size(), expected["layers"].size());
        for (size_t i = 0; i < layers.size(); ++i) {
            QVERIFY(layers[i]["layer"] == expected["layers"][i]);
        }
        const Json info =
            runCli({"info", tileline::test::fixture(name), "--json", "--setting", "popliner"}).json();
        QVERIFY(info["layers"] == expected["layers"]);
    }

    /// For every cut into two stages, the stages are segments, and the optimum is the best of the cuts.
    void evaluateAndSolveOnTwoIpus_data() { addFixtureRows(); }
    void evaluateAndSolveOnTwoIpus() {
        QFETCH(QString, fixture);
        const std::string name = fixture.toStdString();
        const QString directory = tileline::test::fixture(name);
        const Json expected = expectedOf(name);
        const Json& layers = expected["layers"];
        std::map<std::pair<size_t, size_t>, Json> segments;
        for (const Json& segment : expected["segments"]) {
            segments[{segment["from"].get<size_t>(), segment["to"].get<size_t>()}] = segment;
        }
        const bool known = name != "no-layers" && name != "replicated"; // whether the plan fits
        const size_t last = layers.size() - 1;
        uint64_t best = segments[{0, last}]["max_tile_mem"].get<uint64_t>();
        for (size_t split = 1; split <= last; ++split) {
            const CliRun run =
                runCli({"evaluate", directory, "--setting", "popliner", "--splits",
                        QString::fromStdString(layers[split].get<std::string>()), "--memory-per-tile",
                        QString::number(segments[{0, split - 1}]["max_tile_mem"].get<int>()), "--json"});
            const Json json = run.json();
            const Json& second = segments[{split, last}];
            QCOMPARE(json["stages"].size(), size_t{2});
            QVERIFY(json["stages"][0]["layer_from"].is_null());
            QVERIFY(json["stages"][0]["layer_to"] == layers[split - 1]);
            QVERIFY(json["stages"][0]["fits"] == (known ? Json(true) : Json()));
            QVERIFY(json["stages"][1]["layer_from"] == layers[split]);
            QVERIFY(json["stages"][1]["peak_tile_bytes"] == second["max_tile_mem"]);
            QVERIFY(json["stages"][1]["peak_tile"] == second["argmax_tile"]);
            QVERIFY(json["stages"][1]["bytes"]["variables"] == second["variables"]);
            const bool fits = second["max_tile_mem"] <= segments[{0, split - 1}]["max_tile_mem"];
            QVERIFY(json["fits"] == (known ? Json(fits) : Json()));
            QCOMPARE(run.status, !known ? 4 : fits ? 0 : 1);
            best = std::min(best, json["peak_tile_bytes"].get<uint64_t>());
        }
        const CliRun solve = runCli({"solve", directory, "--ipus", "2", "--json", "--setting", "popliner"});
        QCOMPARE(solve.status, known ? 0 : 4);
        QCOMPARE(solve.json()["peak_tile_bytes"].get<uint64_t>(), best);
        QVERIFY(solve.json()["optimal_peak_tile_bytes"] == (known ? Json(best) : Json()));
    }

    /// A saved analysis is a Tileline profile that gives the same answers without the debug file.
    void savedAnalyses_data() { addFixtureRows(); }
    void savedAnalyses() {
        QFETCH(QString, fixture);
        const std::string name = fixture.toStdString();
        const TemporaryDirectory directory;
        const QString saved = QString::fromStdString((directory / "saved").string());
        const QStringList flags{"--operation-breakdown", "--layer-breakdown",          "--memory-totals",
                                "--memory-affinity",     "--interlayer-communication", "--solve"};
        const CliRun direct =
            runCli(QStringList{"popliner", "--save-to-file", saved, tileline::test::fixture(name)} + flags);
        QCOMPARE(direct.status, 0);
        const CliRun loaded = runCli(QStringList{"popliner", "--load-from-file", saved} + flags);
        QCOMPARE(loaded.status, 0);
        QCOMPARE(loaded.out, direct.out);
        QVERIFY(direct.out.contains("\nTotal memory: "));
        QVERIFY(direct.out.indexOf("Full name") < direct.out.indexOf("Total (MB)"));
        QVERIFY(direct.out.indexOf("Total (MB)") < direct.out.indexOf("Total memory: "));
        QVERIFY(direct.out.indexOf("Total memory: ") < direct.out.indexOf("\nLayer:  0"));
        QVERIFY(direct.out.indexOf("\nLayer:  0") < direct.out.indexOf("\n["));
    }

    /// With -o, the file has the bytes that standard output has otherwise, and standard output stays empty.
    void outputFiles_data() {
        QTest::addColumn<QStringList>("arguments");
        const QString directory = fixture("bert-tiny-train");
        for (const char* command : {"info", "operations", "layers", "segments", "evaluate", "solve",
                                    "affinity", "communication", "diagnose"}) {
            const QStringList line{command, directory};
            QTest::newRow(command) << line;
            QTest::addRow("%s --json", command) << line + QStringList{"--json"};
        }
        for (const char* command : {"operations", "layers", "segments", "evaluate", "affinity"}) {
            QTest::addRow("%s csv", command) << QStringList{command, directory, "--format", "csv"};
        }
        QTest::newRow("popliner") << QStringList{"popliner", "--layer-breakdown", directory};
    }
    void outputFiles() {
        QFETCH(QStringList, arguments);
        const TemporaryDirectory directory;
        const auto file = directory / "answer";
        const CliRun printed = runCli(arguments);
        QCOMPARE(printed.status, 0);
        QVERIFY(!printed.out.isEmpty());
        // The best plan has a warning: it may split a weight.
        QVERIFY(printed.error.isEmpty() ||
                (arguments[0] == "solve" && printed.error.startsWith("warning: ")));
        if (arguments.contains("--json")) {
            QVERIFY(!printed.json().is_discarded());
        }
        const CliRun written = runCli(arguments + QStringList{"-o", QString::fromStdString(file.string())});
        QCOMPARE(written.status, 0);
        QVERIFY(written.out.isEmpty());
        QCOMPARE(QByteArray::fromStdString(readAll(file)), printed.out);
    }

    void layerOrder() {
        const QString directory = fixture("shuffled-layers");
        const Json natural = runCli({"info", directory, "--layer-order", "natural", "--json"}).json();
        const Json steps = runCli({"info", directory, "--json"}).json();
        QVERIFY(natural["layers"] != steps["layers"]);
        QVERIFY(firstOf(natural["layers"], "2") < firstOf(natural["layers"], "10"));
        QVERIFY(firstOf(steps["layers"], "10") < firstOf(steps["layers"], "9"));
    }

    void diagnose() {
        const Json json =
            runCli({"diagnose", fixture("bert-tiny-inf"), "--setting", "popliner", "--json"}).json();
        QCOMPARE(json["sums"]["vertex_state"]["estimate_percent"].get<double>(), 100.0);
        QVERIFY(json["sums"]["vertex_state"]["layer_operations_percent"].get<double>() < 100.0);
        QVERIFY(json["worst"]["total"]["profile_bytes"].get<uint64_t>() > 0);
        QVERIFY(json["missing"].size() >= 1);
    }
};

TILELINE_TEST(TestCliFixtures)
#include "test_clifixtures.moc"
