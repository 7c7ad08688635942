// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/frameworks/poptorchplan.h"

#include "core/base/sequences.h"
#include "core/estimate/stageplacement.h"
#include "core/frameworks/pythonliteral.h"
#include "core/layers/modulepaths.h"

#include <algorithm>
#include <bit>

namespace tileline {

namespace {

/// The IPU of a stage. If Output is on the first IPU, there are `ipus` + 1 stages, the last on the first IPU.
uint32_t ipuOf(size_t stage, size_t ipus, ExecutionStrategy strategy) {
    if (strategy == ExecutionStrategy::ParallelPhased) {
        return static_cast<uint32_t>(stage % 2);
    }
    ipus = strategy == ExecutionStrategy::SerialPhased ? 0 : ipus;
    return stage < ipus ? static_cast<uint32_t>(stage) : 0;
}

/// The entry at which the first block of a stage begins. This is the first entry or, if the first is *none*
/// or Input and has no known module, the second. Empty if the second entry is needed, but missing.
std::optional<LayerIndex> beginOf(const ExportPlan& plan, LayerRange stage) {
    const EntryKind kind = plan.kind(stage.first);
    if ((kind != EntryKind::None && kind != EntryKind::Input) || !plan.modulePath(stage.first).empty()) {
        return stage.first;
    }
    return stage.size() > 1 ? std::optional(stage.first.next()) : std::nullopt;
}

bool runsInOrder(const Layers& layers) {
    LayerIndex last;
    std::vector<bool> seen(layers.count(), false);
    for (const LayeredOperation& operation : layers.operations) {
        if (!operation.inLayer() || seen[operation.layer.index()]) {
            continue;
        }
        seen[operation.layer.index()] = true;
        if (operation.layer < last) {
            return false;
        }
        last = operation.layer;
    }
    return true;
}

std::string layerBlockName(const ExportPlan& plan, LayerIndex layer) {
    const EntryKind kind = plan.kind(layer);
    return kind == EntryKind::Layer   ? "layer" + plan.layerNames[layer.index()].value_or("")
           : kind == EntryKind::None  ? "first"
           : kind == EntryKind::Input ? "input"
                                      : "output";
}

} // namespace

std::string entryText(const ExportPlan& plan, LayerIndex entry, const char* none) {
    const EntryKind kind = plan.kind(entry);
    return kind == EntryKind::Layer   ? "layer " + pythonLiteral(plan.displayName(entry))
           : kind == EntryKind::None  ? none
           : kind == EntryKind::Input ? "Input"
                                      : "Output";
}

std::string enumeration(std::span<const std::string_view> names) {
    std::string text;
    for (const std::string_view& name : names) {
        text += text.empty() ? "" : &name == &names.back() ? " or " : ", ";
        text += name;
    }
    return text;
}

std::string ExportPlan::modulePath(LayerIndex layer) const {
    return layer.index() < modulePaths.size() ? modulePaths[layer.index()] : std::string();
}

EntryKind ExportPlan::kind(LayerIndex layer) const {
    return !kinds.empty() ? kinds[layer.index()] : layer.value == 0 ? EntryKind::None : EntryKind::Layer;
}

StagePlacement ExportPlan::placement() const {
    return assumed ? placeStages(plan, kinds, assumed->options) : placeStages(plan);
}

std::string ExportPlan::displayName(LayerIndex layer) const {
    return layerNames[layer.index()].value_or("None");
}

std::vector<PoptorchStage> poptorchStages(const ExportPlan& plan, const PoptorchExportOptions& options) {
    const StagePlacement placement = plan.placement();
    std::vector<PoptorchStage> stages;
    for (const LayerRange range : placement.stages) {
        PoptorchStage stage;
        stage.ipu = ipuOf(stages.size(), placement.ipus.size(), options.strategy);
        const std::optional<LayerIndex> begin = beginOf(plan, range);
        if (begin && options.blocks == BlockNaming::PerStage) {
            stage.blocks.push_back(
                {"stage" + std::to_string(stages.size()), *begin, plan.modulePath(*begin)});
        } else if (begin) {
            for (LayerIndex layer = *begin; layer <= range.last; layer = layer.next()) {
                if (layer != *begin && plan.kind(layer) == EntryKind::Output &&
                    plan.modulePath(layer).empty()) {
                    continue; // Output then runs in the last block
                }
                stage.blocks.push_back({layerBlockName(plan, layer), layer, plan.modulePath(layer)});
            }
        }
        stages.push_back(std::move(stage));
    }
    return stages;
}

bool saysOption(const PoptorchExportOptions& options, std::string_view name) {
    return std::ranges::any_of(options.extraLines, [&](const OptionLine& line) {
        return line.call() && line.call()->starts_with(name);
    });
}

bool setsCheckpoints(const ExportPlan& plan, const PoptorchExportOptions& options) {
    return options.mode == ExportMode::Training && options.strategy == ExecutionStrategy::Pipelined &&
           plan.assumed && plan.assumed->options.recompute == Recompute::Layers;
}

std::vector<LayerIndex> checkpointLayers(const ExportPlan& plan, const PoptorchExportOptions& options) {
    std::vector<LayerIndex> layers;
    for (uint32_t layer = 0; setsCheckpoints(plan, options) && layer < plan.layerNames.size(); ++layer) {
        if (plan.kind({layer}) == EntryKind::Layer && !plan.modulePath({layer}).empty()) {
            layers.push_back({layer});
        }
    }
    return layers;
}

bool trainsInPipeline(const ExportPlan& plan, const PoptorchExportOptions& options) {
    return options.mode == ExportMode::Training && options.strategy == ExecutionStrategy::Pipelined &&
           plan.placement().ipus.size() > 1;
}

uint32_t ipusPerReplica(const std::vector<PoptorchStage>& stages) {
    return greatestOf(stages, &PoptorchStage::ipu) + 1;
}

MicroBatches microBatchesOf(const ExportPlan& plan, const PoptorchExportOptions& options,
                            std::optional<uint32_t> otherwise) {
    const bool training = options.mode == ExportMode::Training;
    const size_t stages =
        options.strategy == ExecutionStrategy::Pipelined ? plan.placement().stages.size() : 1;
    std::optional<uint32_t> asked = training ? options.gradientAccumulation : options.deviceIterations;
    if (!asked && plan.assumed) {
        asked = plan.assumed->options.microBatches;
    }
    asked = asked ? asked : otherwise;
    const bool fewest = !asked && !plan.assumed;
    MicroBatches batches = MicroBatches::of(fewest ? 1 : asked, stages, training);
    batches.wanted = fewest ? batches.count : batches.wanted;
    return batches;
}

IpuCount ipuCount(const ExportPlan& plan, const PoptorchExportOptions& options) {
    const uint64_t used = uint64_t{ipusPerReplica(poptorchStages(plan, options))} * options.replicationFactor;
    return {used, std::bit_ceil(used)};
}

ExportPlan exportPlanOf(const Layers& layers, const SplitPlan& plan) {
    ExportPlan result;
    result.layerNames = mapped(layers.count(), [&](uint32_t layer) { return layers.nameInFiles({layer}); });
    result.modulePaths = guessModulePaths(layers);
    result.plan = plan;
    result.kinds = layers.kinds;
    result.inExecutionOrder = runsInOrder(layers);
    return result;
}

void setEstimate(ExportPlan& plan, const Profile& profile, const PipelineEntries* entries,
                 const PipelineOptions& options) {
    plan.assumed.reset();
    if (entries != nullptr) {
        plan.assumed = {options, entries->passes().training()};
    }
    plan.ofTensorflow = std::ranges::any_of(profile.operationDetails, [](const OperationDetail& detail) {
        return detail.debug.json.find("\"hlo_name\"") != std::string::npos;
    });
}

} // namespace tileline
