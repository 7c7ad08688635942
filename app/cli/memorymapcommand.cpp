// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/optionchecks.h"
#include "app/cli/outputarguments.h"
#include "app/cli/profilearguments.h"
#include "core/output/memorytables.h"

#include <CLI/CLI.hpp>

namespace tileline::cli {

namespace {

struct MemoryMapArguments {
    SourceArguments source;
    OutputArguments output;
    TileArguments tiles;
};

Outcome<ExitStatus> run(const MemoryMapArguments& arguments, Context& context) {
    const std::string& path = arguments.source.paths().front();
    const ProfilePtr profile = TRY(arguments.source.load(path, context));
    printNotes(*profile, context);
    const TileRange tiles = TRY(arguments.tiles.range(*profile));
    const auto entries = TRY(memoryMap(*profile, TileId{tiles.begin}, context.stop()));
    if (profile->lowered.address.empty() && !entries.empty()) {
        context.note("the report does not say where variables lie, so there are no offsets");
    }
    const Columns<MapEntry> columns = memoryMapColumns(*profile);
    const TableWriter writer(columns.columns(), arguments.output.tableFormat());
    return arguments.output.writeRows(
        writer.begin(), entries.size(),
        [&](size_t row) { return writer.row(row, columns.row(entries[row])); }, writer.end(entries.size()),
        context);
}

} // namespace

void addMemoryMapCommand(CLI::App& app, Context& context) {
    CLI::App* command =
        app.add_subcommand("memory-map", "Where each variable lies in a tile's memory, and when");
    auto arguments = std::make_shared<MemoryMapArguments>();
    arguments->source.addTo(*command);
    arguments->tiles.addTileTo(*command);
    arguments->output.addTable(*command);
    command->footer(
        "A row for each allocated variable and each run of steps in which it is live. The run begins\n"
        "at `from` and ends before `to`. `variable` is the id of the lowered variable.\n"
        "Example: tileline-cli memory-map report --tile 0 --json");
    context.onRun(*command, [arguments, &context] { return run(*arguments, context); });
}

} // namespace tileline::cli
