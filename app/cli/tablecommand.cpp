// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/tablecommand.h"

#include "app/cli/outputarguments.h"

#include <CLI/CLI.hpp>

namespace tileline::cli {

namespace {

struct TableArguments {
    ProfileArguments profile;
    OutputArguments output;
};

} // namespace

void addTableCommand(CLI::App& app, Context& context, const TableCommand& table) {
    CLI::App* command = app.add_subcommand(table.name, table.description);
    auto arguments = std::make_shared<TableArguments>();
    arguments->profile.addTo(*command, table.settings);
    arguments->output.addTable(*command);
    command->footer(table.footer);
    context.onRun(*command, [arguments, make = table.make, &context]() -> Outcome<ExitStatus> {
        auto opened = TRY(arguments->profile.open(context));
        auto made = TRY(make(opened, context));
        return arguments->output.write(made, context);
    });
}

} // namespace tileline::cli
