// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/json.h"
#include "app/cli/notes.h"
#include "app/cli/outputarguments.h"
#include "app/cli/sourcearguments.h"
#include "core/tables/reports.h"

#include <CLI/CLI.hpp>

namespace tileline::cli {

namespace {

struct CountedArguments {
    SourceArguments source;
    OutputArguments output;
};

/// A row on each line. `categories` is an object.
std::string tilesJson(const Profile& profile) {
    const Table table = tilesTable(profile);
    std::string text = "[";
    for (const std::vector<Cell>& row : table.rows) {
        Json tile;
        Json categories = Json::object();
        for (size_t column = 0; column < row.size(); ++column) {
            const auto* bytes = std::get_if<uint64_t>(&row[column].value);
            Json& object = column < FirstCategoryColumn ? tile : categories;
            object[table.columns[column].name] = bytes ? Json(*bytes) : Json();
        }
        tile["categories"] = std::move(categories);
        text += (text.size() == 1 ? "\n  " : ",\n  ") + toJsonLine(tile);
    }
    return text + "\n]\n";
}

/// Adds a command that prints what a profile holds, whatever its layers are.
void addMemoryCommand(CLI::App& app, Context& context, const char* name, const char* description,
                      const char* footer, Table (*make)(const Profile& profile)) {
    CLI::App* command = app.add_subcommand(name, description);
    auto arguments = std::make_shared<CountedArguments>();
    arguments->source.addTo(*command);
    arguments->output.addTable(*command);
    command->footer(footer);
    context.onRun(*command, [arguments, make, &context]() -> Outcome<ExitStatus> {
        auto profile = TRY(arguments->source.load(arguments->source.paths().front(), context));
        printNotes(*profile, context);
        TRY(printSelfChecks(*profile, context));
        if (make == tilesTable && arguments->output.isJson()) {
            return arguments->output.write(tilesJson(*profile), context);
        }
        return arguments->output.write(make(*profile), context);
    });
}

} // namespace

void addTilesCommand(CLI::App& app, Context& context) {
    addMemoryCommand(app, context, "tiles", "The memory of each tile as Poplar counted it, by category",
                     "Example: tileline-cli tiles report --format csv -o tiles.csv", tilesTable);
}

void addLivenessCommand(CLI::App& app, Context& context) {
    addMemoryCommand(app, context, "liveness",
                     "The not-always-live bytes of each program step, summed over the tiles",
                     "`program` is the id of the program that runs in the step.\n"
                     "Example: tileline-cli liveness report --json",
                     livenessTable);
}

} // namespace tileline::cli
