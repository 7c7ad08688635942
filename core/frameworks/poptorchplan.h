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
#include <vector>

namespace tileline {

/// What the estimate of a plan in the pipeline setting assumes, so that the export can say the same.
struct ExportAssumptions {
    PipelineOptions options;
    bool training = false;
};

/// A plan as an exporter sees it: the names and modules of the layers, and where the layers are split. Plain
/// data, so that every exporter is a pure function from an ExportPlan to text.
///
/// Entry 0 of PopLiner's layer list is *none*: the operations outside any layer, which belong to the first
/// stage. In the pipeline setting, it is normally Input. A block of the first stage begins at its module if
/// that is known, otherwise at the module of the first layer. What the model runs before that module is in no
/// block and stays on IPU 0, where the first stage is. A first stage that consists only of *none* or Input
/// needs a module: without it the stage would have no block, and PopTorch does not allow empty stages. The
/// entry Output needs a module only where it begins a stage; else it runs in the last block.
struct ExportPlan {
    std::vector<std::optional<std::string>> layerNames; ///< by layer entry; *none* has no name
    std::vector<std::string> modulePaths;               ///< by layer entry; empty if not known
    SplitPlan plan;
    std::vector<EntryKind> kinds = {}; ///< by layer entry; empty: entry 0 is *none*
    /// Empty in PopLiner's setting.
    std::optional<ExportAssumptions> assumed = {};
    bool ofTensorflow = false; ///< the profile is of TensorFlow, so its names tell no modules of PyTorch

    /// By IPU; empty if there are no estimates: peak tile memory and the limit, in bytes.
    struct Fit {
        uint64_t peakTileBytes = 0;
        uint64_t limit = 0;
    };
    std::vector<Fit> fit;
    /// Whether the layer list is in the order in which the profile runs the layers.
    bool inExecutionOrder = true;

    /// The module path of a layer entry; empty if it is not known.
    std::string modulePath(LayerIndex layer) const;
    EntryKind kind(LayerIndex layer) const;
    /// The stages of the pipeline, and the IPUs that they run on.
    StagePlacement placement() const;
    /// "None" for *none*.
    std::string displayName(LayerIndex layer) const;
};

/// The plan of a profile, ready to be exported: names, the guessed module paths, and whether the layers are
/// listed in the order in which they run. `fit` is empty, and the plan is as in PopLiner's setting.
ExportPlan exportPlanOf(const Layers& layers, const SplitPlan& plan);

/// Sets what an export has to know of the profile and of the estimate. `entries` is null in PopLiner's
/// setting.
void setEstimate(ExportPlan& plan, const Profile& profile, const PipelineEntries* entries,
                 const PipelineOptions& options);

/// A named block of the model, and where it begins.
struct PoptorchBlock {
    std::string name; ///< the `user_id`
    LayerIndex layer; ///< the layer entry that it begins with
    std::string path; ///< path of the module at which it begins
};

/// A stage as PopTorch sees it.
struct PoptorchStage {
    std::vector<PoptorchBlock> blocks;
    uint32_t ipu = 0;
};

/// The stages in execution order. checkExport() refuses a stage without blocks.
std::vector<PoptorchStage> poptorchStages(const ExportPlan& plan, const PoptorchExportOptions& options);

/// Calls `each(layer, stage, ipu)` for all entries, in order.
template <class Each>
void forEachEntry(const ExportPlan& plan, Each each) {
    const StagePlacement placement = plan.placement();
    for (uint32_t stage = 0; stage < placement.stages.size(); ++stage) {
        const LayerRange range = placement.stages[stage];
        const uint32_t ipu = stage < placement.ipus.size() ? stage : 0; // Output on the first IPU
        for (LayerIndex layer = range.first; layer <= range.last; layer = layer.next()) {
            each(layer, stage, ipu);
        }
    }
}

/// The text of an entry for messages: "Input", "layer \"3\"". ASCII. `none`: what entry *none* is called.
std::string entryText(const ExportPlan& plan, LayerIndex entry, const char* none = "None");

/// Whether the annotation file sets a checkpoint after every layer, because the estimate assumes them.
bool setsCheckpoints(const ExportPlan& plan, const PoptorchExportOptions& options);
/// The layers whose modules get one: those with a known module.
std::vector<LayerIndex> checkpointLayers(const ExportPlan& plan, const PoptorchExportOptions& options);
/// Whether the export is a pipeline that trains on several IPUs. Only then are there stashes, gradient
/// accumulators and recomputation.
bool trainsInPipeline(const ExportPlan& plan, const PoptorchExportOptions& options);

/// Number of IPUs of one replica: the highest IPU plus 1.
uint32_t ipusPerReplica(const std::vector<PoptorchStage>& stages);

/// The number of micro-batches in the files. It comes from the first of these that states it: the user for
/// this export, the user for the estimate, `otherwise`, the default of the estimate. Without an estimate, it
/// is as few as the pipeline needs. An execution that is no pipeline has one, unless the user states another
/// number.
MicroBatches microBatchesOf(const ExportPlan& plan, const PoptorchExportOptions& options,
                            std::optional<uint32_t> otherwise = {});

/// The number of IPUs that the whole export needs.
struct IpuCount {
    uint64_t used = 0;    ///< IPUs of one replica × replicas
    uint64_t rounded = 0; ///< `used` rounded up to a power of two; only powers of two are available
    uint64_t idle() const { return rounded - used; }
};
IpuCount ipuCount(const ExportPlan& plan, const PoptorchExportOptions& options);

} // namespace tileline
