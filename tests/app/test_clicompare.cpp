// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/planfile/planfile.h"
#include "core/planfile/planfileapply.h"
#include "core/profile/tileline/profilewriter.h"
#include "tests/app/cli.h"
#include "tests/generate/generatedmodels.h"
#include "tests/support/compiledpipeline.h"
#include "tests/support/fixtures.h"
#include "tests/support/profilefiles.h"
#include "tests/support/temporarydirectory.h"
#include "tests/testmain.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace tileline;
using namespace tileline::test;
using tileline::test::Json;

namespace {

/// A directory with a report, a plan for it, and the profile of a pipeline compiled from the plan.
class ComparedFiles {
public:
    explicit ComparedFiles(const CompiledChanges& changes = {}) {
        GeneratorOptions options = smallModel("bert-base", true);
        options.traits.estimatedTrace = true;
        const GeneratedModel model = generateOrThrow(options);
        require(bool(writeModel(model, m_directory / "report")));
        const ProfilePtr profile = loadOrThrow({m_directory / "report"});
        Workers workers(2);
        const LayersPtr found = *findLayers(*profile, {});
        const auto entries = *PipelineEntries::find(*profile, *found);
        const auto estimator = *StageEstimator::build(profile, entries, {}, workers);
        const auto plan = *SplitPlan::make(estimator->layerCount(), {{2}, {3}});
        PlanFile file;
        file.profilePath = (m_directory / "report").string();
        file.profile = fingerprintOf(*profile);
        PlanDescription description;
        description.name = "three IPUs";
        description.splits = layerNamesOf(plan.splits(), *entries->layers());
        file.plans = {description};
        require(bool(writePlanFile(m_directory / "model.tileplan", file)));
        const ProfilePtr compiled = compilePipeline(*estimator, *estimator->estimate(plan, workers), changes);
        require(bool(writeProfile(*compiled, m_directory / "compiled.tileline")));
    }

    QString path(const char* name) const { return pathText(m_directory / name); }
    QString plan() const { return path("model.tileplan"); }
    QString compiled() const { return path("compiled.tileline"); }
    QString report() const { return path("report"); }
    const TemporaryDirectory& directory() const { return m_directory; }

private:
    static void require(bool done) {
        if (!done) {
            throw std::runtime_error("not written");
        }
    }
    TemporaryDirectory m_directory;
};

int64_t sumOfRows(const Json& rows, const char* key) {
    int64_t sum = 0;
    for (const Json& row : rows) {
        sum += row[key].get<int64_t>();
    }
    return sum;
}

} // namespace

class TestCliCompare : public QObject {
    Q_OBJECT
private slots:
    void aPlanAsItWasEstimated() {
        const ComparedFiles files;
        const CliRun run = runCli({"compare", files.plan(), files.compiled(), "--json"});
        QVERIFY2(run.status == 0, run.error.constData());
        const Json answer = run.json();
        QVERIFY(answer["compared"] == "plan");
        QVERIFY(answer["error_at_fullest"] == 0.0);
        QVERIFY(answer["mean_error"] == 0.0);
        QCOMPARE(answer["ipus"].size(), size_t{3});
        const Json evaluated = runCli({"evaluate", files.report(), "--plan", files.plan(), "--json"}).json();
        for (size_t ipu = 0; ipu < 3; ++ipu) {
            const Json& compared = answer["ipus"][ipu];
            const Json& stage = evaluated["stages"][ipu];
            QVERIFY(compared["estimated_peak_bytes"] == stage["peak_tile_bytes"]);
            QVERIFY(compared["estimated_tile"] == stage["peak_tile"]);
            QVERIFY(compared["peak_difference_bytes"] == 0);
            for (const Json& category : compared["by_category"]) {
                const std::string name = category["category"].get<std::string>();
                QVERIFY(category["estimated_bytes"] == stage["bytes"][name]);
                QVERIFY(category["estimated_peak_bytes"] == stage["peak_bytes"][name]);
            }
            for (const char* list : {"by_category", "by_role", "by_cause", "differences"}) {
                for (const char* key :
                     {"estimated_peak_bytes", "actual_peak_bytes", "estimated_bytes", "actual_bytes"}) {
                    QCOMPARE(sumOfRows(compared[list], key), compared[key].get<int64_t>());
                }
            }
        }
    }

    /// The figures of the compiled pipeline are known even if the estimate is not valid.
    void voidFiguresHaveNoHeadroom() {
        const ComparedFiles files;
        const QStringList compare{"compare", files.plan(), files.compiled(), "--json"};
        const CliRun sound = runCli(compare);
        const CliRun other = runCli(compare + QStringList{"--mode", "inference"});
        QVERIFY2(!sound.error.contains("The plan is for inference"), sound.error.constData());
        QVERIFY2(other.error.contains("The plan is for inference"), other.error.constData());
        for (size_t ipu = 0; ipu < 3; ++ipu) {
            QVERIFY(sound.json()["ipus"][ipu]["estimated_headroom"].is_number());
            QVERIFY(other.json()["ipus"][ipu]["estimated_headroom"].is_null());
            QVERIFY(other.json()["ipus"][ipu]["actual_headroom"].is_number());
        }
    }

    void aDifference() {
        CompiledChanges changes;
        for (uint32_t tile = 0; tile < 16; ++tile) {
            changes.variables.push_back({1, tile, "unheard/of", 2500, true});
        }
        const ComparedFiles files(changes);
        const CliRun text = runCli({"compare", files.plan(), files.compiled(), "--top", "1"});
        QCOMPARE(text.status, 0);
        QVERIFY2(text.out.contains("unheard/of"), text.out.constData());
        QVERIFY(text.out.contains("For the fullest tile of the compiled pipeline") &&
                text.out.contains("too low"));
        const CliRun csv = runCli({"compare", files.plan(), files.compiled(), "--format", "csv"});
        QVERIFY2(csv.out.contains("1,unplanned,variables,constants,unheard/of,0,2500,2500,0,40000,40000\n"),
                 csv.out.constData());
        const Json answer = runCli({"compare", files.plan(), files.compiled(), "--json"}).json();
        QVERIFY(answer["ipus"][1]["peak_difference_bytes"] == 2500);
        QVERIFY(answer["ipus"][1]["difference_bytes"] == 40000);
        QVERIFY(answer["ipus"][0]["difference_bytes"] == 0);
    }

    /// The original profile is found at the path in the plan file, beside the plan, or with --profile.
    void whereTheProfileIs() {
        const ComparedFiles files;
        std::filesystem::rename(files.directory() / "report", files.directory() / "moved");
        const CliRun missing = runCli({"compare", files.plan(), files.compiled()});
        QCOMPARE(missing.status, 2);
        QVERIFY2(missing.error.contains("--profile"), missing.error.constData());
        QCOMPARE(runCli({"compare", files.plan(), files.compiled(), "--profile", files.path("moved")}).status,
                 0);
        QCOMPARE(runCli({"compare", files.plan(), files.compiled(), "--profile", files.path("none")}).status,
                 3);
    }

    void twoProfiles() {
        const ComparedFiles files;
        const CliRun same = runCli({"compare", files.report(), files.report()});
        QVERIFY2(same.status == 0, same.error.constData());
        QVERIFY(same.out.contains("variables: nothing differs"));
        const QString other = pathText(fixtureDirectory("bert-tiny-train"));
        const QString third = pathText(fixtureDirectory("bert-tiny-inf"));
        const CliRun run = runCli({"compare", third, other, "--json"});
        QVERIFY2(run.status == 0, run.error.constData());
        const Json answer = run.json();
        QVERIFY(answer["compared"] == "profiles");
        QVERIFY(!answer["steps"].empty() && !answer["variables"].empty());
        const auto changes = answer["variables"];
        QVERIFY(std::any_of(changes.begin(), changes.end(),
                            [](const Json& row) { return row["change"] == "appeared"; }));
        const CliRun csv = runCli({"compare", third, other, "--format", "csv"});
        QVERIFY(csv.out.startsWith("section,name,kind,number,first,second,difference,change\n"));
        QVERIFY(csv.out.contains("\nfigures,steps,,value,"));
        QVERIFY(runCli({"compare", third, other}).out.contains("more rows differ"));
    }

    /// The cycles of the stages: all formats have the same figures, and what is missing is said.
    void stagesOfAMeasuredRun() {
        const ComparedFiles files;
        GeneratorOptions options = smallModel("bert-base", true);
        options.traits.ipus = 3;
        options.traits.measuredTrace = true;
        options.traits.iterations = 5;
        QVERIFY(bool(writeModel(generateOrThrow(options), files.directory() / "run")));
        const QStringList compare{"compare", files.plan(), files.path("run")};
        const CliRun run = runCli(compare + QStringList{"--json"});
        QVERIFY2(run.status == 0, run.error.constData());
        const Json answer = run.json();
        QVERIFY2(run.error.contains("average over 5 micro-batches"), run.error.constData());
        const Json time =
            runCli({"evaluate", files.report(), "--plan", files.plan(), "--json"}).json()["time"];
        size_t totals = 0;
        for (const Json& row : answer["stages"]) {
            const Json& stage = time["pipeline_stages"][row["ipu"].get<size_t>()];
            const std::string pass = row["pass"];
            const double back = stage["backward"].get<double>() + stage["recompute"].get<double>();
            const double expected = pass == "backward" ? back
                                    : pass == "total"  ? back + stage["forward"].get<double>()
                                                       : stage[pass].get<double>();
            const double estimated = row["estimated_cycles"];
            const double measured = row["measured_cycles"];
            QVERIFY(std::abs(estimated - expected) <= 1e-9 * expected);
            QVERIFY(measured == 0 ? row["error"].is_null()
                                  : std::abs(row["error"].get<double>() - (1 - estimated / measured)) < 1e-9);
            totals += pass == "total" ? 1 : 0;
        }
        QCOMPARE(totals, size_t{3});
        const QByteArrayList lines =
            runCli(compare + QStringList{"--stages", "--format", "tsv"}).out.trimmed().split('\n');
        QCOMPARE(lines[0], QByteArray("ipu\tpass\testimated_cycles\tmeasured_cycles\terror"));
        QCOMPARE(static_cast<size_t>(lines.size()), 1 + answer["stages"].size());
        QVERIFY(runCli(compare).out.contains("measured_cycles"));

        const CliRun without = runCli({"compare", files.plan(), files.compiled(), "--json"});
        QVERIFY(without.json()["stages"].empty());
        QVERIFY(without.error.contains("has no measured run"));
        QVERIFY(runCli(compare + QStringList{"--setting", "popliner"}).error.contains("no estimated cycles"));
        QCOMPARE(runCli({"compare", files.report(), files.report(), "--stages"}).status, 2);
    }

    void refused_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<int>("status");
        QTest::addColumn<QByteArray>("text");
        const QByteArray none;
        QTest::newRow("two plans") << QStringList{"PLAN", "PLAN"} << 2 << QByteArray("plan diff");
        QTest::newRow("plan last") << QStringList{"REPORT", "PLAN"} << 2
                                   << QByteArray("Give the plan as argument A");
        QTest::newRow("not compiled")
            << QStringList{"PLAN", "REPORT"} << 3 << QByteArray("a profile of one IPU");
        QTest::newRow("no such plan")
            << QStringList{"PLAN", "COMPILED", "--plan-name", "other"} << 2 << QByteArray("three IPUs");
        QTest::newRow("profile without plan")
            << QStringList{"REPORT", "REPORT", "--profile", "REPORT"} << 2 << QByteArray("--profile");
        QTest::newRow("missing") << QStringList{"PLAN", "nowhere"} << 3 << QByteArray("nowhere");
        QTest::newRow("damaged plan")
            << QStringList{"DAMAGED", "COMPILED"} << 3 << QByteArray("damaged.tileplan");
        QTest::newRow("no profile") << QStringList{"TEXT", "REPORT"} << 3 << QByteArray("text.txt");
    }
    void refused() {
        QFETCH(const QStringList, arguments);
        QFETCH(const int, status);
        QFETCH(const QByteArray, text);
        const ComparedFiles files;
        writeFile(files.directory() / "damaged.tileplan", "{\"format\": \"tileplan\", \"version\": ");
        writeFile(files.directory() / "text.txt", "hello");
        QStringList real{"compare"};
        for (const QString& argument : arguments) {
            real += argument == "PLAN"       ? files.plan()
                    : argument == "REPORT"   ? files.report()
                    : argument == "COMPILED" ? files.compiled()
                    : argument == "DAMAGED"  ? files.path("damaged.tileplan")
                    : argument == "TEXT"     ? files.path("text.txt")
                                             : argument;
        }
        const CliRun run = runCli(real);
        QVERIFY2(run.status == status, run.error.constData());
        QVERIFY2(run.error.contains(text), run.error.constData());
        QVERIFY(run.out.isEmpty());
    }
};

TILELINE_TEST(TestCliCompare)
#include "test_clicompare.moc"
