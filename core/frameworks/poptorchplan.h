// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/frameworks/poptorchoptions.h"
#include "core/partition/splitplan.h"

#include <optional>
#include <string>
#include <vector>

namespace tileline {

/// A plan as an export sees it: layers by name and module, and where they are cut. Plain data, so that every
/// exporter is a pure function from it to text.
///
/// Entry 0 of the layer list is *none*: the operations outside any layer, which sit on the first stage. It
/// has no module of its own, so the first stage's block begins at the module of its first layer; what the
/// model runs before that is in no block and stays on IPU 0, where the first stage is. Give *none* a module
/// path (the embeddings, say) to begin there. A first stage that holds *none* alone needs such a path:
/// without it the stage would have no block, and PopTorch has no empty stages.
struct ExportPlan {
    std::vector<std::optional<std::string>> layerNames; ///< by layer entry; entry 0 has none
    std::vector<std::string> modulePaths;               ///< by layer entry; empty where none is known
    SplitPlan plan;

    /// By stage, where estimates are known: peak tile memory and the limit of its IPU in bytes.
    struct Fit {
        uint64_t peakTileBytes = 0;
        uint64_t limit = 0;
    };
    std::vector<Fit> fit;
    /// The layer list is in the order in which the profile runs the layers.
    bool inExecutionOrder = true;

    /// "None" for entry 0.
    std::string displayName(LayerIndex layer) const;
};

/// A named block of the model, and where it begins.
struct PoptorchBlock {
    std::string name; ///< the `user_id`
    LayerIndex layer; ///< the layer entry that it begins with
    std::string path; ///< of the module
};

/// A stage as PopTorch is told of it.
struct PoptorchStage {
    std::vector<PoptorchBlock> blocks;
    uint32_t ipu = 0;
};

/// The stages in execution order. A stage without blocks is one that checkExport() refuses.
std::vector<PoptorchStage> poptorchStages(const ExportPlan& plan, const PoptorchExportOptions& options);

/// The name of a stage's block, and of a layer's where blocks are per layer.
std::string stageBlockName(StageIndex stage);
std::string layerBlockName(const ExportPlan& plan, LayerIndex layer);

/// Stages as PopTorch counts them: the number of changes of the IPU along execution, plus 1.
uint32_t pipelineLength(const std::vector<PoptorchStage>& stages);
/// IPUs of one replica: the highest IPU plus 1.
uint32_t ipusPerReplica(const std::vector<PoptorchStage>& stages);

/// What the rules say of iterations.
uint32_t minDeviceIterations(const PoptorchExportOptions& options, uint32_t pipelineLength);
uint32_t minGradientAccumulation(const PoptorchExportOptions& options, uint32_t pipelineLength);

/// What the files will say: the user's number, or the minimum that the rules allow.
uint32_t effectiveDeviceIterations(const PoptorchExportOptions& options, uint32_t pipelineLength);
uint32_t effectiveGradientAccumulation(const PoptorchExportOptions& options, uint32_t pipelineLength);

/// The IPUs that the whole export asks for.
struct IpuCount {
    uint64_t used = 0;    ///< of one replica × replicas
    uint64_t rounded = 0; ///< up to a power of two, which is what can be had
    uint64_t idle() const { return rounded - used; }
};
IpuCount ipuCount(const ExportPlan& plan, const PoptorchExportOptions& options);

} // namespace tileline
