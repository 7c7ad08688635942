// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/sequences.h"
#include "core/frameworks/formats.h"

#include "core/frameworks/pythonliteral.h"

namespace tileline {

namespace {

/// The names of PopTorch's classes, by ExecutionStrategy.
constexpr const char* StrategyClasses[] = {"PipelinedExecution", "ShardedExecution", "SerialPhasedExecution",
                                           "ParallelPhasedExecution"};

std::string stageCall(const PoptorchStage& stage) {
    const auto nameOf = [](const PoptorchBlock& block) { return pythonLiteral(block.name); };
    return "poptorch.Stage(" + joinedTexts(stage.blocks, ", ", nameOf) + ").ipu(" +
           std::to_string(stage.ipu) + ")";
}

std::string strategyLine(const std::vector<PoptorchStage>& stages, ExecutionStrategy strategy) {
    const bool isPhased =
        strategy == ExecutionStrategy::SerialPhased || strategy == ExecutionStrategy::ParallelPhased;
    const auto callOf = [&](const PoptorchStage& stage) {
        return isPhased ? "poptorch.Phase(" + stageCall(stage) + ")" : stageCall(stage);
    };
    return std::string("setExecutionStrategy(poptorch.") + StrategyClasses[static_cast<size_t>(strategy)] +
           "(" + joinedTexts(stages, ", ", callOf) + "))\n";
}

std::string memoryProportionLine(uint32_t ipus, double proportion) {
    std::string line = "setAvailableMemoryProportion({";
    for (uint32_t ipu = 0; ipu < ipus; ++ipu) {
        line += (ipu > 0 ? ", " : "") + pythonLiteral("IPU" + std::to_string(ipu)) + ": " +
                pythonNumber(proportion);
    }
    return line + "})\n";
}

std::string blockComments(const ExportPlan& plan, const std::vector<PoptorchStage>& stages) {
    std::string comments;
    for (const PoptorchStage& stage : stages) {
        for (const PoptorchBlock& block : stage.blocks) {
            const auto& layer = plan.layerNames[block.layer.index()];
            comments += "# Block " + pythonLiteral(block.name) + " begins at layer " +
                        (layer ? pythonLiteral(*layer) : "None") + ", module " + pythonLiteral(block.path) +
                        ", on IPU " + std::to_string(stage.ipu) + ".\n";
        }
    }
    return comments;
}

std::string header(const PoptorchExportOptions& options) {
    return std::string("# Options for poptorch.Options().loadFromFile(), written by Tileline for ") +
           std::string(nameOf(options.mode)) +
           ".\n# The annotation file that belongs to this file sets the blocks in the model: call "
           "annotate(model) "
           "first.\n";
}

/// A comment line for each assumption of the estimate that no option of PopTorch expresses.
std::string remarkComments(const ExportPlan& plan, const PoptorchExportOptions& options) {
    return joinedTexts(exportRemarks(plan, options), "", [](const ExportRemark& remark) {
        return remark.ofEstimate ? "# " + remark.text + "\n" : "";
    });
}

/// PopART numbers the modes of recomputation: 0 None, 1 Standard, 2 NormOnly, 3 Pipeline, 4 RecomputeAll.
/// PopTorch's default is Pipeline for a pipeline that trains on several IPUs, otherwise None. The line turns
/// recomputation off in such a pipeline if the plan was estimated with recompute set to "off". Otherwise, the
/// line is empty.
std::string recomputationLine(const ExportPlan& plan, const PoptorchExportOptions& options) {
    const bool off = plan.assumed && plan.assumed->options.recompute == Recompute::Off;
    return off && trainsInPipeline(plan, options) ? "_Popart.set(\"autoRecomputation\", 0)\n" : "";
}

std::string locationLines(const ExportPlan& plan, const PoptorchExportOptions& options) {
    std::string lines;
    if (plan.assumed && plan.assumed->options.optimizerState == OptimizerState::OffChip &&
        options.mode == ExportMode::Training &&
        !saysOption(options, "TensorLocations.setOptimizerLocation")) {
        lines += "TensorLocations.setOptimizerLocation("
                 "poptorch.TensorLocationSettings().useOnChipStorage(False))\n";
    }
    if (plan.assumed && plan.assumed->options.ioTiles > 0 &&
        !saysOption(options, "TensorLocations.numIOTiles")) {
        lines += "TensorLocations.numIOTiles(" + std::to_string(plan.assumed->options.ioTiles) + ")\n";
    }
    return lines;
}

std::string iterationLines(const ExportPlan& plan, const PoptorchExportOptions& options) {
    const std::string count = std::to_string(microBatchesOf(plan, options).count);
    return options.mode == ExportMode::Inference
               ? "deviceIterations(" + count + ")\n"
               : "deviceIterations(" + std::to_string(options.deviceIterations.value_or(1)) +
                     ")\nTraining.gradientAccumulation(" + count + ")\n";
}

/// The Python code that sets a checkpoint after each of `layers`.
std::string checkpointCode(const ExportPlan& plan, const std::vector<LayerIndex>& layers) {
    const auto lineOf = [&](LayerIndex layer) {
        return "    " + pythonLiteral(plan.modulePath(layer)) + ",\n";
    };
    return "\n# Modules that end with a checkpoint, from which the backward pass can compute again.\n"
           "CHECKPOINTS = [\n" +
           joinedTexts(layers, "", lineOf) +
           "]\n\n\n"
           "def checkpoint(module, inputs, outputs):\n"
           "    \"\"\"Forward hook: keep the module's outputs for the backward pass.\"\"\"\n"
           "    if isinstance(outputs, (list, tuple)):\n"
           "        return type(outputs)(checkpoint(module, inputs, output) for output in outputs)\n"
           "    return poptorch.recomputationCheckpoint(outputs) if torch.is_tensor(outputs) else "
           "outputs\n";
}

} // namespace

std::string poptorchConf(const ExportPlan& plan, const PoptorchExportOptions& options) {
    const std::vector<PoptorchStage> stages = poptorchStages(plan, options);
    const IpuCount ipus = ipuCount(plan, options);
    std::string text = header(options) + blockComments(plan, stages) + remarkComments(plan, options);
    text += iterationLines(plan, options) + recomputationLine(plan, options) + locationLines(plan, options);
    if (options.replicationFactor != 1) {
        text += "replicationFactor(" + std::to_string(options.replicationFactor) + ")\n";
    }
    if (ipus.idle() > 0) {
        text += "# " + std::to_string(ipus.used) + " IPUs are used, " + std::to_string(ipus.idle()) + " of " +
                std::to_string(ipus.rounded) + " stay idle.\nautoRoundNumIPUs(True)\n";
    }
    if (options.availableMemoryProportion) {
        text += memoryProportionLine(ipusPerReplica(stages), *options.availableMemoryProportion);
    }
    text += strategyLine(stages, options.strategy);
    for (const OptionLine& line : options.extraLines) {
        text += line.call() ? *line.call() + "\n" : "";
    }
    return text;
}

std::string poptorchAnnotations(const ExportPlan& plan, const PoptorchExportOptions& options) {
    const std::vector<LayerIndex> checkpoints = checkpointLayers(plan, options);
    std::string text = "# Pipeline blocks of a model for PopTorch, written by Tileline.\n"
                       "# Use this file with the options file that was written with it.\n"
                       "import poptorch\n";
    text += checkpoints.empty() ? "" : "import torch\n";
    text += "\n# (module, block), in the order of execution.\n"
            "BLOCKS = [\n";
    for (const PoptorchStage& stage : poptorchStages(plan, options)) {
        for (const PoptorchBlock& block : stage.blocks) {
            text += "    (" + pythonLiteral(block.path) + ", " + pythonLiteral(block.name) + "),\n";
        }
    }
    text += "]\n" + (checkpoints.empty() ? std::string() : checkpointCode(plan, checkpoints));
    text += "\n\n"
            "def annotate(model):\n"
            "    \"\"\"Begin the blocks in model. Call it before poptorch.inferenceModel or "
            "trainingModel.\"\"\"\n"
            "    poptorch.removeBlocks(model)\n"
            "    for path, block in BLOCKS:\n"
            "        poptorch.BeginBlock(model.get_submodule(path), user_id=block)\n";
    if (!checkpoints.empty()) {
        text += "    for path in CHECKPOINTS:\n"
                "        model.get_submodule(path).register_forward_hook(checkpoint)\n";
    }
    return text + "    return model\n";
}

} // namespace tileline
