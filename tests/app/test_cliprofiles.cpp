// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/cli.h"
#include "tests/support/incompletereports.h"
#include "tests/support/temporarydirectory.h"
#include "tests/testmain.h"

#include <QTest>

using namespace tileline::test;
namespace fs = std::filesystem;

namespace {

constexpr const char* Fixture = "pipeline-marked-tiny";

bool contains(const Json& texts, const char* part) {
    return std::any_of(texts.begin(), texts.end(), [&](const Json& text) {
        return text.get<std::string>().find(part) != std::string::npos;
    });
}

} // namespace

/// Profiles that lack something, contradict themselves, or are beside another profile.
class TestCliProfiles : public QObject {
    Q_OBJECT

private slots:
    void withoutAnEstimate_data() { addIncompleteReports(); }
    void withoutAnEstimate() {
        QFETCH(QString, remedy);
        const TemporaryDirectory directory;
        writeIncompleteReport(directory.path());
        const QString report = pathText(directory.path());
        for (const char* command : {"info", "tiles", "liveness", "operations", "diagnose"}) {
            const CliRun run = runCli({command, report, "--json"});
            QVERIFY2(run.status == 0, run.error.constData());
            QVERIFY(!run.json().is_null());
        }
        const auto steps = [](const QString& path) {
            Json rows = runCli({"liveness", path, "--json"}).json();
            for (Json& row : rows) {
                row.erase("source"); // from debug information
                row.erase("name");
            }
            return rows;
        };
        QVERIFY(steps(report) == steps(fixture(Fixture) + "/profile.pop"));
        QVERIFY(runCli({"tiles", report, "--json"}).json() ==
                runCli({"tiles", fixture(Fixture), "--json"}).json());
        for (const char* command : {"evaluate", "explain", "solve", "layers", "segments", "export"}) {
            const CliRun run = runCli({command, report});
            QCOMPARE(run.status, 3);
            QVERIFY2(run.error.contains(remedy.toUtf8()), run.error.constData());
            QCOMPARE(run.out, QByteArray());
        }
    }

    /// There is a warning if figures depend on it, otherwise a note.
    void selfChecks() {
        const TemporaryDirectory directory;
        const QString report = pathText(directory.path());
        copyPoplarReport(Fixture, directory.path());
        const Json good = runCli({"info", report, "--json"}).json();
        QVERIFY(good["self_checks"]["failed"].empty());
        QVERIFY(good["self_checks"]["checked"].size() > 7);
        copyPoplarReport(
            Fixture, directory.path(),
            "UPDATE memory_by_tile SET always_live_bytes = always_live_bytes + 4 WHERE tile IN (3, 5); "
            "UPDATE memory_by_tile SET total = total + 1 WHERE tile = 6");
        const Json info = runCli({"info", report, "--json"}).json();
        const Json& failed = info["self_checks"]["failed"];
        QCOMPARE(failed.size(), size_t{2});
        QVERIFY(failed[0]["identity"] == "always_live" && failed[0]["voids_figures"] == true);
        QVERIFY(failed[0]["tile"] == 3 && failed[0]["places"] == 2 && failed[0]["step"].is_null());
        QCOMPARE(failed[0]["stated"].get<int>(), failed[0]["computed"].get<int>() + 4);
        QVERIFY(failed[1]["identity"] == "union_of_addresses" && failed[1]["voids_figures"] == false);
        QVERIFY(contains(info["warnings"], "On tile 3") && contains(info["warnings"], "not valid"));
        QVERIFY(contains(info["notes"], "On tile 6") && !contains(info["warnings"], "On tile 6"));
        for (const char* command : {"tiles", "liveness"}) {
            const QByteArray said = runCli({command, report}).error;
            QVERIFY2(said.contains("warning: The profile contradicts itself. On tile 3"), said.constData());
            QVERIFY2(said.contains("on 1 more"), said.constData());
            QVERIFY2(said.contains("note: The profile contradicts itself. On tile 6"), said.constData());
        }
        QCOMPARE(runCli({"tiles", fixture("bert-tiny-inf")}).error, QByteArray());
    }

    void truncatedDebugInformation() {
        const TemporaryDirectory directory;
        fs::create_directory(directory / "report");
        copyPoplarReport(Fixture, directory / "report");
        fs::resize_file(directory / "report" / "debug.cbor", 20'000);
        const QString report = pathText(directory / "report");
        QVERIFY(contains(runCli({"info", report, "--json"}).json()["warnings"], "byte 20000"));
        const CliRun evaluated = runCli({"evaluate", report});
        QCOMPARE(evaluated.status, 4);
        QVERIFY2(evaluated.error.contains("warning: The debug information ends too early, at byte 20000 of "
                                          "debug.cbor. "),
                 evaluated.error.constData());
        const QString plan = pathText(directory / "plan.conf");
        const QString copy = pathText(directory / "copy.tileline");
        for (const QStringList& writes :
             {QStringList{"export", report, "-o", plan}, QStringList{"convert", report, "-o", copy}}) {
            const CliRun refused = runCli(writes);
            QCOMPARE(refused.status, 3);
            QVERIFY2(refused.error.contains("--anyway"), refused.error.constData());
            QVERIFY2(refused.error.contains("report/debug.cbor\n"), refused.error.constData());
            QVERIFY2(!refused.error.contains("profile.pop"), refused.error.constData());
            QVERIFY(!fs::exists(writes.back().toStdString()));
            const CliRun allowed = runCli(writes + QStringList{"--anyway"});
            QVERIFY2(allowed.status == 0, allowed.error.constData());
            QVERIFY(fs::exists(writes.back().toStdString()));
        }
    }

    void anotherProfileBeside() {
        const TemporaryDirectory directory;
        const QString report = pathText(directory.path());
        copyPoplarReport(Fixture, directory.path());
        copyProfile(Fixture, directory.path());
        QCOMPARE(runCli({"tiles", report}).error, QByteArray());
        copyProfile("bert-tiny-inf", directory.path());
        for (const char* command : {"tiles", "evaluate"}) {
            const QByteArray said = runCli({command, report}).error;
            QVERIFY2(said.startsWith("note: ") && said.contains("profile.tileline"), said.constData());
        }
        QVERIFY(contains(runCli({"info", report, "--json"}).json()["notes"], "profile.tileline"));
        QCOMPARE(runCli({"tiles", pathText(directory / "profile.tileline")}).error, QByteArray());
    }
};

TILELINE_TEST(TestCliProfiles)
#include "test_cliprofiles.moc"
