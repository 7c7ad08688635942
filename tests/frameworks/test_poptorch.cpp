// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/frameworks/formats.h"
#include "core/frameworks/poptorchcheck.h"
#include "tests/frameworks/checkconf.h"
#include "tests/frameworks/exportsamples.h"
#include "tests/testmain.h"

#include <QTest>

#include <algorithm>
#include <iterator>
#include <limits>
#include <string>

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

/// The number of micro-batches in an options file.
uint32_t iterationsIn(const std::string& conf, bool ofTraining) {
    const std::string call = ofTraining ? "\nTraining.gradientAccumulation(" : "\ndeviceIterations(";
    const size_t at = conf.find(call);
    return at == std::string::npos ? 0 : static_cast<uint32_t>(std::stoul(conf.substr(at + call.size())));
}

} // namespace

Q_DECLARE_METATYPE(tileline::PipelineOptions)
Q_DECLARE_METATYPE(tileline::PoptorchExportOptions)

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
                    "# The annotation file that belongs to this file sets the blocks in the model: call "
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
    /// Numbers below the rules' minimum are raised, and a note says so.
    void iterationRules() {
        QFETCH(quint32, stages);
        QFETCH(bool, forTraining);
        QFETCH(quint32, minimum);
        const ExportPlan plan = samples::planWithStages(70, stages);
        PoptorchExportOptions options = forTraining ? training() : PoptorchExportOptions();
        auto& number = forTraining ? options.gradientAccumulation : options.deviceIterations;
        const auto written = [&] {
            return iterationsIn(m_walk.add(poptorchConf(plan, options)), forTraining);
        };
        const auto raised = [&] {
            for (const ExportIssue& issue : checkExport(plan, options)) {
                if (issue.reason.find(" raised from ") != std::string::npos) {
                    return issue.severity == IssueSeverity::Note && issue.rule == ExportRule::Assumption;
                }
            }
            return false;
        };
        QCOMPARE(written(), minimum);
        QVERIFY(!raised());
        number = minimum + 1;
        QCOMPARE(written(), minimum + 1);
        QVERIFY(!raised());
        number = minimum;
        QVERIFY(!raised());
        if (minimum > 1) {
            number = minimum - 1;
            QCOMPARE(written(), minimum);
            QVERIFY(raised());
        }
        QVERIFY(!hasErrors(checkExport(plan, options)));
    }
    void inferenceAccumulatesNothing() {
        PoptorchExportOptions options;
        options.gradientAccumulation = 8;
        QVERIFY(!hasErrors(checkExport(samples::plan(2), options)));
        const std::string conf = m_walk.add(poptorchConf(samples::plan(2), options));
        QVERIFY2(iterationsIn(conf, false) == 1 && iterationsIn(conf, true) == 0, conf.c_str());
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
                    "an option that does not make PopTorch use files, found logDir, which uses files and was "
                    "not typed by you."));
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

    /// Output on the first IPU is an additional stage there. It has a block, and counts for the iterations.
    void outputOnTheFirstIpu() {
        PipelineOptions first;
        first.outputOn = OutputOn::First;
        ExportPlan plan = samples::pipelinePlan(4, {2, 4}, first);
        const std::string conf = m_walk.add(poptorchConf(plan, training()));
        QVERIFY2(conf.find("poptorch.Stage(\"stage2\").ipu(2), poptorch.Stage(\"stage3\").ipu(0)))\n") !=
                     std::string::npos,
                 conf.c_str());
        QVERIFY(poptorchAnnotations(plan, training()).find("    (\"m.head\", \"stage3\"),\n]") !=
                std::string::npos);
        QCOMPARE(ipuCount(plan, training()).used, quint64(3));
        PoptorchExportOptions options = training();
        options.gradientAccumulation = 6;
        QCOMPARE(iterationsIn(m_walk.add(poptorchConf(plan, options)), true), 7U);
        options.gradientAccumulation = 8;
        QCOMPARE(iterationsIn(m_walk.add(poptorchConf(plan, options)), true), 8U);
        QCOMPARE(iterationsIn(m_walk.add(poptorchConf(plan, {})), false), 64U);
        // Its module must be known, because a block begins there.
        plan.modulePaths.back().clear();
        const auto missing = find(checkExport(plan, options), ExportRule::NoModulePath);
        QVERIFY(missing);
        QCOMPARE(missing->reason,
                 std::string("No module path is known for Output, where the block \"stage3\" begins."));
        QCOMPARE(missing->layer, std::optional(LayerIndex{5}));
        // A stage that Output leaves empty disappears.
        QCOMPARE(poptorchStages(samples::pipelinePlan(4, {2, 5}, first), options).size(), size_t(3));
        // A block for each layer, as before.
        plan = samples::pipelinePlan(2, {2}, first);
        options.blocks = BlockNaming::PerLayer;
        const auto stages = poptorchStages(plan, options);
        QCOMPARE(stages.size(), size_t(3));
        QCOMPARE(stages[0].blocks[0].name, std::string("input"));
        QCOMPARE(stages[2].blocks[0].name, std::string("output"));
        QCOMPARE(poptorchAnnotations(plan, options),
                 poptorchAnnotations(samples::pipelinePlan(2, {2}), options));
    }

    /// Input's block begins at Input's own module if that is known.
    void blocksOfInputAndOutput() {
        ExportPlan plan = samples::pipelinePlan(3, {2});
        QCOMPARE(poptorchStages(plan, {})[0].blocks[0].path, std::string("m.embeddings"));
        QCOMPARE(poptorchStages(plan, {})[1].blocks[0].path, std::string("m.layer.1"));
        plan.modulePaths.front().clear();
        QCOMPARE(poptorchStages(plan, {})[0].blocks[0].path, std::string("m.layer.0"));
        plan = samples::pipelinePlan(3, {1, 4});
        QVERIFY(!hasErrors(checkExport(plan, {})));
        QCOMPARE(poptorchStages(plan, {})[2].blocks[0].path, std::string("m.head"));
        plan.modulePaths.front().clear();
        const auto empty = find(checkExport(plan, {}), ExportRule::EmptyStage);
        QVERIFY(empty && empty->reason.starts_with("IPU 0 holds only Input"));
    }

    void microBatchesAreThoseOfTheEstimate_data() {
        QTest::addColumn<bool>("forTraining");
        QTest::newRow("training") << true;
        QTest::newRow("inference") << false;
    }
    void microBatchesAreThoseOfTheEstimate() {
        QFETCH(bool, forTraining);
        const PoptorchExportOptions plain = forTraining ? training() : PoptorchExportOptions();
        const auto written = [&](const ExportPlan& plan, const PoptorchExportOptions& options) {
            return iterationsIn(m_walk.add(poptorchConf(plan, options)), forTraining);
        };
        const auto planOf = [&](const std::vector<uint32_t>& splits, std::optional<uint32_t> batches = {}) {
            PipelineOptions assumed;
            assumed.microBatches = batches;
            return samples::pipelinePlan(60, splits, assumed, forTraining);
        };
        const auto remarks = [](const ExportPlan& plan, const PoptorchExportOptions& options) {
            return find(checkExport(plan, options), ExportRule::Assumption);
        };
        std::vector<uint32_t> splits;
        for (uint32_t i = 2; i < 42; ++i) {
            splits.push_back(i);
        }
        QCOMPARE(written(planOf({}), plain), 1U);
        QCOMPARE(written(planOf({}, 8), plain), 8U);
        QCOMPARE(written(planOf({2, 4}), plain), 64U);
        QCOMPARE(written(planOf({2, 4}, 16), plain), 16U);
        QVERIFY(!remarks(planOf({2, 4}, 16), plain));
        QCOMPARE(written(planOf(splits), plain), forTraining ? 81U : 64U);
        // The number is raised in the estimate and therefore in the export, which says so in a comment.
        const ExportPlan raised = planOf({2, 4}, 2);
        QCOMPARE(written(raised, plain), forTraining ? 5U : 3U);
        const std::string text = forTraining ? "Gradient accumulation is raised from 2 to 5"
                                             : "Device iterations are raised from 2 to 3";
        QVERIFY(remarks(raised, plain)->reason.starts_with(text));
        QVERIFY(remarks(raised, plain)->severity == IssueSeverity::Note);
        QVERIFY(poptorchConf(raised, plain).find("\n# " + text) != std::string::npos);
        // A number that is given only for the export differs from the estimate.
        PoptorchExportOptions own = plain;
        (forTraining ? own.gradientAccumulation : own.deviceIterations) = 9;
        QCOMPARE(written(planOf({2, 4}), own), 9U);
        QVERIFY(remarks(planOf({2, 4}), own)->severity == IssueSeverity::Warning);
        QVERIFY(!remarks(planOf({2, 4}, 9), own));
        // There are several only in a pipeline, unless the user asks for them, and in PopLiner's setting, as
        // few as the rules allow.
        PoptorchExportOptions sharded = plain;
        sharded.strategy = ExecutionStrategy::Sharded;
        QCOMPARE(written(planOf({2, 4}), sharded), 1U);
        QCOMPARE(written(planOf({2, 4}, 8), sharded), 8U);
        QCOMPARE(written(samples::plan(4, {2, 4}), plain), forTraining ? 5U : 3U);
        QVERIFY(!forTraining || iterationsIn(poptorchConf(planOf({2, 4}), plain), false) == 1U);
    }

    void recomputation_data() {
        QTest::addColumn<int>("recompute");
        QTest::addColumn<int>("mode");
        QTest::addColumn<int>("strategy");
        QTest::addColumn<bool>("severalIpus");
        QTest::addColumn<bool>("off");
        QTest::addColumn<bool>("checkpoints");
        for (const Recompute recompute : {Recompute::Off, Recompute::Inputs, Recompute::Layers}) {
            for (const ExportMode mode : {ExportMode::Inference, ExportMode::Training}) {
                for (const ExecutionStrategy strategy :
                     {ExecutionStrategy::Pipelined, ExecutionStrategy::Sharded}) {
                    for (const bool several : {false, true}) {
                        const bool trains =
                            mode == ExportMode::Training && strategy == ExecutionStrategy::Pipelined;
                        QTest::addRow("%d %d %d %d", int(recompute), int(mode), int(strategy), int(several))
                            << int(recompute) << int(mode) << int(strategy) << several
                            << (trains && several && recompute == Recompute::Off)
                            << (trains && recompute == Recompute::Layers);
                    }
                }
            }
        }
    }
    void recomputation() {
        QFETCH(int, recompute);
        QFETCH(int, mode);
        QFETCH(int, strategy);
        QFETCH(bool, severalIpus);
        QFETCH(bool, off);
        QFETCH(bool, checkpoints);
        PipelineOptions assumed;
        assumed.recompute = static_cast<Recompute>(recompute);
        PoptorchExportOptions options;
        options.mode = static_cast<ExportMode>(mode);
        options.strategy = static_cast<ExecutionStrategy>(strategy);
        const ExportPlan plan = samples::pipelinePlan(
            3, severalIpus ? std::vector<uint32_t>{2} : std::vector<uint32_t>(), assumed);
        const std::string conf = m_walk.add(poptorchConf(plan, options));
        const std::string python = poptorchAnnotations(plan, options);
        QCOMPARE(conf.find("\n_Popart.set(\"autoRecomputation\", 0)\n") != std::string::npos, off);
        QCOMPARE(conf.find("_Popart") != std::string::npos, off);
        const bool listed = python.find("CHECKPOINTS = [\n    \"m.layer.0\",\n    \"m.layer.1\",\n    "
                                        "\"m.layer.2\",\n]\n") != std::string::npos;
        QCOMPARE(listed, checkpoints);
        QCOMPARE(python.find("recomputationCheckpoint") != std::string::npos, checkpoints);
        QCOMPARE(conf.find("\n# The estimate assumes a checkpoint after every layer.") != std::string::npos,
                 checkpoints);
        // In PopLiner's setting, the Python file of a plan never has checkpoints.
        QVERIFY(poptorchAnnotations(samples::plan(3, {2}), options).find("CHECKPOINTS") == std::string::npos);
    }
    void checkpointsNeedModules() {
        PipelineOptions layers;
        layers.recompute = Recompute::Layers;
        ExportPlan plan = samples::pipelinePlan(4, {3}, layers);
        QVERIFY(!hasErrors(checkExport(plan, training())));
        plan.modulePaths[2].clear();
        const auto missing = find(checkExport(plan, training()), ExportRule::NoModulePath);
        QVERIFY(missing && missing->severity == IssueSeverity::Error);
        QCOMPARE(missing->layer, std::optional(LayerIndex{2}));
        plan.modulePaths[2] = "a..b";
        QVERIFY(breaks(plan, training(), ExportRule::BadModulePath));
        QVERIFY(!hasErrors(checkExport(plan, {})));
    }
    void aLineThatReplacesTheRecomputationIsAWarning() {
        PoptorchExportOptions options = training();
        options.extraLines = {typed("_Popart.set(\"autoRecomputation\", 3)")};
        const auto issue = find(checkExport(samples::pipelinePlan(4, {2}), options), ExportRule::Assumption);
        QVERIFY(issue && issue->severity == IssueSeverity::Warning && !issue->remedy.empty());
        QVERIFY(!find(checkExport(samples::pipelinePlan(4), options), ExportRule::Assumption));
    }

    void assumptionsThatNoOptionSays_data() {
        QTest::addColumn<PipelineOptions>("assumed");
        QTest::addColumn<bool>("estimateTrains");
        QTest::addColumn<PoptorchExportOptions>("options");
        QTest::addColumn<QString>("says");
        QTest::addColumn<bool>("written");
        const auto row = [](const char* name, const PipelineOptions& assumed, bool trains,
                            const PoptorchExportOptions& options, const char* says, bool written = true) {
            QTest::newRow(name) << assumed << trains << options << QString(says) << written;
        };
        const auto with = [](ExportMode mode, ExecutionStrategy strategy) {
            PoptorchExportOptions options;
            options.mode = mode;
            options.strategy = strategy;
            return options;
        };
        PipelineOptions none;
        none.schedule = Schedule::None;
        none.accumulators = Accumulators::None;
        PipelineOptions grouped;
        grouped.schedule = Schedule::Grouped;
        PipelineOptions bare;
        bare.accumulators = Accumulators::None;
        const PoptorchExportOptions pipelined = with(ExportMode::Training, ExecutionStrategy::Pipelined);
        const PoptorchExportOptions sharded = with(ExportMode::Training, ExecutionStrategy::Sharded);
        row("as PopTorch does", {}, true, pipelined, "");
        row("another schedule", grouped, true, pipelined, "assumes the schedule grouped");
        row("no accumulators", bare, true, pipelined, "leaves out the gradient accumulators");
        row("sharded", {}, true, sharded,
            "Sharded execution keeps no stashes and has no gradient accumulators");
        row("sharded without accumulators", bare, true, sharded, "Sharded execution keeps no stashes, but");
        row("sharded, as estimated", none, true, sharded, "");
        row("sharded inference", {}, false, with(ExportMode::Inference, ExecutionStrategy::Sharded), "");
        row("serial", {}, true, with(ExportMode::Training, ExecutionStrategy::SerialPhased),
            "The stages take turns on IPU 0. The estimate");
        row("parallel", {}, false, with(ExportMode::Inference, ExecutionStrategy::ParallelPhased),
            "The stages take turns on IPUs 0 and 1. The estimate");
        row("other mode", {}, false, pipelined,
            "The export is for training, but the estimate is of inference", false);
        row("other mode, too", {}, true, {}, "The export is for inference, but the estimate is of training",
            false);
    }
    void assumptionsThatNoOptionSays() {
        QFETCH(PipelineOptions, assumed);
        QFETCH(bool, estimateTrains);
        QFETCH(PoptorchExportOptions, options);
        QFETCH(QString, says);
        QFETCH(bool, written);
        const ExportPlan plan = samples::pipelinePlan(4, {2}, assumed, estimateTrains);
        const auto issue = find(checkExport(plan, options), ExportRule::Assumption);
        const QString conf = QString::fromStdString(m_walk.add(poptorchConf(plan, options)));
        QCOMPARE(issue.has_value(), !says.isEmpty());
        if (issue) {
            QVERIFY2(issue->reason.find(says.toStdString()) != std::string::npos, issue->reason.c_str());
            QVERIFY(issue->severity == IssueSeverity::Warning && !issue->remedy.empty());
            QCOMPARE(conf.contains("\n# " + QString::fromStdString(issue->reason) + "\n"), written);
        }
        // A single IPU is not a pipeline.
        const auto alone = find(checkExport(samples::pipelinePlan(4, {}, assumed, estimateTrains), options),
                                ExportRule::Assumption);
        QCOMPARE(alone.has_value(), !written);
    }
    void poplinersEstimateOfAPipelineThatTrains() {
        const auto issue = find(checkExport(samples::plan(4, {2}), training()), ExportRule::Assumption);
        QVERIFY(issue && issue->reason.starts_with("The estimate is PopLiner's"));
        QVERIFY(!find(checkExport(samples::plan(4, {2}), {}), ExportRule::Assumption));
    }
    void aProfileOfTensorflowIsRemarkedOn() {
        ExportPlan plan = samples::pipelinePlan(4, {2});
        QVERIFY(!find(checkExport(plan, training()), ExportRule::OtherFramework));
        plan.ofTensorflow = true;
        QVERIFY(find(checkExport(plan, training()), ExportRule::OtherFramework)->severity ==
                IssueSeverity::Warning);
    }

    /// Checks all options files that the tests above wrote.
    void cleanupTestCase() { QCOMPARE(m_walk.problem(), QString()); }

private:
    test::ConfWalk m_walk;
};

TILELINE_TEST(TestPoptorch)
#include "test_poptorch.moc"
