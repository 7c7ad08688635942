// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
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
    return arguments.output.write(memoryMapColumns(*profile), entries, context);
}

} // namespace

void addMemoryMapCommand(CLI::App& app, Context& context) {
    auto [command, arguments] = context.addCommand<MemoryMapArguments>(
        app, "memory-map", "Where each variable lies in a tile's memory, and when",
        "A row for each allocated variable and each run of steps in which it is live. The run begins\n"
        "at `from` and ends before `to`. `variable` is the id of the lowered variable.\n"
        "Example: tileline-cli memory-map report --tile 0 --json",
        run);
    arguments.source.addTo(command);
    arguments.tiles.addTileTo(command);
    arguments.output.addTable(command);
}

} // namespace tileline::cli
