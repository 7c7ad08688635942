// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/json.h"
#include "app/cli/optionchecks.h"
#include "app/cli/outputarguments.h"
#include "app/cli/profilearguments.h"
#include "core/base/sequences.h"
#include "core/estimate/operationfigures.h"
#include "core/output/memorytables.h"
#include "core/output/reports.h"

#include <CLI/CLI.hpp>

namespace tileline::cli {

namespace {

/// Describes a command that prints a table about a profile and its layers.
struct LayerTable {
    const char* name;
    const char* description;
    const char* footer;
    Outcome<Table> (*make)(Study& study, Context& context);
    SettingArguments::Options settings = SettingArguments::Options::All;
};

/// How the user chooses tiles. Range: --ipu or --tile. List: also --tiles. One: only --tile.
enum class TileChoice { Range, List, One };

/// Describes a command that prints a table about a profile and does not need the profile's layers.
struct ProfileTable {
    const char* name;
    const char* description;
    const char* footer;
    Outcome<ExitStatus> (*write)(const Profile& profile, const TileArguments& tiles, const std::string& list,
                                 const OutputArguments& output, Context& context);
    TileChoice tiles = TileChoice::Range; ///< if List, the command also gets the option --list
};

struct LayerTableArguments {
    const LayerTable* table = nullptr;
    ProfileArguments profile;
    OutputArguments output;
};

struct ProfileTableArguments {
    const ProfileTable* table = nullptr;
    SourceArguments source;
    TileArguments tiles;
    std::string list;
    OutputArguments output;
};

/// A tile as JSON on one line, with an object `categories`. `keys`: the keys of the columns as JSON strings.
std::string tileJson(const std::vector<std::string>& keys, const std::vector<Cell>& cells) {
    std::string text = "{";
    for (size_t column = 0; column < cells.size(); ++column) {
        const auto* const number = std::get_if<uint64_t>(&cells[column].value);
        text += column == FirstCategoryColumn ? ",\"categories\":{" : column > 0 ? "," : "";
        text += keys[column] + ":" + (number ? std::to_string(*number) : "null");
    }
    return text + (cells.size() > FirstCategoryColumn ? "}}" : ",\"categories\":{}}");
}

/// The values of the option --list. Each value names a list of what the tiles contain.
constexpr std::string_view ListNames = "details|compute-sets|vertices|exchanges|variables";
Table tileList(const Profile& profile, const TileSet& tiles, const TileContents& held,
               std::string_view name) {
    return name == "compute-sets" ? tileComputeSetColumns(profile).table(held.computeSets)
           : name == "vertices"   ? tileVertexColumns().table(held.vertices)
           : name == "exchanges"  ? tileExchangeColumns(profile).table(held.exchanges)
           : name == "variables"  ? tileVariableColumns(profile).table(held.variables)
                                  : tileDetailsTable(profile, tileMemoryOf(profile), 0, tiles, true);
}

Outcome<ExitStatus> writeTiles(const Profile& profile, const TileArguments& arguments,
                               const std::string& list, const OutputArguments& output, Context& context) {
    const TileSet chosen = TRY(arguments.list(profile));
    if (!list.empty()) {
        const TileContents held = TRY(tileContents(profile, chosen, context.stop()));
        return output.write(tileList(profile, chosen, held, list), context);
    }
    const Columns<uint32_t> columns = tileColumns(profile);
    std::vector<uint32_t> numbers;
    chosen.forEach([&](uint32_t tile) { numbers.push_back(tile); });
    if (!output.isJson()) {
        return output.write(columns, numbers, context);
    }
    const auto keys =
        mapped(columns.columns(), [](const Column& column) { return toJsonLine(Json(column.key)); });
    return output.writeRows(
        "[", numbers.size(),
        [&](size_t row) { return (row > 0 ? ",\n  " : "\n  ") + tileJson(keys, columns.row(numbers[row])); },
        "\n]\n", context);
}

Outcome<ExitStatus> writeLiveness(const Profile& profile, const TileArguments& tiles, const std::string&,
                                  const OutputArguments& output, Context& context) {
    const TileRange range = TRY(tiles.range(profile));
    const LivenessSeries series = TRY(livenessSeries(profile, range, context.stop()));
    return output.write(
        livenessColumns(profile, series, range).table(static_cast<uint32_t>(profile.stepCount())), context);
}

Outcome<ExitStatus> writeMemoryMap(const Profile& profile, const TileArguments& tiles, const std::string&,
                                   const OutputArguments& output, Context& context) {
    const TileRange range = TRY(tiles.range(profile));
    const auto entries = TRY(memoryMap(profile, TileId{range.begin}, context.stop()));
    if (profile.lowered.address.empty() && !entries.empty()) {
        context.note("the report has no addresses of variables, so there are no offsets");
    }
    return output.write(memoryMapColumns(profile), entries, context);
}

Outcome<Table> makeOperations(Study& study, Context& context) {
    auto figures = TRY(operationFigures(*study.profile, *study.layers, context.workers(), context.stop()));
    auto cycles = TRY(OperationCycleFigures::find(*study.profile, *study.layers, context.stop()));
    return operationsTable(*study.profile, *study.layers, figures, cycles,
                           study.isPipeline() ? &study.entries->passes() : nullptr)
        .without({"total"});
}

Outcome<Table> makeLayers(Study& study, Context& context) {
    TRY(addEstimator(study, context));
    return layersTable(*study.layers, TRY(study.layerFigures(context.workers(), {}, context.stop())));
}

Outcome<Table> makeSegments(Study& study, Context& context) {
    TRY(addEstimator(study, context));
    TRY(fillTable(study, context));
    return segmentsTable(*study.table);
}

constexpr ProfileTable ProfileTables[]{
    {"tiles", "The memory of each tile as Poplar counted it, by category",
     "With --list, prints what these tiles hold in total: categories by kind of memory, compute sets, "
     "vertices,\n"
     "exchanges or variables.\n"
     "Example: tileline-cli tiles report --format csv -o tiles.csv\n"
     "Example: tileline-cli tiles report --tiles 0-3,7 --list variables",
     writeTiles, TileChoice::List},
    {"liveness", "The program steps: not-always-live bytes over the tiles, program, vertices, cycles, source",
     "With --ipu or --tile, only the chosen tiles count. `program` is the id of the step's program.\n"
     "Example: tileline-cli liveness report --json",
     writeLiveness}};

constexpr ProfileTable MemoryMapTable{
    "memory-map", "Where each variable is in a tile's memory, and when",
    "A row for each allocated variable and each run of steps in which it is live. The run begins\n"
    "at `from` and ends before `to`. `variable` is the id of the lowered variable.\n"
    "Example: tileline-cli memory-map report --tile 0 --json",
    writeMemoryMap, TileChoice::One};

constexpr LayerTable LayerTables[]{
    {"operations",
     "The operations: layer, note, name, pass, bytes by category, steps, source, cycles, software layer",
     "Example: tileline-cli operations report --format csv -o operations.csv", makeOperations,
     SettingArguments::Options::Entries},
    {"layers",
     "The layers in order: the memory that each needs by itself, the bytes that a split before it cuts, "
     "cycles",
     "Example: tileline-cli layers report --layer-order natural --json", makeLayers},
    {"segments", "Every run of layers: its fullest tile, and the bytes by category over all tiles",
     "`from` and `to` are positions in the layer list, from 0. There are no stashes, because these depend on "
     "the position of a stage.\n"
     "Example: tileline-cli segments report --json -o segments.json",
     makeSegments}};

Outcome<ExitStatus> writeProfileTable(const ProfileTableArguments& arguments, Context& context) {
    auto profile = TRY(arguments.source.load(arguments.source.paths().front(), context));
    printNotes(*profile, context);
    if (arguments.table->tiles != TileChoice::One) {
        TRY(printSelfChecks(*profile, context)); // not for the memory map, which no self-check concerns
    }
    return arguments.table->write(*profile, arguments.tiles, arguments.list, arguments.output, context);
}

Outcome<ExitStatus> writeLayerTable(const LayerTableArguments& arguments, Context& context) {
    auto study = TRY(arguments.profile.open(context));
    return arguments.output.write(TRY(arguments.table->make(study, context)), context);
}

void addProfileTable(CLI::App& app, Context& context, const ProfileTable& table) {
    auto [command, arguments] = context.addCommand<ProfileTableArguments>(app, table.name, table.description,
                                                                          table.footer, writeProfileTable);
    arguments.table = &table;
    arguments.source.addTo(command);
    if (table.tiles == TileChoice::List) {
        arguments.tiles.addListTo(command);
        takeOneOf(command.add_option("--list", arguments.list,
                                     "Instead of the tiles, list what they hold, added up over the tiles"),
                  CLI::detail::split(std::string(ListNames), '|'), std::string(ListNames));
    } else if (table.tiles == TileChoice::One) {
        arguments.tiles.addTileTo(command);
    } else {
        arguments.tiles.addTo(command);
    }
    arguments.output.addTable(command);
}

} // namespace

void addTableCommands(CLI::App& app, Context& context) {
    for (const ProfileTable& table : ProfileTables) {
        addProfileTable(app, context, table);
    }
    for (const LayerTable& table : LayerTables) {
        auto [command, arguments] = context.addCommand<LayerTableArguments>(
            app, table.name, table.description, table.footer, writeLayerTable);
        arguments.table = &table;
        arguments.profile.addTo(command, table.settings);
        arguments.output.addTable(command);
    }
    addProfileTable(app, context, MemoryMapTable);
}

} // namespace tileline::cli
