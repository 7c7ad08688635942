// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/outputarguments.h"
#include "app/cli/profilearguments.h"
#include "core/export/operationfigures.h"
#include "core/export/reports.h"

#include <CLI/CLI.hpp>

namespace tileline::cli {

namespace {

struct OperationsArguments {
    ProfileArguments profile;
    OutputArguments output;
};

Outcome<ExitStatus> run(const OperationsArguments& arguments, Context& context) {
    const auto opened = arguments.profile.open(context);
    if (!opened) {
        return opened.failure();
    }
    const auto figures =
        operationFigures(*opened->profile, *opened->layers, context.workers(), context.stop());
    if (!figures) {
        return figures.failure();
    }
    return arguments.output.write(operationsTable(*opened->profile, *opened->layers, *figures), context);
}

} // namespace

void addOperationsCommand(CLI::App& app, Context& context) {
    CLI::App* command = app.add_subcommand(
        "operations", "The operations: layer, note, name, bytes by category, steps, source");
    auto arguments = std::make_shared<OperationsArguments>();
    arguments->profile.addTo(*command);
    arguments->output.addTable(*command);
    command->footer("Example: tileline-cli operations report --format csv -o operations.csv");
    context.onRun(*command, [arguments, &context] { return run(*arguments, context); });
}

} // namespace tileline::cli
