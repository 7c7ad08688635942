// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/json.h"
#include "app/cli/notes.h"
#include "app/cli/outputarguments.h"
#include "app/cli/sourcearguments.h"
#include "core/output/reports.h"

#include <CLI/CLI.hpp>

namespace tileline::cli {

namespace {

struct CountedArguments {
    SourceArguments source;
    OutputArguments output;
};

/// A tile as JSON, on a line. `categories` is an object. `keys`: of the columns, as JSON.
std::string tileJson(const std::vector<std::string>& keys, const std::vector<Cell>& cells) {
    std::string text = "{";
    for (size_t column = 0; column < cells.size(); ++column) {
        const auto* const number = std::get_if<uint64_t>(&cells[column].value);
        text += column == FirstCategoryColumn ? ",\"categories\":{" : column > 0 ? "," : "";
        text += keys[column] + ":" + (number ? std::to_string(*number) : "null");
    }
    return text + (cells.size() > FirstCategoryColumn ? "}}" : ",\"categories\":{}}");
}

Outcome<ExitStatus> writeTiles(const Profile& profile, const OutputArguments& output, Context& context) {
    const TileRows tiles(profile);
    if (!output.isJson()) {
        const TableWriter writer(tiles.columns(), output.tableFormat());
        return output.writeRows(
            writer.begin(), tiles.size(), [&](size_t tile) { return writer.row(tile, tiles[tile]); },
            writer.end(tiles.size()), context);
    }
    std::vector<std::string> keys;
    for (const Column& column : tiles.columns()) {
        keys.push_back(toJsonLine(Json(column.name)));
    }
    return output.writeRows(
        "[", tiles.size(),
        [&](size_t tile) { return (tile > 0 ? ",\n  " : "\n  ") + tileJson(keys, tiles[tile]); }, "\n]\n",
        context);
}

Outcome<ExitStatus> writeLiveness(const Profile& profile, const OutputArguments& output, Context& context) {
    return output.write(livenessTable(profile), context);
}

/// Adds a command that prints what a profile holds, whatever its layers are.
void addMemoryCommand(CLI::App& app, Context& context, const char* name, const char* description,
                      const char* footer, decltype(&writeTiles) write) {
    CLI::App* command = app.add_subcommand(name, description);
    auto arguments = std::make_shared<CountedArguments>();
    arguments->source.addTo(*command);
    arguments->output.addTable(*command);
    command->footer(footer);
    context.onRun(*command, [arguments, write, &context]() -> Outcome<ExitStatus> {
        auto profile = TRY(arguments->source.load(arguments->source.paths().front(), context));
        printNotes(*profile, context);
        TRY(printSelfChecks(*profile, context));
        return write(*profile, arguments->output, context);
    });
}

} // namespace

void addTilesCommand(CLI::App& app, Context& context) {
    addMemoryCommand(app, context, "tiles", "The memory of each tile as Poplar counted it, by category",
                     "Example: tileline-cli tiles report --format csv -o tiles.csv", writeTiles);
}

void addLivenessCommand(CLI::App& app, Context& context) {
    addMemoryCommand(app, context, "liveness",
                     "The not-always-live bytes of each program step, summed over the tiles",
                     "`program` is the id of the program that runs in the step.\n"
                     "Example: tileline-cli liveness report --json",
                     writeLiveness);
}

} // namespace tileline::cli
