// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/frameworks/formats.h"

#include "core/frameworks/pythonliteral.h"

namespace tileline {

namespace {

/// What sets a checkpoint after each of the layers.
std::string checkpointCode(const ExportPlan& plan, const std::vector<LayerIndex>& layers) {
    std::string text =
        "\n# Modules that end with a checkpoint: the backward pass computes again from there.\n"
        "CHECKPOINTS = [\n";
    for (const LayerIndex layer : layers) {
        text += "    " + pythonLiteral(plan.modulePath(layer)) + ",\n";
    }
    return text + "]\n\n\n"
                  "def checkpoint(module, inputs, outputs):\n"
                  "    \"\"\"Keep what a module returns for the backward pass. A forward hook.\"\"\"\n"
                  "    if isinstance(outputs, (list, tuple)):\n"
                  "        return type(outputs)(checkpoint(module, inputs, output) for output in outputs)\n"
                  "    return poptorch.recomputationCheckpoint(outputs) if torch.is_tensor(outputs) else "
                  "outputs\n";
}

} // namespace

std::string poptorchAnnotations(const ExportPlan& plan, const PoptorchExportOptions& options) {
    const std::vector<LayerIndex> checkpoints = checkpointLayers(plan, options);
    std::string text = "# Pipeline blocks of a model for PopTorch, written by Tileline.\n"
                       "# Use it with the options file that was written with it.\n"
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
