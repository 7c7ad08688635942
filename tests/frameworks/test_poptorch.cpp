// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/frameworks/annotations.h"
#include "core/frameworks/poptorchcheck.h"
#include "core/frameworks/poptorchconf.h"
#include "tests/frameworks/checkconf.h"
#include "tests/frameworks/exportsamples.h"
#include "tests/testmain.h"

#include <QTest>

#include <algorithm>
#include <iterator>
#include <limits>

using namespace tileline;

namespace {

std::optional<ExportIssue> find(const std::vector<ExportIssue>& issues, ExportRule rule) {
    const auto found = std::find_if(issues.begin(), issues.end(),
                                    [&](const ExportIssue& issue) { return issue.rule == rule; });
    return found == issues.end() ? std::nullopt : std::optional(*found);
}

bool breaks(const ExportPlan& plan, const PoptorchExportOptions& options, ExportRule rule) {
    const auto issue = find(checkExport(plan, options), rule);
    return issue && issue->severity == IssueSeverity::Error && !issue->reason.empty() &&
           !issue->remedy.empty();
}

OptionLine typed(const char* line) {
    return {line, OptionSource::Typed};
}

PoptorchExportOptions training() {
    PoptorchExportOptions options;
    options.mode = ExportMode::Training;
    return options;
}

} // namespace

class TestPoptorch : public QObject {
    Q_OBJECT
private slots:
    void inferenceFile() {
        PoptorchExportOptions options;
        options.availableMemoryProportion = 0.6;
        options.extraLines = {typed("  enableSyntheticData(True)  "),
                              OptionLine("randomSeed(1)", OptionSource::PlanFile)};
        const ExportPlan plan = samples::plan(4, {2, 4});
        QVERIFY(!hasErrors(checkExport(plan, options)));
        QCOMPARE(
            QString::fromStdString(poptorchConf(plan, options)),
            QString("# Options for poptorch.Options().loadFromFile(), written by Tileline for inference.\n"
                    "# The annotation file that was written with it sets the blocks in the model: call "
                    "annotate(model) first.\n"
                    "# Block \"stage0\" begins at layer \"0\", module \"m.layer.0\", on IPU 0.\n"
                    "# Block \"stage1\" begins at layer \"1\", module \"m.layer.1\", on IPU 1.\n"
                    "# Block \"stage2\" begins at layer \"3\", module \"m.layer.3\", on IPU 2.\n"
                    "deviceIterations(3)\n"
                    "# 3 IPUs are used, 1 of 4 stay idle.\n"
                    "autoRoundNumIPUs(True)\n"
                    "setAvailableMemoryProportion({\"IPU0\": 0.6, \"IPU1\": 0.6, \"IPU2\": 0.6})\n"
                    "setExecutionStrategy(poptorch.PipelinedExecution(poptorch.Stage(\"stage0\").ipu(0), "
                    "poptorch.Stage(\"stage1\").ipu(1), poptorch.Stage(\"stage2\").ipu(2)))\n"
                    "enableSyntheticData(True)\n"
                    "randomSeed(1)\n"));
        m_walk.add(poptorchConf(plan, options));
        QVERIFY(poptorchAnnotations(plan, options).find("    (\"m.layer.1\", \"stage1\"),\n") !=
                std::string::npos);
    }

    void trainingFilePerLayer() {
        PoptorchExportOptions options = training();
        options.blocks = BlockNaming::PerLayer;
        options.replicationFactor = 2;
        const ExportPlan plan = samples::plan(3, {3});
        const std::string conf = m_walk.add(poptorchConf(plan, options));
        QVERIFY(conf.find("\nTraining.gradientAccumulation(3)\n") != std::string::npos);
        QVERIFY(conf.find("\ndeviceIterations(1)\n") != std::string::npos);
        QVERIFY(conf.find("\nreplicationFactor(2)\n") != std::string::npos);
        QVERIFY(conf.find("autoRound") == std::string::npos);
        QVERIFY(conf.find("Stage(\"layer0\", \"layer1\").ipu(0), poptorch.Stage(\"layer2\").ipu(1)") !=
                std::string::npos);
        QCOMPARE(poptorchAnnotations(plan, options), poptorchAnnotations(samples::plan(3, {2}), options));
    }

    void strategies_data() {
        QTest::addColumn<int>("strategy");
        QTest::addColumn<QString>("call");
        QTest::addColumn<quint32>("ipus");
        QTest::newRow("sharded") << int(ExecutionStrategy::Sharded)
                                 << "poptorch.ShardedExecution(poptorch.Stage(\"stage0\").ipu(0), "
                                    "poptorch.Stage(\"stage1\").ipu(1), poptorch.Stage(\"stage2\").ipu(2))"
                                 << 3U;
        QTest::newRow("serial")
            << int(ExecutionStrategy::SerialPhased)
            << "poptorch.SerialPhasedExecution(poptorch.Phase(poptorch.Stage(\"stage0\").ipu(0)), "
               "poptorch.Phase(poptorch.Stage(\"stage1\").ipu(0)), "
               "poptorch.Phase(poptorch.Stage(\"stage2\").ipu(0)))"
            << 1U;
        QTest::newRow("parallel")
            << int(ExecutionStrategy::ParallelPhased)
            << "poptorch.ParallelPhasedExecution(poptorch.Phase(poptorch.Stage(\"stage0\").ipu(0)), "
               "poptorch.Phase(poptorch.Stage(\"stage1\").ipu(1)), "
               "poptorch.Phase(poptorch.Stage(\"stage2\").ipu(0)))"
            << 2U;
    }
    void strategies() {
        QFETCH(int, strategy);
        QFETCH(QString, call);
        QFETCH(quint32, ipus);
        PoptorchExportOptions options = training();
        options.strategy = static_cast<ExecutionStrategy>(strategy);
        const ExportPlan plan = samples::plan(4, {2, 4});
        const std::string conf = m_walk.add(poptorchConf(plan, options));
        QVERIFY2(conf.find("setExecutionStrategy(" + call.toStdString() + ")\n") != std::string::npos,
                 conf.c_str());
        QCOMPARE(ipuCount(plan, options).used, quint64(ipus));
        // Only pipelining needs iterations.
        QVERIFY(conf.find("gradientAccumulation(1)") != std::string::npos);
        QVERIFY(!hasErrors(checkExport(plan, options)));
    }

    void iterationRules_data() {
        QTest::addColumn<quint32>("stages");
        QTest::addColumn<bool>("forTraining");
        QTest::addColumn<quint32>("minimum");
        for (const quint32 stages : {1U, 2U, 3U, 64U}) {
            QTest::addRow("inference %u", stages) << stages << false << stages;
            QTest::addRow("training %u", stages) << stages << true << 2 * stages - 1;
        }
    }
    void iterationRules() {
        QFETCH(quint32, stages);
        QFETCH(bool, forTraining);
        QFETCH(quint32, minimum);
        const ExportPlan plan = samples::planWithStages(70, stages);
        PoptorchExportOptions options = forTraining ? training() : PoptorchExportOptions();
        const ExportRule rule = forTraining ? ExportRule::GradientAccumulation : ExportRule::DeviceIterations;
        auto& number = forTraining ? options.gradientAccumulation : options.deviceIterations;
        QVERIFY(!hasErrors(checkExport(plan, options)));
        number = minimum;
        QVERIFY(!hasErrors(checkExport(plan, options)));
        number = minimum + 1;
        QVERIFY(!hasErrors(checkExport(plan, options)));
        number = minimum - 1;
        QVERIFY(breaks(plan, options, rule));
    }
    void inferenceAccumulatesNothing() {
        PoptorchExportOptions options;
        options.gradientAccumulation = 2;
        QVERIFY(breaks(samples::plan(2), options, ExportRule::GradientAccumulation));
        options.gradientAccumulation = 1;
        QVERIFY(!hasErrors(checkExport(samples::plan(2), options)));
    }
    void zeroIterationsAreRefused() {
        PoptorchExportOptions options;
        options.strategy = ExecutionStrategy::Sharded;
        options.deviceIterations = 0;
        QVERIFY(breaks(samples::plan(2), options, ExportRule::DeviceIterations));
        options = training();
        options.gradientAccumulation = 0;
        QVERIFY(breaks(samples::plan(2), options, ExportRule::GradientAccumulation));
        // Training also refuses zero iterations, which run nothing.
        options = training();
        options.deviceIterations = 0;
        QVERIFY(breaks(samples::plan(2), options, ExportRule::DeviceIterations));
    }

    void ipuCounts_data() {
        QTest::addColumn<quint32>("stages");
        QTest::addColumn<quint32>("replicas");
        QTest::addColumn<quint64>("used");
        QTest::addColumn<quint64>("idle");
        QTest::addColumn<bool>("allowed");
        QTest::newRow("1") << 1U << 1U << quint64(1) << quint64(0) << true;
        QTest::newRow("3") << 3U << 1U << quint64(3) << quint64(1) << true;
        QTest::newRow("4") << 4U << 1U << quint64(4) << quint64(0) << true;
        QTest::newRow("33") << 33U << 1U << quint64(33) << quint64(31) << true;
        QTest::newRow("64") << 64U << 1U << quint64(64) << quint64(0) << true;
        QTest::newRow("65") << 65U << 1U << quint64(65) << quint64(63) << false;
        QTest::newRow("3 x 2") << 3U << 2U << quint64(6) << quint64(2) << true;
        QTest::newRow("16 x 4") << 16U << 4U << quint64(64) << quint64(0) << true;
        QTest::newRow("16 x 5") << 16U << 5U << quint64(80) << quint64(48) << false;
        QTest::newRow("1 x 4294967295") << 1U << 4294967295U << quint64(4294967295) << quint64(1) << false;
    }
    void ipuCounts() {
        QFETCH(quint32, stages);
        QFETCH(quint32, replicas);
        QFETCH(quint64, used);
        QFETCH(quint64, idle);
        QFETCH(bool, allowed);
        const ExportPlan plan = samples::planWithStages(70, stages);
        PoptorchExportOptions options;
        options.replicationFactor = replicas;
        QCOMPARE(ipuCount(plan, options).used, used);
        QCOMPARE(ipuCount(plan, options).idle(), idle);
        QCOMPARE(breaks(plan, options, ExportRule::TooManyIpus), !allowed);
        QCOMPARE(find(checkExport(plan, options), ExportRule::IdleIpus).has_value(), allowed && idle > 0);
        const bool rounds =
            m_walk.add(poptorchConf(plan, options)).find("autoRoundNumIPUs(True)") != std::string::npos;
        QCOMPARE(rounds, idle > 0);
    }
    void replicas() {
        PoptorchExportOptions options;
        options.replicationFactor = 0;
        QVERIFY(breaks(samples::plan(2), options, ExportRule::Replication));
    }

    void memoryProportion() {
        PoptorchExportOptions options;
        for (const double bad : {0.0, -0.1, 1.0001, std::numeric_limits<double>::quiet_NaN(),
                                 std::numeric_limits<double>::infinity()}) {
            options.availableMemoryProportion = bad;
            QVERIFY(breaks(samples::plan(2), options, ExportRule::MemoryProportion));
        }
        for (const double good : {1.0, 0.6, 1e-9}) {
            options.availableMemoryProportion = good;
            QVERIFY(!hasErrors(checkExport(samples::plan(2), options)));
        }
    }

    void firstStageOfNoneAlone() {
        ExportPlan plan = samples::plan(3, {1, 3});
        QVERIFY(breaks(plan, {}, ExportRule::EmptyStage));
        plan.modulePaths[0] = "m.embeddings";
        QVERIFY(!hasErrors(checkExport(plan, {})));
        QVERIFY(poptorchAnnotations(plan, {}).find("(\"m.embeddings\", \"stage0\")") != std::string::npos);
        QVERIFY(poptorchConf(plan, {}).find(
                    "# Block \"stage0\" begins at layer None, module \"m.embeddings\"") != std::string::npos);
    }
    void profileWithoutLayers() {
        const ExportPlan plan = samples::plan(0);
        QVERIFY(breaks(plan, {}, ExportRule::EmptyStage));
    }
    void noneWithAModuleIsABlockOfItsOwnPerLayer() {
        ExportPlan plan = samples::plan(2, {2});
        plan.modulePaths[0] = "m.embeddings";
        PoptorchExportOptions options;
        options.blocks = BlockNaming::PerLayer;
        const auto stages = poptorchStages(plan, options);
        QCOMPARE(stages[0].blocks.size(), size_t(2));
        QCOMPARE(stages[0].blocks[0].name, std::string("first"));
        QCOMPARE(stages[0].blocks[1].name, std::string("layer0"));
    }

    void modulePaths() {
        ExportPlan plan = samples::plan(3, {2, 3});
        plan.modulePaths[2].clear();
        QVERIFY(breaks(plan, {}, ExportRule::NoModulePath));
        for (const char* bad : {".", "a.", ".a", "a..b"}) {
            plan.modulePaths[2] = bad;
            QVERIFY(breaks(plan, {}, ExportRule::BadModulePath));
        }
        plan.modulePaths[2] = "m.\xFF";
        QVERIFY(breaks(plan, {}, ExportRule::NotUtf8));
        plan.modulePaths[2] = plan.modulePaths[3];
        QVERIFY(breaks(plan, {}, ExportRule::SameModule));
        plan.modulePaths[2] = "m.any thing that is a name: 3";
        QVERIFY(!hasErrors(checkExport(plan, {})));
    }
    void modulesInsideAStageDoNotMatterPerStage() {
        ExportPlan plan = samples::plan(3, {3});
        plan.modulePaths[2].clear();
        QVERIFY(!hasErrors(checkExport(plan, {})));
        PoptorchExportOptions options;
        options.blocks = BlockNaming::PerLayer;
        QVERIFY(breaks(plan, options, ExportRule::NoModulePath));
    }

    void extraLines() {
        PoptorchExportOptions options;
        options.extraLines = {typed("randomSeed(1)"), typed("import os"),
                              OptionLine("logDir(\"x\")", OptionSource::PlanFile)};
        const auto issues = checkExport(samples::plan(2), options);
        std::vector<ExportIssue> about;
        std::copy_if(issues.begin(), issues.end(), std::back_inserter(about),
                     [](const ExportIssue& issue) { return issue.rule == ExportRule::ExtraLine; });
        QCOMPARE(about.size(), size_t(3));
        QCOMPARE(QString::fromStdString(about[0].reason),
                 QString("Extra line 2, typed, is refused: \"import os\", column 1: expected an option of "
                         "PopTorch that takes literals, found \"import os\"."));
        QCOMPARE(
            QString::fromStdString(about[1].reason),
            QString("Extra line 3, from the plan file, is refused: \"logDir(\\\"x\\\")\", column 1: expected "
                    "an option that makes PopTorch use no files, found logDir, which has to be typed."));
        QCOMPARE(about[1].severity, IssueSeverity::Error);
        QVERIFY(!about[1].remedy.empty());
        QCOMPARE(QString::fromStdString(about[2].reason), QString("Extra line 1, typed: randomSeed(1)"));
        QCOMPARE(about[2].severity, IssueSeverity::Note);
        QVERIFY(breaks(samples::plan(2), options, ExportRule::ExtraLine));
        // The preview contains the lines that may be written.
        QVERIFY(m_walk.add(poptorchConf(samples::plan(2), options)).ends_with(")))\nrandomSeed(1)\n"));
        options.extraLines.resize(1, typed(""));
        QVERIFY(!hasErrors(checkExport(samples::plan(2), options)));
        QVERIFY(find(checkExport(samples::plan(2), options), ExportRule::OnlyPoptorchKnows));
    }

    void warnings() {
        ExportPlan plan = samples::plan(3, {2});
        plan.fit = {{100, 100}, {101, 100}};
        plan.inExecutionOrder = false;
        const auto issues = checkExport(plan, {});
        const auto overflow = find(issues, ExportRule::StageOverflows);
        QVERIFY(overflow && overflow->severity == IssueSeverity::Warning);
        QCOMPARE(overflow->stage, std::optional(StageIndex{1}));
        QVERIFY(find(issues, ExportRule::LayerOrder)->severity == IssueSeverity::Warning);
        QVERIFY(!hasErrors(issues));
        // Sorted by severity.
        QVERIFY(std::is_sorted(issues.begin(), issues.end(),
                               [](const auto& a, const auto& b) { return a.severity < b.severity; }));
    }

    void oneLayerAStage() {
        // With as many stages as entries, the stage of *none* needs a module path.
        ExportPlan plan = samples::plan(4, {1, 2, 3, 4});
        QVERIFY(breaks(plan, {}, ExportRule::EmptyStage));
        plan.modulePaths[0] = "m.first";
        QVERIFY(!hasErrors(checkExport(plan, {})));
        QCOMPARE(ipuCount(plan, {}).used, quint64(5));
    }

    /// Checks all options files that the tests above wrote.
    void cleanupTestCase() { QCOMPARE(m_walk.problem(), QString()); }

private:
    test::ConfWalk m_walk;
};

TILELINE_TEST(TestPoptorch)
#include "test_poptorch.moc"
