// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/frameworks/poptorchcalls.h"

#include <algorithm>
#include <array>
#include <utility>

namespace tileline {

namespace {

using Parameter = PoptorchParameter;

constexpr Parameter Enabled[]{{"enabled", "bool"}};
constexpr Parameter Use[]{{"use", "bool", false}};
constexpr Parameter Value[]{{"value", "bool"}};
constexpr Parameter Show[]{{"show", "bool", false}};
constexpr Parameter Relax[]{{"relax", "bool", false}};
constexpr Parameter BroadcastBuffers[]{{"broadcast_buffers", "bool", false}};
constexpr Parameter UseModel[]{{"use_model", "bool"}};
constexpr Parameter LogCycleCount[]{{"log_cycle_count", "bool"}};
constexpr Parameter AutocastEnabled[]{{"autocast_enabled", "bool"}};
constexpr Parameter TraceModel[]{{"trace_model", "bool"}};
constexpr Parameter IpuId[]{{"ipu_id", "int"}};
constexpr Parameter IpuVersion[]{{"ipu_version", "int", false}};
constexpr Parameter RandomSeed[]{{"random_seed", "int"}};
constexpr Parameter NumTiles[]{{"num_tiles", "int"}};
constexpr Parameter MaxLines[]{{"max_lines", "int|None"}};
constexpr Parameter ModelName[]{{"name", "plain name"}};
constexpr Parameter Strings[]{{"excludes", "[str]"}};
constexpr Parameter Excludes[]{{"*excludes", "str", false}};
constexpr Parameter Buffers[]{{"buffers", "[str]"}};
constexpr Parameter Connection[]{{"connection_type", "ConnectionType"}};
constexpr Parameter Sync[]{{"sync_pattern", "SyncPattern"}};
constexpr Parameter Output[]{{"output_mode", "OutputMode"}, {"output_return_period", "int|None", false}};
constexpr Parameter Anchor[]{{"anchor_mode", "AnchorMode"}, {"anchor_return_period", "int|None", false}};
constexpr Parameter AnchorTensor[]{{"short_name", "str"},
                                   {"long_name", "str"},
                                   {"output_mode", "OutputMode|None", false},
                                   {"output_return_period", "int|None", false}};
constexpr Parameter Grouping[]{{"input_group_size", "int"}, {"input_group_type", "CommGroupType"}};
constexpr Parameter Casting[]{{"half_float_casting", "HalfFloatCastingBehavior"}};
constexpr Parameter Dtype[]{{"dtype", "torch"}};
constexpr Parameter Reduction[]{{"reduction_type", "ReductionType"}};
constexpr Parameter MeanReduction[]{{"mean_reduction_strategy", "MeanReductionStrategy"}};
constexpr Parameter EnvironmentNames[]{{"var_num_processes", "str"}, {"var_process_id", "str"}};
constexpr Parameter ProcessId[]{{"process_id", "int"}, {"num_processes", "int"}};
constexpr Parameter Recomputation[]{{"key", "\"autoRecomputation\""}, {"value", "0..4"}};
constexpr Parameter Patterns[]{{"patterns", "{str: bool}"}, {"level", "int", false}};
constexpr Parameter EngineOptions[]{{"engine_options", "{str: str}"}};
constexpr Parameter LogDirectory[]{{"log_dir", "str"}};
constexpr Parameter CachePath[]{{"path", "str|None"}};
constexpr Parameter ProfileDirectory[]{{"profile_dir", "str|None", false}};

constexpr PoptorchOption Options[]{
    {"anchorMode", Anchor},
    {"anchorTensor", AnchorTensor},
    {"appendToLocationExcludes", Excludes},
    {"broadcastBuffers", BroadcastBuffers},
    {"connectionType", Connection},
    {"disableModuleNamescope"},
    {"enableStableNorm", Enabled},
    {"enableSyntheticData", Enabled},
    {"inputReplicaGrouping", Grouping},
    {"logCycleCount", LogCycleCount},
    {"maxRepeatLogs", MaxLines},
    {"modelName", ModelName},
    {"outputMode", Output},
    {"randomSeed", RandomSeed},
    {"relaxOptimizerAttributesChecks", Relax},
    {"showCompilationProgressBar", Show},
    {"sourceLocationExcludes", Strings},
    {"syncPattern", Sync},
    {"updatableNamedBuffers", Buffers},
    {"useIpuId", IpuId},
    {"useIpuModel", UseModel},
    {"useOfflineIpuTarget", IpuVersion},

    {"Distributed.configureProcessId", ProcessId},
    {"Distributed.disable"},
    {"Distributed.setEnvVarNames", EnvironmentNames},
    {"Jit.traceModel", TraceModel},
    {"Precision.autocastEnabled", AutocastEnabled},
    {"Precision.enableFloatingPointExceptions", Enabled},
    {"Precision.enableStochasticRounding", Enabled},
    {"Precision.halfFloatCasting", Casting},
    {"Precision.runningStatisticsAlwaysFloat", Value},
    {"Precision.setPartialsType", Dtype},
    {"TensorLocations.numIOTiles", NumTiles},
    {"Training.accumulationAndReplicationReductionType", Reduction},
    {"Training.setAutomaticLossScaling", Enabled},
    {"Training.setConvolutionDithering", Enabled},
    {"Training.setMeanAccumulationAndReplicationReductionStrategy", MeanReduction},
    {"_Popart.set", Recomputation},
    {"_Popart.setPatterns", Patterns},

    {"enableExecutableCaching", CachePath, true},
    {"enableProfiling", ProfileDirectory, true},
    {"logDir", LogDirectory, true},
    // Engine options can name directories for reports.
    {"_Popart.setEngineOptions", EngineOptions, true},
};

constexpr std::array<std::string_view, 6> ExportOptions{
    "deviceIterations", "Training.gradientAccumulation", "replicationFactor",
    "autoRoundNumIPUs", "setAvailableMemoryProportion",  "setExecutionStrategy"};

struct Enumeration {
    std::string_view name;
    std::array<std::string_view, 5> values;
};

constexpr Enumeration Enumerations[]{
    {"AnchorMode", {"Final", "EveryN", "All", "Sum", "Default"}},
    {"CommGroupType", {"All", "Consecutive", "Orthogonal", "NoGrouping"}},
    {"ConnectionType", {"Always", "OnDemand", "Never"}},
    {"HalfFloatCastingBehavior", {"FloatDowncastToHalf", "HalfUpcastToFloat", "Default"}},
    {"MeanReductionStrategy", {"Running", "Post", "PostAndLoss"}},
    {"OutputMode", {"Final", "EveryN", "All", "Sum", "Default"}},
    {"ReductionType", {"Sum", "Mean", "NoReduction"}},
    {"SyncPattern", {"Full", "SinglePipeline", "ReplicaAndLadder"}},
    // PopTorch loads the file without the name `torch`, so these types are written as poptorch.torch.half.
    {"torch", {"half", "float16", "float", "float32"}},
};

} // namespace

const PoptorchOption* findPoptorchOption(std::string_view name) {
    const auto* const found = std::find_if(std::begin(Options), std::end(Options),
                                           [&](const PoptorchOption& option) { return option.name == name; });
    return found == std::end(Options) ? nullptr : found;
}

bool isSetByExport(std::string_view name) {
    return std::find(ExportOptions.begin(), ExportOptions.end(), name) != ExportOptions.end();
}

std::string_view enumerationOf(std::string_view name) {
    constexpr std::string_view Module = "poptorch.";
    const size_t dot = name.rfind('.');
    if (!name.starts_with(Module) || dot < Module.size()) {
        return {};
    }
    const std::string_view type = name.substr(Module.size(), dot - Module.size());
    const std::string_view value = name.substr(dot + 1);
    for (const Enumeration& known : Enumerations) {
        const bool has = std::find(known.values.begin(), known.values.end(), value) != known.values.end();
        if (known.name == type && has && !value.empty()) {
            return known.name;
        }
    }
    return {};
}

} // namespace tileline
