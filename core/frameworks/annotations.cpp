// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/frameworks/annotations.h"

#include "core/frameworks/pythonliteral.h"

namespace tileline {

std::string poptorchAnnotations(const ExportPlan& plan, const PoptorchExportOptions& options) {
    std::string text = "# Pipeline blocks of a model for PopTorch, written by Tileline.\n"
                       "# Use it with the options file that was written with it.\n"
                       "import poptorch\n\n"
                       "# (module, block), in the order of execution.\n"
                       "BLOCKS = [\n";
    for (const PoptorchStage& stage : poptorchStages(plan, options)) {
        for (const PoptorchBlock& block : stage.blocks) {
            text += "    (" + pythonLiteral(block.path) + ", " + pythonLiteral(block.name) + "),\n";
        }
    }
    text += "]\n\n\n"
            "def annotate(model):\n"
            "    \"\"\"Begin the blocks in model. Call it before poptorch.inferenceModel or "
            "trainingModel.\"\"\"\n"
            "    poptorch.removeBlocks(model)\n"
            "    for path, block in BLOCKS:\n"
            "        poptorch.BeginBlock(model.get_submodule(path), user_id=block)\n"
            "    return model\n";
    return text;
}

} // namespace tileline
