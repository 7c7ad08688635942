// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/outputarguments.h"
#include "app/cli/profilearguments.h"
#include "core/export/reports.h"

#include <CLI/CLI.hpp>

namespace tileline::cli {

namespace {

struct LayersArguments {
    ProfileArguments profile;
    OutputArguments output;
};

Outcome<ExitStatus> run(const LayersArguments& arguments, Context& context) {
    const auto opened = arguments.profile.open(context);
    if (!opened) {
        return opened.failure();
    }
    const auto estimator = buildEstimator(*opened, context);
    if (!estimator) {
        return estimator.failure();
    }
    const auto stages = estimateLayers(**estimator, context);
    if (!stages) {
        return stages.failure();
    }
    std::vector<uint64_t> crossing;
    for (uint32_t layer = 0; layer < (*estimator)->layerCount(); ++layer) {
        crossing.push_back((*estimator)->crossingBytes({layer}));
    }
    return arguments.output.write(layersTable(*opened->layers, *stages, crossing), context);
}

} // namespace

void addLayersCommand(CLI::App& app, Context& context) {
    CLI::App* command = app.add_subcommand(
        "layers", "The layers in order: what each needs by itself, what a split before it cuts");
    auto arguments = std::make_shared<LayersArguments>();
    arguments->profile.addTo(*command);
    arguments->output.addTable(*command);
    command->footer("Example: tileline-cli layers report --layer-order natural --json");
    context.onRun(*command, [arguments, &context] { return run(*arguments, context); });
}

} // namespace tileline::cli
