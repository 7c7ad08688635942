// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/stageestimate.h"
#include "core/frameworks/poptorchoptions.h"
#include "core/layers/layers.h"
#include "core/layers/pipelineentries.h"
#include "core/plan/settingoptions.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tileline {

/// What the estimate of a plan assumes in the pipeline setting. The export should state the same assumptions.
struct ExportAssumptions {
    PipelineOptions options;
    bool training = false;
};

/// The data of a plan that exporters need: the names and modules of the layers, and the split points. An
/// ExportPlan is plain data, so every exporter can be a pure function from an ExportPlan to text.
///
/// Entry 0 of PopLiner's layer list is *none*: the operations outside any layer, which belong to the first
/// stage. In the pipeline setting, entry 0 is normally Input. The first stage's block begins at the module of
/// entry 0 if that is known, otherwise at the module of the first layer. Operations that run before the first
/// block stay on IPU 0, with the first stage. If entry 0 is the only entry of the first stage, the module of
/// entry 0 must be known; otherwise, the stage would have no block, and PopTorch does not allow empty stages.
/// The entry Output needs a module only if it begins a stage; otherwise, it runs in the last block.
struct ExportPlan {
    std::vector<std::optional<std::string>> layerNames; ///< by layer entry; empty for the entry *none*
    std::vector<std::string> modulePaths;               ///< by layer entry; empty if not known
    SplitPlan plan;
    std::vector<EntryKind> kinds = {}; ///< by layer entry; an empty list means that entry 0 is *none*
    /// The assumptions of the estimate; empty in PopLiner's setting.
    std::optional<ExportAssumptions> assumed = {};
    bool ofTensorflow = false; ///< a TensorFlow profile: its names are not those of PyTorch modules

    /// The peak tile memory and the limit of an IPU, in bytes. Without estimates, `fit` is empty.
    struct Fit {
        uint64_t peakTileBytes = 0;
        uint64_t limit = 0;
    };
    std::vector<Fit> fit;
    /// Whether the layers are listed in the order in which they run.
    bool inExecutionOrder = true;

    /// The module path of a layer entry; empty if it is not known.
    std::string modulePath(LayerIndex layer) const;
    EntryKind kind(LayerIndex layer) const;
    StagePlacement placement() const;
    /// The name to show for an entry; "None" for the entry *none*.
    std::string displayName(LayerIndex layer) const;
};

/// Makes an ExportPlan with the names and the guessed module paths of the layers, and sets
/// `inExecutionOrder`. `fit` and `assumed` stay empty.
ExportPlan exportPlanOf(const Layers& layers, const SplitPlan& plan);

/// Sets `assumed` and `ofTensorflow`. `entries` is null in PopLiner's setting.
void setEstimate(ExportPlan& plan, const Profile& profile, const PipelineEntries* entries,
                 const PipelineOptions& options);

/// A named block of the model, and the module at which it begins.
struct PoptorchBlock {
    std::string name; ///< the `user_id`
    LayerIndex layer; ///< the layer entry at which the block begins
    std::string path; ///< path of the module at which the block begins
};

/// A stage as PopTorch sees it.
struct PoptorchStage {
    std::vector<PoptorchBlock> blocks;
    uint32_t ipu = 0;
};

/// The stages in execution order. A stage may have no blocks; checkExport() then refuses the export.
std::vector<PoptorchStage> poptorchStages(const ExportPlan& plan, const PoptorchExportOptions& options);

/// Calls `each(layer, stage, ipu)` for all entries, in order.
template <class Each>
void forEachEntry(const ExportPlan& plan, Each each) {
    const StagePlacement placement = plan.placement();
    for (uint32_t stage = 0; stage < placement.stages.size(); ++stage) {
        const LayerRange range = placement.stages[stage];
        const uint32_t ipu = stage < placement.ipus.size() ? stage : 0; // Output may share IPU 0
        for (LayerIndex layer = range.first; layer <= range.last; layer = layer.next()) {
            each(layer, stage, ipu);
        }
    }
}

/// The text for an entry in messages, in ASCII: "Input", "layer \"3\"", or `none` for the entry *none*.
std::string entryText(const ExportPlan& plan, LayerIndex entry, const char* none = "None");

/// Whether an extra line of the export contains a call that begins with the option name `name`.
bool saysOption(const PoptorchExportOptions& options, std::string_view name);
/// Whether the annotation file sets a checkpoint after every layer, as the estimate assumes.
bool setsCheckpoints(const ExportPlan& plan, const PoptorchExportOptions& options);
/// The layers that end with a checkpoint: all layers with a known module if setsCheckpoints() is true;
/// otherwise, none.
std::vector<LayerIndex> checkpointLayers(const ExportPlan& plan, const PoptorchExportOptions& options);
/// Whether the export is a pipeline that trains on several IPUs. Other exports have no stashes, gradient
/// accumulators or recomputation.
bool trainsInPipeline(const ExportPlan& plan, const PoptorchExportOptions& options);

/// The number of IPUs of one replica: the highest IPU number plus 1.
uint32_t ipusPerReplica(const std::vector<PoptorchStage>& stages);

/// The number of micro-batches to write. The user's choice for the export comes first, then the user's choice
/// for the estimate, then `otherwise`, then the estimate's default. Without an estimate, the default is the
/// fewest micro-batches that the pipeline can run with, or 1 if the export is no pipeline.
MicroBatches microBatchesOf(const ExportPlan& plan, const PoptorchExportOptions& options,
                            std::optional<uint32_t> otherwise = {});

/// The number of IPUs that the whole export needs.
struct IpuCount {
    uint64_t used = 0;    ///< IPUs of one replica × replicas
    uint64_t rounded = 0; ///< `used` rounded up to a power of two; other numbers of IPUs cannot be acquired
    uint64_t idle() const { return rounded - used; }
};
IpuCount ipuCount(const ExportPlan& plan, const PoptorchExportOptions& options);

} // namespace tileline
