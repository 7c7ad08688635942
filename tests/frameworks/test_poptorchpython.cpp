// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/frameworks/formats.h"
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

/// First and last entry of each stage, and whether Output is an additional stage on IPU 0.
std::vector<std::pair<uint32_t, uint32_t>> rangesOf(const ExportPlan& plan, bool& outputOnFirst) {
    std::vector<std::pair<uint32_t, uint32_t>> ranges;
    const auto output = static_cast<uint32_t>(plan.layerNames.size() - 1);
    const bool moves = plan.assumed && plan.assumed->options.outputOn == OutputOn::First;
    for (const LayerRange range : plan.plan.stages()) {
        const bool ends = moves && range.last.value == output;
        if (!ends || range.first.value < output) {
            ranges.emplace_back(range.first.value, ends ? output - 1 : range.last.value);
        }
    }
    outputOnFirst = moves && ranges.size() > 1;
    if (outputOnFirst) {
        ranges.emplace_back(output, output);
    } else {
        ranges.back().second = output;
    }
    return ranges;
}

std::string blockName(const ExportPlan& plan, uint32_t layer) {
    if (plan.assumed && layer + 1 == plan.layerNames.size()) {
        return "output";
    }
    return layer > 0 ? "layer" + *plan.layerNames[layer] : plan.assumed ? "input" : "first";
}

/// The meaning of the plan and the options, computed without the exporter's stages.
QJsonObject meaning(const ExportPlan& plan, const PoptorchExportOptions& options) {
    QJsonArray stages;
    QJsonArray blocks;
    int ipus = 0;
    int changes = 0;
    int lastIpu = 0;
    bool outputOnFirst = false;
    const auto ranges = rangesOf(plan, outputOnFirst);
    for (uint32_t s = 0; s < ranges.size(); ++s) {
        const auto [begin, last] = ranges[s];
        const uint32_t first = begin == 0 && plan.modulePaths[0].empty() ? 1 : begin;
        const bool perStage = options.blocks == BlockNaming::PerStage;
        QJsonArray names;
        for (uint32_t layer = first; layer <= (perStage ? first : last); ++layer) {
            const std::string name = perStage ? "stage" + std::to_string(s) : blockName(plan, layer);
            names.append(encoded(name));
            blocks.append(QJsonArray{encoded(plan.modulePaths[layer]), encoded(name)});
        }
        const int ipu = options.strategy == ExecutionStrategy::SerialPhased     ? 0
                        : options.strategy == ExecutionStrategy::ParallelPhased ? int(s % 2)
                        : outputOnFirst && s + 1 == ranges.size()               ? 0
                                                                                : int(s);
        ipus = std::max(ipus, ipu + 1);
        changes += ipu != lastIpu ? 1 : 0;
        lastIpu = ipu;
        stages.append(QJsonArray{names, ipu});
    }
    const bool pipelined = options.strategy == ExecutionStrategy::Pipelined;
    QJsonArray calls;
    const bool inference = options.mode == ExportMode::Inference;
    const int minimum = !pipelined ? 1 : inference ? changes + 1 : 2 * changes + 1;
    const bool assumed = pipelined && plan.assumed && ranges.size() > 1;
    const int batches = assumed ? std::max(64, minimum) : minimum;
    calls.append(call("deviceIterations", inference ? batches : 1));
    const bool trains = pipelined && !inference && ranges.size() > 1;
    if (!inference) {
        calls.append(call("Training.gradientAccumulation", batches));
    }
    if (trains && plan.assumed && plan.assumed->options.recompute == Recompute::Off) {
        calls.append(QJsonArray{"_Popart.set", QJsonArray{"autoRecomputation", 0}});
    }
    QJsonArray checkpoints;
    if (pipelined && !inference && plan.assumed && plan.assumed->options.recompute == Recompute::Layers) {
        for (uint32_t layer = 1; layer + 1 < plan.layerNames.size(); ++layer) {
            if (!plan.modulePaths[layer].empty()) {
                checkpoints.append(encoded(plan.modulePaths[layer]));
            }
        }
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
            {"blocks", blocks},
            {"checkpoints", checkpoints}};
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

/// A plan of the pipeline setting with random assumptions.
ExportPlan randomPipelinePlan(std::mt19937& random, const std::vector<std::string>& names) {
    const size_t layers = 1 + random() % 12;
    std::vector<uint32_t> splits;
    for (uint32_t entry = 2; entry <= layers + 1; ++entry) {
        if (random() % 3 == 0) {
            splits.push_back(entry);
        }
    }
    PipelineOptions options;
    options.recompute = static_cast<Recompute>(random() % 3);
    options.outputOn = static_cast<OutputOn>(random() % 2);
    options.schedule = static_cast<Schedule>(random() % 5);
    options.accumulators = static_cast<Accumulators>(random() % 3);
    ExportPlan plan = samples::pipelinePlan(layers, splits, options, random() % 2 == 0);
    for (std::string& path : plan.modulePaths) {
        const std::string& hostile = names[random() % names.size()];
        path = random() % 2 == 0 ? samples::randomName(random) + "m" : hostile.empty() ? "m" : hostile;
    }
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
            const ExportPlan plan =
                i % 2 == 0 ? randomPlan(random, names) : randomPipelinePlan(random, names);
            cases.append(meaning(plan, randomOptions(random)));
        }
        QCOMPARE(test::checkedByPython(cases), QString("ok 400"));
    }
};

TILELINE_TEST(TestPoptorchPython)
#include "test_poptorchpython.moc"
