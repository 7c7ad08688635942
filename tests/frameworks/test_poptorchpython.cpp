// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/frameworks/annotations.h"
#include "core/frameworks/poptorchconf.h"
#include "tests/frameworks/checkconf.h"
#include "tests/frameworks/exportsamples.h"
#include "tests/testmain.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QTest>

using namespace tileline;
using test::encoded;

namespace {

QJsonArray call(const char* name, const QJsonValue& argument) {
    return QJsonArray{name, QJsonArray{argument}};
}

QString strategyName(ExecutionStrategy strategy) {
    switch (strategy) {
    case ExecutionStrategy::Pipelined:
        return "PipelinedExecution";
    case ExecutionStrategy::Sharded:
        return "ShardedExecution";
    case ExecutionStrategy::SerialPhased:
        return "SerialPhasedExecution";
    case ExecutionStrategy::ParallelPhased:
        break;
    }
    return "ParallelPhasedExecution";
}

/// The meaning of the plan and the options, computed without the exporter's stages.
QJsonObject meaning(const ExportPlan& plan, const PoptorchExportOptions& options) {
    QJsonArray stages;
    QJsonArray blocks;
    int ipus = 0;
    int changes = 0;
    int lastIpu = 0;
    for (uint32_t s = 0; s < plan.plan.stageCount(); ++s) {
        const LayerRange range = plan.plan.stage({s});
        const uint32_t first = range.first.value == 0 && plan.modulePaths[0].empty() ? 1 : range.first.value;
        const bool perStage = options.blocks == BlockNaming::PerStage;
        QJsonArray names;
        for (uint32_t layer = first; layer <= (perStage ? first : range.last.value); ++layer) {
            const std::string name = perStage     ? "stage" + std::to_string(s)
                                     : layer == 0 ? "first"
                                                  : "layer" + *plan.layerNames[layer];
            names.append(encoded(name));
            blocks.append(QJsonArray{encoded(plan.modulePaths[layer]), encoded(name)});
        }
        const int ipu = options.strategy == ExecutionStrategy::SerialPhased     ? 0
                        : options.strategy == ExecutionStrategy::ParallelPhased ? int(s % 2)
                                                                                : int(s);
        ipus = std::max(ipus, ipu + 1);
        changes += ipu != lastIpu ? 1 : 0;
        lastIpu = ipu;
        stages.append(QJsonArray{names, ipu});
    }
    const bool pipelined = options.strategy == ExecutionStrategy::Pipelined;
    QJsonArray calls;
    const bool inference = options.mode == ExportMode::Inference;
    calls.append(call("deviceIterations", pipelined && inference ? changes + 1 : 1));
    if (!inference) {
        calls.append(call("Training.gradientAccumulation", pipelined ? 2 * changes + 1 : 1));
    }
    if (options.replicationFactor > 1) {
        calls.append(call("replicationFactor", int(options.replicationFactor)));
    }
    if (const int all = ipus * int(options.replicationFactor); (all & (all - 1)) != 0) {
        calls.append(call("autoRoundNumIPUs", true));
    }
    if (options.availableMemoryProportion) {
        QJsonObject proportions;
        for (int ipu = 0; ipu < ipus; ++ipu) {
            proportions["IPU" + QString::number(ipu)] = *options.availableMemoryProportion;
        }
        calls.append(call("setAvailableMemoryProportion", proportions));
    }
    return {{"conf", encoded(poptorchConf(plan, options))},
            {"annotations", encoded(poptorchAnnotations(plan, options))},
            {"strategy", strategyName(options.strategy)},
            {"stages", stages},
            {"options", calls},
            {"extra", options.extraLines.empty() ? QJsonArray() : QJsonArray{call("randomSeed", -7)}},
            {"blocks", blocks}};
}

PoptorchExportOptions randomOptions(std::mt19937& random) {
    PoptorchExportOptions options;
    options.mode = static_cast<ExportMode>(random() % 2);
    options.strategy = static_cast<ExecutionStrategy>(random() % 4);
    options.blocks = static_cast<BlockNaming>(random() % 2);
    options.replicationFactor = 1 + static_cast<uint32_t>(random() % 3);
    if (random() % 2 == 0) {
        options.availableMemoryProportion = static_cast<double>(1 + random() % 1000) / 1000;
    }
    if (random() % 2 == 0) {
        options.extraLines.emplace_back("randomSeed(-7)", OptionSource::PlanFile);
    }
    return options;
}

ExportPlan randomPlan(std::mt19937& random, const std::vector<std::string>& names) {
    ExportPlan plan = samples::randomlySplit(random);
    const auto name = [&] {
        return random() % 4 == 0 ? names[random() % names.size()] : samples::randomName(random);
    };
    for (size_t layer = 1; layer < plan.layerNames.size(); ++layer) {
        plan.layerNames[layer] = name() + std::to_string(layer);
        plan.modulePaths[layer] = name();
    }
    plan.modulePaths[0] = random() % 2 == 0 ? std::string() : name();
    return plan;
}

} // namespace

class TestPoptorchPython : public QObject {
    Q_OBJECT
private slots:
    void everyExportIsExactlyTheCallsThatWereMeant() {
        std::mt19937 random(20260101);
        const std::vector<std::string> names = samples::hostileNames();
        QJsonArray cases;
        for (int i = 0; i < 400; ++i) {
            const ExportPlan plan = randomPlan(random, names);
            cases.append(meaning(plan, randomOptions(random)));
        }
        QCOMPARE(test::checkedByPython(cases), QString("ok 400"));
    }
};

TILELINE_TEST(TestPoptorchPython)
#include "test_poptorchpython.moc"
