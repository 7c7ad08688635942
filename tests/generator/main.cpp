// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
// tileline-generate MODEL -o DIRECTORY: writes a synthetic profile for the bundled sample, tests and
// benchmarks.
#include "core/base/errortext.h"
#include "tests/generator/modelgenerator.h"

#include <CLI/CLI.hpp>

#include <iostream>

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

void addOptions(CLI::App& app, GeneratorOptions& options, std::string& directory) {
    app.add_option("model", options.model, "Model to generate")->type_name("MODEL")->capture_default_str();
    app.add_option("-o,--output", directory, "Directory to write to; it is created if it does not exist")
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
}

Outcome<Done> generate(const GeneratorOptions& options, const std::string& directory) {
    const GeneratedModel model = TRY(generateModel(options));
    return writeModel(model, directory);
}

} // namespace

int main(int argc, char** argv) {
    CLI::App app("Writes a synthetic profile");
    GeneratorOptions options;
    std::string directory;
    addOptions(app, options, directory);
    app.footer(modelList());
    CLI11_PARSE(app, argc, argv);
    const auto written = generate(options, directory);
    if (!written) {
        std::cerr << describe(written.failure().error()) << '\n';
        return 1;
    }
    return 0;
}
