// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/exportcommandoptions.h"

#include "app/cli/aligned.h"
#include "app/cli/optionchecks.h"
#include "core/plan/settingoptions.h"

#include <CLI/CLI.hpp>

namespace tileline::cli {

namespace {

CLI::Option* addChoice(CLI::App& command, const char* flag, std::optional<std::string>& value,
                       const char* text, const std::vector<std::string>& choices) {
    return command.add_option(flag, value, text)
        ->type_name("NAME")
        ->check(CLI::IsMember(choices).description(""))
        ->group("PopTorch");
}

} // namespace

void ExportOptionArguments::addTo(CLI::App& command) {
    addChoice(command, "--mode", m_mode,
              "What is planned and exported: auto|inference|training; auto, the default: as the profile is, "
              "in PopLiner's setting inference",
              {"auto", "inference", "training"});
    addChoice(command, "--strategy", m_strategy,
              "pipelined (the default), sharded, serial-phased or parallel-phased",
              {"pipelined", "sharded", "serial-phased", "parallel-phased"});
    addChoice(command, "--blocks", m_blocks, "One block for each stage (the default) or for each layer",
              {"stage", "layer"});
    const auto number = [&](const char* flag, std::optional<uint32_t>& value, const char* text) {
        CLI::Option* option = command.add_option(flag, value, text)->type_name("N")->group("PopTorch");
        takeWholeNumber(option, 0, UINT32_MAX);
    };
    number("--device-iterations", m_deviceIterations,
           "Inference: as --gradient-accumulation, and goes before it; training: default 1");
    number("--gradient-accumulation", m_gradientAccumulation,
           "Micro-batches of the estimate and of the files, in inference as device iterations; at least the "
           "depth of the pipeline. Default: 64, for a plan of one stage 1; in PopLiner's setting that depth");
    number("--replication-factor", m_replicationFactor, "Replicas of the whole pipeline; default 1");
    command
        .add_option("--available-memory-proportion", m_memoryProportion,
                    "The proportion that the profile was made with; not written by default")
        ->type_name("P")
        ->group("PopTorch");
    command
        .add_option("--option", m_extraLines,
                    "A further option line, as in 'enableSyntheticData(True)'; repeatable")
        ->type_name("LINE")
        ->allow_extra_args(false)
        ->group("PopTorch");
    command
        .add_option("--module", m_modules,
                    "The module of a layer where the operation names do not tell it; @input and @output are "
                    "the modules "
                    "at which Input and Output begin; an empty LAYER stands for the first entry; repeatable")
        ->type_name("LAYER=PATH")
        ->allow_extra_args(false);
}

std::optional<PassMode> ExportOptionArguments::mode() const {
    return m_mode ? std::optional(*parseOption<PassMode>(*m_mode)) : std::nullopt;
}

std::optional<uint32_t> ExportOptionArguments::microBatches(ExportMode mode) const {
    return mode == ExportMode::Inference && m_deviceIterations ? m_deviceIterations : m_gradientAccumulation;
}

PoptorchExportOptions ExportOptionArguments::applyTo(PoptorchExportOptions options) const {
    const auto replace = [](auto& value, const auto& given) {
        if (given) {
            value = *given;
        }
    };
    // The parser has already checked the names.
    replace(options.mode, m_mode ? choiceOf<ExportMode>(*m_mode) : std::nullopt);
    replace(options.strategy, m_strategy ? choiceOf<ExecutionStrategy>(*m_strategy) : std::nullopt);
    replace(options.blocks, m_blocks ? choiceOf<BlockNaming>(*m_blocks) : std::nullopt);
    const bool inference = options.mode == ExportMode::Inference;
    replace(options.deviceIterations, inference ? microBatches(options.mode) : m_deviceIterations);
    replace(options.gradientAccumulation, m_gradientAccumulation);
    replace(options.replicationFactor, m_replicationFactor);
    replace(options.availableMemoryProportion, m_memoryProportion);
    for (const std::string& line : m_extraLines) {
        options.extraLines.emplace_back(line, OptionSource::Typed);
    }
    return options;
}

Result<Done> ExportOptionArguments::setModules(const Layers& layers, ExportPlan& plan) const {
    for (const std::string& module : m_modules) {
        // Layer names may contain `=`. Module paths hardly ever do, so split at the last one.
        const size_t equals = module.rfind('=');
        if (equals == std::string::npos) {
            return Error{ErrorCode::BadArgument, {}, "--module", "LAYER=PATH", printable(module)};
        }
        const std::string name = module.substr(0, equals);
        const auto layer = name.empty() ? std::optional(LayerIndex{0}) : layers.findNameInFiles(name);
        if (!layer) {
            return Error{ErrorCode::UnknownLayer, {}, "--module", "a layer of the profile", printable(name)};
        }
        plan.modulePaths[layer->index()] = module.substr(equals + 1);
    }
    return Done{};
}

} // namespace tileline::cli
