// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/layeroptions.h"
#include "core/export/annotations.h"
#include "core/export/confreader.h"
#include "core/export/poptorchcheck.h"
#include "core/export/poptorchconf.h"
#include "tests/export/exportsamples.h"

#include <QTest>

using namespace tileline;

namespace {

const std::string LayerRegex = LayerOptions().layerRegex;

Result<ConfPlan> import(const std::string& conf, const ExportPlan& profile,
                        const std::string& annotations = {}) {
    return placeStages(readPoptorchConf(conf, annotations), profile, LayerRegex);
}

QString listed(const std::vector<ConfFinding>& findings) {
    QString text;
    for (const ConfFinding& finding : findings) {
        text += QString("%1: %2: %3\n")
                    .arg(finding.line)
                    .arg(QString::fromStdString(finding.what), QString::fromStdString(finding.reason));
    }
    return text;
}

std::vector<uint32_t> splitsOf(const SplitPlan& plan) {
    std::vector<uint32_t> splits;
    for (const LayerIndex split : plan.splits()) {
        splits.push_back(split.value);
    }
    return splits;
}

ExportPlan hostilePlan(std::mt19937& random) {
    const std::vector<std::string> hostile = samples::hostileNames();
    ExportPlan plan = samples::randomlySplit(random);
    for (size_t layer = 1; layer < plan.layerNames.size(); ++layer) {
        const std::string& name = hostile[random() % hostile.size()];
        plan.layerNames[layer] = name + std::to_string(layer);
        plan.modulePaths[layer] = "m." + samples::randomName(random) + std::to_string(layer);
    }
    if (random() % 2 == 0) {
        plan.modulePaths[0] = "m.first";
    }
    return plan;
}

} // namespace

class TestConfReader : public QObject {
    Q_OBJECT
private slots:
    void exportImportExportIsTheSame() {
        std::mt19937 random(7);
        for (int i = 0; i < 500; ++i) {
            const ExportPlan plan = hostilePlan(random);
            PoptorchExportOptions options;
            options.mode = static_cast<ExportMode>(random() % 2);
            options.strategy = static_cast<ExecutionStrategy>(random() % 4);
            options.blocks = static_cast<BlockNaming>(random() % 2);
            options.replicationFactor = 1 + static_cast<uint32_t>(random() % 3);
            if (random() % 2 == 0) {
                options.availableMemoryProportion = static_cast<double>(1 + random() % 999) / 1000;
                options.deviceIterations = 1 + static_cast<uint32_t>(random() % 40);
            }
            if (random() % 2 == 0) {
                options.extraLines = {"# mine", "enableSyntheticData(True)",
                                      "# Block \"stage0\" begins at layer \"9\", module \"x\", on IPU 0."};
            }
            const std::string conf = poptorchConf(plan, options);
            ExportPlan profile = plan;
            profile.plan = SplitPlan(plan.plan.layerCount());
            profile.modulePaths.assign(profile.modulePaths.size(), std::string());
            const auto imported = import(conf, profile, poptorchAnnotations(plan, options));
            QVERIFY(imported);
            QVERIFY2(imported->findings.empty(), qPrintable(listed(imported->findings)));
            QCOMPARE(splitsOf(imported->plan.plan), splitsOf(plan.plan));
            QCOMPARE(QString::fromStdString(poptorchConf(imported->plan, imported->options)),
                     QString::fromStdString(conf));
            QCOMPARE(poptorchAnnotations(imported->plan, imported->options),
                     poptorchAnnotations(plan, options));
        }
    }

    void filesOfOthers() {
        const auto imported =
            import("\xEF\xBB\xBF# by hand\r\n"
                   "  deviceIterations(8)\r\n"
                   "setExecutionStrategy(poptorch.PipelinedExecution('layer0', ['m.layer.2', "
                   "\"encoder/3\"], poptorch.Stage(\"4\").ipu(2)))\r\n"
                   "outputMode(poptorch.OutputMode.All)\r\n",
                   samples::plan(5));
        QVERIFY(imported);
        QCOMPARE(splitsOf(imported->plan.plan), (std::vector<uint32_t>{3, 5}));
        QCOMPARE(imported->options.deviceIterations, std::optional<uint32_t>(8));
        QCOMPARE(imported->options.extraLines,
                 (std::vector<std::string>{"# by hand", "outputMode(poptorch.OutputMode.All)"}));
        QCOMPARE(imported->findings.size(), size_t(1)); // the blocks will have other names
    }

    void modulesFromTheAnnotationFile() {
        const auto imported =
            import("setExecutionStrategy(poptorch.ShardedExecution(poptorch.Stage(\"head\"), "
                   "poptorch.Stage(\"tail\")))\n",
                   samples::plan(4),
                   "import poptorch\nBLOCKS = [\n  (\"m.layer.0\", \"head\"),\n"
                   "  ('m.layer.2', 'tail'),\n]\n");
        QVERIFY(imported);
        QCOMPARE(splitsOf(imported->plan.plan), (std::vector<uint32_t>{3}));
    }

    void whatCannotBePlacedIsListed_data() {
        QTest::addColumn<QString>("conf");
        QTest::addColumn<QString>("finding");
        const auto row = [](const char* name, const char* conf, const char* finding) {
            QTest::newRow(name) << QString(conf) << QString(finding);
        };
        const char* const good = "setExecutionStrategy(poptorch.PipelinedExecution(\"layer0\",\"layer2\"))";
        const auto with = [&](const char* line) { return std::string(line) + "\n" + good; };
        row("not a call", with("import os").c_str(), "1: import os: not one call");
        row("code", with("foo(__import__('os'))").c_str(), "not one call of literals");
        row("text", with("deviceIterations('a')").c_str(), "expected one whole number");
        row("negative", with("deviceIterations(-1)").c_str(), "expected one whole number");
        row("twice", with("deviceIterations(1)\ndeviceIterations(2)").c_str(),
            "2: deviceIterations(2): set before");
        row("rounding", with("autoRoundNumIPUs(False)").c_str(), "not kept");
        row("proportions", with("setAvailableMemoryProportion({\"IPU0\": 0.1, \"IPU1\": 0.2})").c_str(),
            "one proportion");
        row("other file", with("loadFromFile(\"x\")").c_str(), "not kept");
        row("unknown block", "setExecutionStrategy(poptorch.PipelinedExecution(\"layer0\",\"tail\"))",
            "block tail: no layer of this profile");
        row("twice a block", "setExecutionStrategy(poptorch.PipelinedExecution(\"layer0\",\"layer0\"))",
            "more than one stage");
        row("out of order",
            "setExecutionStrategy(poptorch.PipelinedExecution(\"layer0\",\"layer3\",\"layer2\"))",
            "stage 2: it begins before");
        row("other IPU",
            "setExecutionStrategy(poptorch.PipelinedExecution(poptorch.Stage(\"layer0\").ipu(1),"
            "poptorch.Stage(\"layer2\").ipu(0)))",
            "stage 0: it is on IPU 1; a plan puts it on IPU 0");
        row("not a run",
            "setExecutionStrategy(poptorch.PipelinedExecution(poptorch.Stage(\"layer0\",\"layer4\"),"
            "\"layer2\"))",
            "no run of neighbouring layers");
        row("late begin", "setExecutionStrategy(poptorch.PipelinedExecution(\"layer1\",\"layer2\"))",
            "the layers before that one join it");
    }
    void whatCannotBePlacedIsListed() {
        QFETCH(QString, conf);
        QFETCH(QString, finding);
        const auto imported = import(conf.toStdString(), samples::plan(5));
        QVERIFY(imported);
        QVERIFY2(listed(imported->findings).contains(finding), qPrintable(listed(imported->findings)));
    }

    void hopelessFiles() {
        for (const char* conf :
             {"", "import os", "deviceIterations(4)", "setExecutionStrategy(1)",
              "setExecutionStrategy(poptorch.PipelinedExecution())",
              "setExecutionStrategy(poptorch.PipelinedExecution(poptorch.AutoStage.SameAsIpu))",
              "setExecutionStrategy(poptorch.PipelinedExecution(poptorch.Stage()))",
              "setExecutionStrategy(poptorch.PipelinedExecution(\"nothing\", \"known\"))"}) {
            QVERIFY2(!import(conf, samples::plan(5)), conf);
        }
    }

    void mutatedFilesNeverBreakAnything() {
        std::mt19937 random(11);
        const std::string alphabet = "\"'\\()[]{},.:#=\n\r\t -+0129eExuUNabopSt_\xFF\xC3";
        int placed = 0;
        for (int i = 0; i < 4000; ++i) {
            const ExportPlan plan = hostilePlan(random);
            PoptorchExportOptions options;
            options.blocks = static_cast<BlockNaming>(random() % 2);
            options.strategy = static_cast<ExecutionStrategy>(random() % 4);
            std::string conf = poptorchConf(plan, options);
            for (size_t change = 1 + random() % 4; change > 0; --change) {
                const size_t at = random() % conf.size();
                switch (random() % 4) {
                case 0:
                    conf[at] = alphabet[random() % alphabet.size()];
                    break;
                case 1:
                    conf.insert(at, 1, alphabet[random() % alphabet.size()]);
                    break;
                case 2:
                    conf.erase(at, 1 + random() % 5);
                    break;
                default:
                    conf = conf.substr(0, at) + conf.substr(random() % conf.size());
                }
                conf += conf.empty() ? "\n" : "";
            }
            const auto imported = import(conf, plan);
            if (imported) {
                ++placed;
                // What was read can be written, and then says the same.
                const std::string again = poptorchConf(imported->plan, imported->options);
                const auto second = import(again, plan);
                if (!hasErrors(checkExport(imported->plan, imported->options))) {
                    QVERIFY(second);
                    QCOMPARE(poptorchConf(second->plan, second->options), again);
                }
            }
        }
        QVERIFY(placed > 500);
    }
};

QTEST_APPLESS_MAIN(TestConfReader)
#include "test_confreader.moc"
