// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/cli.h"
#include "tests/support/profilefiles.h"
#include "tests/support/temporarydirectory.h"
#include "tests/testmain.h"

#include <QTest>

using namespace tileline::test;

namespace {

constexpr int Mk1 = 262144;

std::vector<int> memoryOf(const Json& answer) {
    std::vector<int> bytes;
    for (const Json& stage : answer["stages"]) {
        bytes.push_back(stage["memory_per_tile"].get<int>());
    }
    return bytes;
}

} // namespace

/// How much a tile can hold: the value of an option, otherwise of a plan file, otherwise of the profile.
class TestCliMemory : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() {
        // A plan of one stage fits into a tile of a Mk2 IPU, but not of a Mk1 IPU.
        m_profile = pathText(m_directory.path() / "mk1");
        QVERIFY(generateProfile({"bert-base", "--layers", "4", "--tiles", "8", "-o", m_profile}));
        runSql(m_directory.path() / "mk1" / "profile.tileline",
               "UPDATE target SET architecture = 'ipu1', bytes_per_tile = 262144");
    }

    void everyCommandAsksTheProfile() {
        for (const char* setting : {"pipeline", "popliner"}) {
            const QStringList plan{m_profile, "--setting", setting, "--json"};
            const CliRun evaluated = runCli(QStringList{"evaluate"} + plan);
            QCOMPARE(evaluated.status, 1);
            QCOMPARE(memoryOf(evaluated.json()), std::vector{Mk1});
            const int peak = evaluated.json()["peak_tile_bytes"].get<int>();
            QVERIFY(Mk1 < peak && peak < 638976);
            const CliRun solved = runCli(QStringList{"solve", "--ipus", "1"} + plan);
            QCOMPARE(solved.status, 1);
            QCOMPARE(solved.json()["memory_per_tile"].get<int>(), Mk1);
            QCOMPARE(memoryOf(solved.json()), std::vector{Mk1});
            const Json explained = runCli(QStringList{"explain"} + plan).json();
            QCOMPARE(explained["memory_per_tile"].get<int>(), Mk1);
            QCOMPARE(explained["headroom"].get<int>(), Mk1 - peak);
        }
        const Json fewest = runCli({"solve", m_profile, "--objective", "ipus", "--json"}).json();
        QVERIFY(fewest["fits"].get<bool>() && fewest["stages"].size() > 1);
        const CliRun what = runCli({"evaluate", m_profile, "--what-if", "double-activations"});
        QVERIFY2(what.out.contains("of 262144 bytes") && what.out.contains("The plan would not fit."),
                 what.out.constData());
        const CliRun page = runCli({"report", m_profile});
        QVERIFY(page.out.contains("&quot;memory_per_tile&quot;: 262144"));
        QVERIFY(!page.out.contains("638976") && !page.out.contains("638,976"));
        const QString plan = planFile("one", "", "[]");
        const Json compared = runCli({"compare", plan, m_profile, "--profile", m_profile, "--json"}).json();
        QCOMPARE(compared["ipus"][0]["limit"].get<int>(), Mk1);
        const CliRun exported = runCli({"export", m_profile, "--splits", "@output"});
        QVERIFY2(exported.error.contains("the limit of 262144"), exported.error.constData());
    }

    void plansMadeAnewHaveIt() {
        const Json imported = runCli({"import", "--text", "2,2", m_profile, "--keep-free", "7"}).json();
        QCOMPARE(imported["plans"][0]["memory_per_tile"].get<int>(), Mk1);
        QCOMPARE(imported["plans"][0]["keep_free"].get<int>(), 7);
        const QString plan = planFile("none", "");
        const Json converted = runCli({"plan", "convert", plan, m_profile}).json();
        QCOMPARE(converted["plans"][0]["memory_per_tile"].get<int>(), Mk1);
        QVERIFY(runCli({"plan", "show", plan, "--json"}).json()[0]["memory_per_tile"].is_null());
    }

    void optionsAndPlanFiles() {
        const auto evaluated = [&](const QStringList& options) {
            return memoryOf(runCli(QStringList{"evaluate", m_profile, "--json"} + options).json());
        };
        const QStringList none{"--plan", planFile("none", "")};
        const QStringList common{"--plan", planFile("common", R"("memory_per_tile": 500000)")};
        const QStringList own{
            "--plan",
            planFile("own", R"("memory_per_tile": 500000, "ipu_memory": [400000], "keep_free": 5)")};
        QCOMPARE(evaluated(none), (std::vector{Mk1, Mk1}));
        QCOMPARE(evaluated(common), (std::vector{500000, 500000}));
        QCOMPARE(evaluated(own), (std::vector{400000, 500000}));
        const QStringList option{"--memory-per-tile", "300000"};
        QCOMPARE(evaluated(none + option), (std::vector{300000, 300000}));
        QCOMPARE(evaluated(own + option), (std::vector{300000, 300000}));
        // IPUs that are not named have the common value.
        const QStringList second{"--ipu-memory", "1=100000"};
        QCOMPARE(evaluated(QStringList{"--splits", "1,2"} + second), (std::vector{Mk1, 100000, Mk1}));
        QCOMPARE(evaluated(none + second), (std::vector{Mk1, 100000}));
        QCOMPARE(evaluated(own + second), (std::vector{500000, 100000}));
        QCOMPARE(evaluated(own + second + option), (std::vector{300000, 100000}));
        // The share to keep free is replaced separately.
        const QStringList solve{"solve", m_profile, "--ipus", "2", "--json"};
        const Json obeyed = runCli(solve + own).json();
        QCOMPARE(memoryOf(obeyed), (std::vector{400000, 500000}));
        QCOMPARE(obeyed["keep_free"].get<int>(), 5);
        const Json replaced = runCli(solve + own + option).json();
        QCOMPARE(memoryOf(replaced), (std::vector{300000, 300000}));
        QCOMPARE(replaced["keep_free"].get<int>(), 5);
        QCOMPARE(runCli(solve + own + QStringList{"--keep-free", "0"}).json()["keep_free"].get<int>(), 0);
    }

    void severalProfilesHaveTheirOwn() {
        const TemporaryDirectory directory;
        const QString small = pathText(
            copyReport("bert-tiny-inf", directory.path(), "UPDATE target SET bytes_per_tile = 60000"));
        const QString large = fixture("bert-tiny-inf");
        const CliRun both = runCli({"evaluate", small, large, "--json"});
        QCOMPARE(both.status, 1);
        QCOMPARE(memoryOf(both.json()[0]), std::vector{60000});
        QCOMPARE(memoryOf(both.json()[1]), std::vector{638976});
        QVERIFY(!both.json()[0]["fits"].get<bool>() && both.json()[1]["fits"].get<bool>());
        const Json same = runCli({"evaluate", small, large, "--json", "--memory-per-tile", "70000"}).json();
        QCOMPARE(memoryOf(same[0]), memoryOf(same[1]));
    }

    /// The drop-in command has PopLiner's default.
    void poplinerKnowsOneDefault() {
        const QStringList solve{"popliner", "--solve", "--num-ipus", "2", m_profile};
        const CliRun run = runCli(solve);
        QCOMPARE(run.status, 0);
        QCOMPARE(run.out, runCli(solve + QStringList{"--mem-per-tile", "638976"}).out);
        QVERIFY(run.out != runCli(solve + QStringList{"--mem-per-tile", "262144"}).out);
    }

    void helpNamesNoNumber() {
        for (const char* command :
             {"evaluate", "solve", "explain", "report", "compare", "export", "import"}) {
            const QByteArray help = runCli({command, "--help"}).out;
            QVERIFY2(help.contains("Default: that of the plan file, or else of the profile"), command);
            QVERIFY2(!help.contains("638976"), command);
        }
    }

private:
    /// A hand-written plan of two stages.
    QString planFile(const std::string& name, const std::string& keys,
                     const std::string& splits = R"(["2"])") {
        const auto path = m_directory.path() / (name + ".tileplan");
        writeFile(path, R"({"format": "tileplan", "version": 2, "plans": [{"splits": )" + splits +
                            (keys.empty() ? keys : ", " + keys) + "}]}");
        return pathText(path);
    }

    TemporaryDirectory m_directory;
    QString m_profile;
};

TILELINE_TEST(TestCliMemory)
#include "test_climemory.moc"
