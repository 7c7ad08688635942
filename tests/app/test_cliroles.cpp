// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/cli.h"
#include "tests/support/fixtures.h"
#include "tests/support/profilefiles.h"
#include "tests/support/temporarydirectory.h"
#include "tests/testmain.h"

#include <QTest>

using namespace tileline::test;

namespace {

uint64_t sumOf(const Json& roles) {
    uint64_t sum = 0;
    for (const auto& [role, bytes] : roles.items()) {
        sum += bytes.get<uint64_t>();
    }
    return sum;
}

} // namespace

/// What bytes are for, and how far the estimate can be trusted, on the command line.
class TestCliRoles : public QObject {
    Q_OBJECT

private slots:
    void rolesSumToTheEstimate_data() {
        QTest::addColumn<QString>("setting");
        QTest::newRow("pipeline") << "pipeline";
        QTest::newRow("popliner") << "popliner";
    }
    void rolesSumToTheEstimate() {
        QFETCH(QString, setting);
        const Json answer = runCli({"evaluate", fixture("pipeline-marked-tiny"), "--splits", "1,3", "--json",
                                    "--setting", setting})
                                .json();
        QCOMPARE(answer["stages"].size(), size_t{3});
        for (const Json& stage : answer["stages"]) {
            QCOMPARE(stage["roles"].size(), size_t{11});
            QCOMPARE(sumOf(stage["roles"]), stage["bytes"]["total"].get<uint64_t>());
            QCOMPARE(sumOf(stage["peak_roles"]), stage["peak_tile_bytes"].get<uint64_t>());
            QVERIFY(stage["roles"]["weights"].get<uint64_t>() > 0);
            QVERIFY(stage["roles"]["gradients"].get<uint64_t>() > 0);
            QVERIFY(!stage.contains("what_if"));
            const uint64_t stashed = setting == "pipeline" ? stage["bytes"]["stash"].get<uint64_t>() : 0;
            QCOMPARE(stage["roles"]["stashes"].get<uint64_t>(), stashed);
        }
        QVERIFY(!answer.contains("what_if"));
    }

    /// The estimate stays unchanged. The changed peak is shown beside it.
    void changesStandBesideTheEstimate() {
        const QStringList plan{"evaluate", fixture("pipeline-marked-tiny"), "--splits", "1,3",
                               "--allow-shared-weights"};
        const Json before = runCli(plan + QStringList{"--json"}).json();
        const auto with = [&](const QStringList& changes) {
            QStringList arguments = plan + QStringList{"--json"};
            for (const QString& change : changes) {
                arguments << "--what-if" << change;
            }
            return runCli(arguments).json();
        };
        const Json halved = with({"halve-activations", "half-accumulators"});
        QVERIFY(halved["what_if"]["changes"] == (Json{"half-accumulators", "halve-activations"}));
        QVERIFY(halved["what_if"]["rule_of_thumb"].get<bool>());
        const Json doubled = with({"double-activations"});
        uint64_t peak = 0;
        for (size_t i = 0; i < before["stages"].size(); ++i) {
            const Json& estimate = before["stages"][i]["peak_tile_bytes"];
            QVERIFY(halved["stages"][i]["peak_tile_bytes"] == estimate);
            QVERIFY(halved["stages"][i]["roles"] == before["stages"][i]["roles"]);
            QVERIFY(halved["stages"][i]["what_if"]["peak_tile_bytes"] < estimate);
            QVERIFY(doubled["stages"][i]["what_if"]["peak_tile_bytes"] > estimate);
            peak = std::max(peak, doubled["stages"][i]["what_if"]["peak_tile_bytes"].get<uint64_t>());
        }
        QCOMPARE(doubled["what_if"]["peak_tile_bytes"].get<uint64_t>(), peak);
        // A rule of thumb does not change the exit status.
        const uint64_t limit = before["peak_tile_bytes"].get<uint64_t>();
        const CliRun run = runCli(plan + QStringList{"--what-if", "double-activations", "--memory-per-tile",
                                                     QString::number(limit)});
        QCOMPARE(run.status, 0);
        QVERIFY(run.out.contains("rule of thumb"));
        QVERIFY(run.out.contains("The plan would not fit."));
        QVERIFY(run.out.contains("Fullest tile: " + QByteArray::number(peak) + " bytes instead of " +
                                 QByteArray::number(limit)));
    }

    void wrongChanges() {
        const QStringList plan{"evaluate", fixture("pipeline-marked-tiny")};
        QCOMPARE(runCli(plan + QStringList{"--what-if", "smaller"}).status, 2);
        const CliRun both =
            runCli(plan + QStringList{"--what-if", "halve-activations", "--what-if", "double-activations"});
        QCOMPARE(both.status, 2);
        QVERIFY(both.error.contains("contradicts"));
    }

    void tables() {
        const QStringList plan{"evaluate", fixture("pipeline-marked-tiny"), "--splits", "3", "--roles"};
        const CliRun text = runCli(plan);
        QVERIFY(text.out.contains("What the bytes are for"));
        QCOMPARE(text.out.count("fullest tile"), 2);
        QVERIFY(!text.out.contains("optimizer_state")); // this profile has none
        const CliRun csv = runCli(plan + QStringList{"--format", "csv"});
        const QByteArray header = csv.out.left(csv.out.indexOf('\n'));
        QVERIFY(header.contains(",roles.weights,"));
        QVERIFY(header.contains(",peak_roles.unowned"));
        for (const QByteArray& line : csv.out.trimmed().split('\n')) {
            QCOMPARE(line.count(','), header.count(','));
        }
    }

    /// In the pipeline setting, the plan of one stage has all always-live bytes.
    void diagnoseSaysWhatIsShared() {
        const QString profile = fixture("pipeline-marked-tiny") + "/profile.pop";
        const Json json = runCli({"diagnose", profile, "--json"}).json();
        QCOMPARE(json["setting"].get<std::string>(), std::string("pipeline"));
        const Json& stage = json["one_stage"];
        QVERIFY(stage["owned_bytes"].get<uint64_t>() + stage["shared_bytes"].get<uint64_t>() ==
                stage["always_live"]["estimate_bytes"].get<uint64_t>());
        const Json tiles = runCli({"tiles", profile, "--json"}).json();
        uint64_t beyond = 0;
        for (const Json& tile : tiles) {
            beyond += tile["total_including_gaps"].get<uint64_t>() - tile["always_live"].get<uint64_t>() -
                      tile["not_always_live"].get<uint64_t>();
        }
        QCOMPARE(stage["bytes_beyond_live"].get<uint64_t>(), beyond);
        QVERIFY(json["one_stage"]["always_live"]["profile_bytes"] ==
                json["one_stage"]["always_live"]["estimate_bytes"]);
        QVERIFY(json["sums"]["vertex_code"]["missing_bytes"].is_number());
        // Code is not among the variables.
        QVERIFY(json["sums"]["variables"]["estimate_bytes"] == json["sums"]["variables"]["profile_bytes"]);
        const CliRun text = runCli({"diagnose", profile});
        QVERIFY(text.out.contains("Of the always-live bytes, "));
        QVERIFY(text.out.contains("than the live bytes need: " + QByteArray::number(beyond) + " bytes more"));
        const Json other = runCli({"diagnose", profile, "--setting", "popliner", "--json"}).json();
        QVERIFY(!other.contains("one_stage"));
        QVERIFY(!other["sums"].contains("unowned"));
        QVERIFY(other["sums"]["total"]["missing_bytes"].get<uint64_t>() > 0);
        QVERIFY(!runCli({"diagnose", profile, "--setting", "popliner"}).out.contains("always live"));
    }

    /// Without operations, there is no plan of one stage.
    void diagnoseWithoutOperations() {
        const TemporaryDirectory directory;
        copyProfile("bert-tiny-inf", directory.path(),
                    "DELETE FROM operation; DELETE FROM operation_detail;");
        const CliRun run = runCli({"diagnose", pathText(directory / "profile.tileline"), "--json"});
        QVERIFY2(run.error.contains("There is no plan to compare"), run.error);
        QVERIFY(!run.json().contains("one_stage"));
    }

    void matricesOfBothSettings() {
        const QString profile = fixture("pipeline-marked-tiny");
        for (const char* const command : {"affinity", "communication"}) {
            const Json pipeline = runCli({command, profile, "--json"}).json();
            QVERIFY(pipeline["layers"] == expectedOf("pipeline-marked-tiny")["entries"]);
            QVERIFY(pipeline["bytes"][0][0].get<uint64_t>() > 0); // Input has variables
            const Json popliner = runCli({command, profile, "--json", "--setting", "popliner"}).json();
            QVERIFY(popliner["layers"][0].is_null());
            QCOMPARE(popliner["bytes"][0][0].get<uint64_t>(), uint64_t{0});
        }
    }
};

TILELINE_TEST(TestCliRoles)
#include "test_cliroles.moc"
