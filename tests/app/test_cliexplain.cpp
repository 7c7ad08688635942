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

using namespace tileline::test;

namespace {

uint64_t bytesOf(const Json& rows) {
    uint64_t bytes = 0;
    for (const Json& row : rows) {
        bytes += row["bytes"].get<uint64_t>();
    }
    return bytes;
}

/// Whether every row has a non-empty text under a key.
bool anyContains(const Json& rows, const char* key, const char* part) {
    return std::any_of(rows.begin(), rows.end(), [&](const Json& row) {
        return row[key].is_string() && row[key].get<std::string>().find(part) != std::string::npos;
    });
}

/// Contradictions within an answer of `explain`, or with the answer of `evaluate` for the same plan.
QString explainFault(const Json& answer, const Json& evaluated) {
    const auto total = answer["peak_tile_bytes"].get<uint64_t>();
    const Json& stage = evaluated["stages"][answer["ipu"].get<size_t>()];
    if (answer["peak_tile_bytes"] != stage["peak_tile_bytes"] || answer["tile"] != stage["peak_tile"] ||
        answer["step"] != stage["peak_step"] || answer["limit"] != stage["memory_per_tile"] ||
        answer["layer_from"] != stage["layer_from"] || answer["layer_to"] != stage["layer_to"] ||
        answer["splits"] != evaluated["splits"] ||
        (stage.contains("peak_bytes") && answer["bytes"] != stage["peak_bytes"])) {
        return "differs from evaluate";
    }
    if (answer["bytes"]["total"] != total || bytesOf(answer["items"]) != total ||
        answer["items"].size() != answer["all_items"]) {
        return "the items do not add up";
    }
    std::map<std::string, uint64_t> categories;
    double running = 0;
    for (const Json& item : answer["items"]) {
        categories[item["category"].get<std::string>()] += item["bytes"].get<uint64_t>();
        running += item["share"].get<double>();
        if (std::abs(running - item["running_share"].get<double>()) > 1e-9) {
            return "running share";
        }
        if (item["category"] == "variables"
                ? item["live_from"] > answer["step"] || item["live_to"] < answer["step"]
                : item["live_from"] != 0) {
            return "live range";
        }
    }
    for (const auto& [name, bytes] : categories) {
        if (answer["bytes"][name] != bytes) {
            return QString::fromStdString(name);
        }
    }
    for (const Json* groups : {&answer["by_entry"], &answer["by_role"], &answer["groups"]["module"],
                               &answer["groups"]["source"]}) {
        size_t items = 0;
        for (const Json& group : *groups) {
            items += group["items"].get<size_t>();
        }
        if (bytesOf(*groups) != total || items != answer["all_items"]) {
            return "the groups do not add up";
        }
    }
    for (const Json& group : answer["by_role"]) {
        if (group["bytes"] != stage["peak_roles"][group["role"].get<std::string>()]) {
            return "roles";
        }
    }
    if (answer["fits"] != stage["fits"] || answer["warnings"] != evaluated["warnings"]) {
        return "the verdict differs from evaluate";
    }
    const Json& tiles = answer["nearly_full"];
    uint64_t counted = 0;
    for (const Json& count : tiles["histogram"]["tiles"]) {
        counted += count.get<uint64_t>();
    }
    return counted != tiles["of_tiles"] || tiles["tiles"] < 1 || tiles["tiles"] > tiles["of_tiles"] ||
                   tiles["tiles_over_limit"].is_null() != answer["fits"].is_null() ||
                   (tiles["tiles_over_limit"].is_number() &&
                    (tiles["tiles_over_limit"] > 0) == answer["fits"].get<bool>())
               ? "tiles"
               : "";
}

} // namespace

/// Why an IPU peaks.
class TestCliExplain : public QObject {
    Q_OBJECT

private slots:
    void fixtures_data() {
        addFixtureRows();
        for (const std::string& name : pipelineFixtureNames()) {
            QTest::newRow(name.c_str()) << QString::fromStdString(name);
        }
    }
    /// Every IPU of a plan, in both settings.
    void fixtures() {
        QFETCH(QString, fixture);
        const QString profile = tileline::test::fixture(fixture.toStdString());
        for (const char* setting : {"pipeline", "popliner"}) {
            const QStringList both{profile, "--json", "--setting", setting};
            const Json layers = runCli(QStringList{"evaluate"} + both).json()["layers"];
            QStringList plan;
            for (size_t i = 2; i < layers.size(); i += 2) {
                plan << "--splits" << QString::fromStdString(layers[i].get<std::string>());
            }
            const Json evaluated = runCli(QStringList{"evaluate"} + both + plan).json();
            for (size_t ipu = 0; ipu < evaluated["stages"].size(); ++ipu) {
                const CliRun run =
                    runCli(QStringList{"explain"} + both + plan + QStringList{"--ipu", QString::number(ipu)});
                QCOMPARE(run.status, 0);
                const QString fault = explainFault(run.json(), evaluated);
                QVERIFY2(fault.isEmpty(), qPrintable(fault));
            }
        }
    }

    /// Training with stashes, accumulators and bytes that belong to no operation, in a profile.pop whose
    /// operations are derived from debug information.
    void generatedTraining() {
        const TemporaryDirectory directory;
        const QString report = pathText(directory / "report");
        QVERIFY(generateProfile({"bert-base", "--training", "--layers", "6", "--tiles", "24", "--format",
                                 "pop", "--tile-layout", "-o", report}));
        for (const char* recompute : {"inputs", "layers", "off"}) {
            const QStringList plan{
                report, "--splits", "2,4", "--recompute", recompute, "--json", "--allow-shared-weights"};
            const Json evaluated = runCli(QStringList{"evaluate"} + plan).json();
            for (size_t ipu = 0; ipu < 3; ++ipu) {
                const Json answer =
                    runCli(QStringList{"explain"} + plan + QStringList{"--ipu", QString::number(ipu)}).json();
                const QString fault = explainFault(answer, evaluated);
                QVERIFY2(fault.isEmpty(), qPrintable(fault));
                // On the first IPU, the data from the host are on tiles other than the fullest one.
                QVERIFY(answer["bytes"]["stash"] > 0 || ipu != 1);
                QVERIFY(answer["bytes"]["stash"] == 0 || ipu != 2);
                QVERIFY(answer["bytes"]["accumulators"] > 0);
                QVERIFY(answer["bytes"]["unowned"] > 0);
                QVERIFY(anyContains(answer["items"], "name", "stack"));
                QVERIFY(anyContains(answer["items"], "source", ".py:"));
                QVERIFY(anyContains(answer["items"], "module", "/"));
                for (const Json& item : answer["items"]) {
                    QCOMPARE(item["copies"].get<int>(),
                             item["category"] == "stash" ? 5 - 2 * static_cast<int>(ipu) : 1);
                }
            }
        }
    }

    /// `explain` says the same about moving an entry as `evaluate` does about the resulting plan.
    void movedEntries() {
        const QString profile = fixture("pipeline-marked-tiny");
        const QStringList rest{"--json", "--output-on", "first"};
        const Json answer =
            runCli(QStringList{"explain", profile, "--splits", "1,3", "--ipu", "1"} + rest).json();
        const Json before = runCli(QStringList{"evaluate", profile, "--splits", "1,3"} + rest).json();
        for (const char* key : {"next_layer", "first_layer", "last_layer"}) {
            const Json& move = answer[key];
            QStringList splits;
            for (const Json& split : move["splits"]) {
                splits << QString::fromStdString(split.get<std::string>());
            }
            const Json after =
                runCli(QStringList{"evaluate", profile, "--splits", splits.join(',')} + rest).json();
            const auto neighbour = move["neighbour_ipu"].get<size_t>();
            QCOMPARE(neighbour, std::string_view(key) == "first_layer" ? size_t{0} : size_t{2});
            const auto peak = [&](const Json& plan, size_t ipu) {
                return plan["stages"][ipu]["peak_tile_bytes"].get<int64_t>();
            };
            QCOMPARE(move["peak_tile_bytes"].get<int64_t>(), peak(after, 1));
            QCOMPARE(move["change_bytes"].get<int64_t>(), peak(after, 1) - peak(before, 1));
            QCOMPARE(move["neighbour_peak_tile_bytes"].get<int64_t>(), peak(after, neighbour));
            QCOMPARE(move["neighbour_change_bytes"].get<int64_t>(),
                     peak(after, neighbour) - peak(before, neighbour));
            QVERIFY(move["plan_peak_tile_bytes"] == after["peak_tile_bytes"]);
            QVERIFY(move["buildable"] == after["buildable"]);
        }
        QCOMPARE(answer["next_layer"]["entry"].get<std::string>(), std::string("3"));
        QCOMPARE(answer["first_layer"]["entry"].get<std::string>(), std::string("1"));
        QCOMPARE(answer["last_layer"]["entry"].get<std::string>(), std::string("2"));
    }

    void choosesTheFullestIpu() {
        const QString profile = fixture("bert-tiny-inf");
        const QStringList plan{profile, "--splits", "1", "--json"};
        const Json stages = runCli(QStringList{"evaluate"} + plan).json()["stages"];
        const bool second = stages[1]["peak_tile_bytes"] > stages[0]["peak_tile_bytes"];
        QCOMPARE(runCli(QStringList{"explain"} + plan).json()["ipu"].get<int>(), second ? 1 : 0);
        // The fullest IPU in relation to its memory, not in bytes.
        const QString large = QString::number(UINT32_MAX);
        const QString limit = QString("%1=%2").arg(second ? 1 : 0).arg(large);
        const Json other = runCli(QStringList{"explain"} + plan + QStringList{"--ipu-memory", limit}).json();
        QCOMPARE(other["ipu"].get<int>(), second ? 0 : 1);
        // A limit below the peak is reported, but it is not an error.
        const CliRun over = runCli(QStringList{"explain"} + plan + QStringList{"--memory-per-tile", "100"});
        QCOMPARE(over.status, 0);
        QVERIFY(!over.json()["fits"].get<bool>());
        QCOMPARE(over.json()["headroom"].get<int64_t>(), 100 - over.json()["peak_tile_bytes"].get<int64_t>());
        QVERIFY(over.json()["nearly_full"]["tiles_over_limit"] > 0);
    }

    void tables() {
        const QString profile = fixture("pipeline-marked-tiny");
        const QStringList explain{"explain", profile, "--splits", "2,4", "--ipu", "1"};
        const Json all = runCli(explain + QStringList{"--json"}).json();
        const Json some = runCli(explain + QStringList{"--json", "--top", "3"}).json();
        QCOMPARE(some["items"].size(), size_t{3});
        QVERIFY(some["items"][2] == all["items"][2]);
        QVERIFY(some["all_items"] == all["items"].size());
        QVERIFY(some["by_entry"] == all["by_entry"]);
        const QByteArray csv = runCli(explain + QStringList{"--format", "csv"}).out;
        QCOMPARE(static_cast<size_t>(csv.count('\n')), all["items"].size() + 1);
        QVERIFY(
            csv.startsWith("name,category,role,bytes,copies,share,running_share,live_from,live_to,entry,"));
        const QByteArray text = runCli(explain).out;
        const Json& items = all["items"];
        QVERIFY(text.startsWith("IPU 1 (2 to 3): " + QByteArray::number(all["peak_tile_bytes"].get<int>()) +
                                " bytes on tile "));
        QVERIFY(text.contains(QByteArray::number(static_cast<int>(items.size()) - 20) + " more items hold "));
        QVERIFY(text.contains("give 2 to IPU 0"));
        QVERIFY(text.contains("take 4 from IPU 2"));
        const QByteArray whole = runCli(explain + QStringList{"--top", "0"}).out;
        QVERIFY(!whole.contains("more items hold"));
        QVERIFY(whole.count('\n') > text.count('\n'));
    }

    /// Layers are shown as a range only if their names are consecutive.
    void namesTheLayersTruly() {
        const QStringList explain{"explain", fixture("shuffled-layers"), "--splits", "1,8,5", "--ipu"};
        QVERIFY(runCli(explain + QStringList{"0"}).out.startsWith("IPU 0 (@input, 0, 2): "));
        QVERIFY(runCli(explain + QStringList{"1"}).out.startsWith("IPU 1 (1, 10, 9, 3): "));
        QVERIFY(runCli(explain + QStringList{"3"}).out.startsWith("IPU 3 (5 to 6, @output): "));
    }

    void plansFromFiles() {
        const TemporaryDirectory directory;
        writeFile(directory / "model.tileplan",
                  R"({"format": "tileplan", "version": 2, "setting": {"name": "pipeline", "recompute": "off"},
                      "plans": [{"name": "mine", "splits": ["2", "4"], "memory_per_tile": 5000}]})");
        const QString profile = fixture("pipeline-marked-tiny");
        const Json answer =
            runCli({"explain", profile, "--plan", pathText(directory / "model.tileplan"), "--json"}).json();
        QCOMPARE(answer["recompute"].get<std::string>(), std::string("off"));
        QVERIFY(answer["splits"] == Json::array({"2", "4"}));
        QCOMPARE(answer["limit"].get<int>(), 5000);
    }

    void refusals_data() {
        QTest::addColumn<QStringList>("options");
        QTest::addColumn<QString>("said");
        QTest::newRow("IPU") << QStringList{"--splits", "2", "--ipu", "2"} << "0 to 1";
        QTest::newRow("number") << QStringList{"--ipu", "-1"} << "--ipu";
        QTest::newRow("top") << QStringList{"--top", "many"} << "--top";
        QTest::newRow("layer") << QStringList{"--splits", "x"} << "--splits";
    }
    void refusals() {
        QFETCH(QStringList, options);
        QFETCH(QString, said);
        const CliRun run = runCli(QStringList{"explain", fixture("pipeline-marked-tiny")} + options);
        QCOMPARE(run.status, 2);
        QVERIFY2(run.error.contains(said.toUtf8()), run.error.constData());
        QCOMPARE(run.out, QByteArray());
    }

    /// A name from a file cannot move the cursor.
    void namesAreEscaped() {
        const TemporaryDirectory directory;
        copyProfile("bert-tiny-inf", directory.path(),
                    "UPDATE variable SET name = name || char(27) || '[2J' || char(10);");
        const QString profile = pathText(directory / "profile.tileline");
        const CliRun run = runCli({"explain", profile, "--top", "0"});
        QCOMPARE(run.status, 0);
        QVERIFY(!run.out.contains('\x1b'));
        QVERIFY(run.out.contains("\\u001b[2J\\u000a"));
    }
};

TILELINE_TEST(TestCliExplain)
#include "test_cliexplain.moc"
