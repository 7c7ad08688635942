// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/optionchecks.h"
#include "core/generate/modelgenerator.h"

#include <CLI/CLI.hpp>

namespace tileline::cli {

namespace {

struct GenerateArguments {
    GeneratorOptions options;
    std::string directory;
};

/// The models with their sizes, for --help.
std::string modelList() {
    std::string text = "Models:\n";
    for (const ModelPreset& preset : modelPresets()) {
        std::string name = preset.name;
        name.resize(std::max<size_t>(name.size(), 12), ' ');
        text += "  " + name + preset.description + " (" + std::to_string(preset.layers) + " layers, " +
                std::to_string(preset.tiles) + " tiles, " + (preset.training ? "training" : "inference") +
                ")\n";
    }
    return text;
}

void addOptions(CLI::App& command, GenerateArguments& arguments) {
    GeneratorOptions& options = arguments.options;
    command.add_option("model", options.model, "Model to generate")
        ->type_name("MODEL")
        ->capture_default_str();
    CLI::Option* output =
        command.add_option("-o,--output", arguments.directory, "Directory to write to; made if need be");
    refuseEmpty(output)->type_name("DIR")->required();
    const auto number = [&](const char* flag, auto& value, const char* text, uint64_t greatest = UINT32_MAX) {
        CLI::Option* option = command.add_option(flag, value, text)->type_name("N");
        return takeWholeNumber(option, 0, greatest);
    };
    number("--layers", options.layers, "Number of layers");
    number("--tiles", options.tiles, "Tiles of an IPU; with fewer the model gets narrower, too");
    number("--batch", options.batch, "Samples at once");
    number("--replicas", options.replicas, "Replicas of the model")->capture_default_str();
    number("--seed", options.seed, "The same seed gives the same profile", UINT64_MAX)->capture_default_str();
    CLI::Option* training = command.add_flag_callback(
        "--training", [&options] { options.training = true; }, "With backward pass and optimiser");
    CLI::Option* inference = command.add_flag_callback(
        "--inference", [&options] { options.training = false; }, "Forward only");
    training->excludes(inference);
}

Outcome<ExitStatus> run(const GenerateArguments& arguments, Context& context) {
    auto model = TRY(generateModel(arguments.options, context.progress(), context.stop()));
    TRY(writeModel(model, arguments.directory, context.progress(), context.stop()));
    context.clearProgress();
    return ExitStatus::Done;
}

} // namespace

void addGenerateCommand(CLI::App& app, Context& context) {
    CLI::App* command = app.add_subcommand("generate", "A synthetic profile, to try things out with");
    auto arguments = std::make_shared<GenerateArguments>();
    addOptions(*command, *arguments);
    command->footer(modelList() +
                    "\nExample: tileline-cli generate bert-large -o report --layers 12 --training");
    context.onRun(*command, [arguments, &context] { return run(*arguments, context); });
}

} // namespace tileline::cli
