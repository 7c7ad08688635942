// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
// tileline-generate MODEL -o DIRECTORY: writes a synthetic profile for the bundled sample, tests and
// benchmarks.
#include "app/generate/modelgenerator.h"
#include "core/base/errortext.h"

#include <CLI/CLI.hpp>

#include <iostream>
#include <map>

namespace {

using namespace tileline;

/// The models and their sizes, for --help.
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

/// The format to write, and how the files in Poplar's format differ from the usual ones.
struct Output {
    std::string directory;
    std::string format = "tileline";
    PoplarVariant variant;
};

void addVariants(CLI::App& app, PoplarVariant& variant) {
    static const std::map<std::string, PoplarCalls> calls{
        {"profile", PoplarCalls::AsInProfile},
        {"children", PoplarCalls::Children},
        {"functions", PoplarCalls::Functions},
        {"both", PoplarCalls::FunctionsAndChildren},
    };
    const auto unset = [&app](const std::string& name, bool& value, const std::string& help) {
        app.add_flag_callback(
               name, [&value] { value = false; }, help)
            ->group("Variants of profile.pop");
    };
    const auto set = [&app](const std::string& name, bool& value, const std::string& help) {
        app.add_flag(name, value, help)->group("Variants of profile.pop");
    };
    app.add_option("--minor", variant.minor, "Minor version of the schema")
        ->group("Variants of profile.pop")
        ->capture_default_str();
    app.add_option("--calls", variant.calls,
                   "How a Call names its programs: profile, children, functions or both")
        ->transform(CLI::CheckedTransformer(calls).description(""))
        ->type_name("HOW")
        ->group("Variants of profile.pop");
    unset("--no-lowered-variables", variant.loweredVariables, "As without autoReport.outputLoweredVars");
    unset("--no-debug", variant.debugContexts, "No debug information, and nothing that refers to it");
    unset("--no-execution", variant.execution, "As if the model had never run");
    set("--container-steps", variant.containerSteps, "Programs with children are liveness steps too");
    set("--dangling-variables", variant.danglingVariables, "Ids of variables that have no row");
    set("--compilation-steps", variant.compilationSteps, "Programs are listed for two compilation steps");
}

void addTraits(CLI::App& app, ModelTraits& traits) {
    static const std::map<std::string, GradientNames> names{
        {"operations", GradientNames::Operations},
        {"residual", GradientNames::Residual},
        {"none", GradientNames::None},
    };
    const auto flag = [&app](const std::string& name, bool& value, const std::string& help) {
        app.add_flag(name, value, help)->group("Like real profiles");
    };
    flag("--tile-layout", traits.tileLayout, "Code and addresses, as Poplar lays out the tiles");
    flag("--uneven-tiles", traits.unevenTiles, "A few tiles are far fuller than the others");
    flag("--layer-function", traits.layerFunction, "Layers are calls of one function");
    flag("--branches", traits.branches, "Switches and loops");
    flag("--tied-weights", traits.tiedWeights, "The output layer uses the word embedding");
    flag("--two-stacks", traits.twoStacks, "The second half of the layers is a decoder");
    flag("--recomputed", traits.recomputed, "Compiled with recomputation");
    app.add_option("--gradient-names", traits.gradientNames,
                   "Gradients with names: operations, residual (also the sums) or none")
        ->transform(CLI::CheckedTransformer(names).description(""))
        ->type_name("WHICH")
        ->group("Like real profiles");
    flag("--measured-trace", traits.measuredTrace,
         "The steps of two runs, of a pipeline if there are several IPUs");
    flag("--estimated-trace", traits.estimatedTrace, "Estimated cycles of programs");
    flag("--block-trace", traits.blockTrace, "Blocks of light-weight profiling");
    app.add_option("--iterations", traits.iterations, "Iterations of each run of a trace")
        ->group("Like real profiles")
        ->capture_default_str();
    app.add_option("--ipus", traits.ipus, "IPUs of the model")
        ->group("Like real profiles")
        ->capture_default_str();
}

void addOptions(CLI::App& app, GeneratorOptions& options, Output& output) {
    app.add_option("model", options.model, "Model to generate")->type_name("MODEL")->capture_default_str();
    app.add_option("-o,--output", output.directory,
                   "Directory to write to; it is created if it does not exist")
        ->type_name("DIR")
        ->required();
    app.add_option("--layers", options.layers, "Number of layers");
    app.add_option("--tiles", options.tiles, "Tiles of an IPU; a model for fewer tiles is narrower");
    app.add_option("--batch", options.batch, "Batch size");
    app.add_option("--replicas", options.replicas, "Replicas of the model")->capture_default_str();
    app.add_option("--seed", options.seed, "The same seed gives the same profile")->capture_default_str();
    CLI::Option* training = app.add_flag_callback(
        "--training", [&options] { options.training = true; }, "With backward pass and optimiser");
    CLI::Option* inference = app.add_flag_callback(
        "--inference", [&options] { options.training = false; }, "Forward only");
    training->excludes(inference);
    app.add_option("--format", output.format, "tileline, or pop for Poplar's own profile.pop")
        ->check(CLI::IsMember({"tileline", "pop"}))
        ->capture_default_str();
    addTraits(app, options.traits);
    addVariants(app, output.variant);
}

Outcome<Done> generate(const GeneratorOptions& options, const Output& output) {
    const GeneratedModel model = TRY(generateModel(options));
    return output.format == "pop" ? writePoplarModel(model, output.directory, output.variant)
                                  : writeModel(model, output.directory);
}

} // namespace

int main(int argc, char** argv) {
    CLI::App app("Writes a synthetic profile");
    GeneratorOptions options;
    Output output;
    addOptions(app, options, output);
    app.footer(modelList());
    CLI11_PARSE(app, argc, argv);
    const auto written = generate(options, output);
    if (!written) {
        std::cerr << describe(written.failure().error()) << '\n';
        return 1;
    }
    return 0;
}
