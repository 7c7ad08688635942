// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/outputarguments.h"
#include "app/cli/profilearguments.h"
#include "core/export/reports.h"

#include <CLI/CLI.hpp>

namespace tileline::cli {

namespace {

struct SegmentsArguments {
    ProfileArguments profile;
    OutputArguments output;
};

Outcome<ExitStatus> run(const SegmentsArguments& arguments, Context& context) {
    const auto opened = arguments.profile.open(context);
    if (!opened) {
        return opened.failure();
    }
    const auto estimator = buildEstimator(*opened, context);
    if (!estimator) {
        return estimator.failure();
    }
    const auto table = fillTable(*estimator, SplitPlan(opened->layers->count()), context);
    if (!table) {
        return table.failure();
    }
    return arguments.output.write(segmentsTable(**table), context);
}

} // namespace

void addSegmentsCommand(CLI::App& app, Context& context) {
    CLI::App* command = app.add_subcommand(
        "segments", "Every run of layers: its fullest tile, and the bytes by category over all tiles");
    auto arguments = std::make_shared<SegmentsArguments>();
    arguments->profile.addTo(*command);
    arguments->output.addTable(*command);
    command->footer("`from` and `to` are positions in the layer list; 0 is the entry without a layer.\n"
                    "Example: tileline-cli segments report --json -o segments.json");
    context.onRun(*command, [arguments, &context] { return run(*arguments, context); });
}

} // namespace tileline::cli
