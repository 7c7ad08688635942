// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/json.h"
#include "app/cli/outputarguments.h"
#include "app/cli/profilearguments.h"
#include "core/estimate/operationfigures.h"
#include "core/output/memorytables.h"
#include "core/output/reports.h"

#include <CLI/CLI.hpp>

namespace tileline::cli {

namespace {

/// The name and help of a command that prints a table about a profile and its layers.
struct LayerTable {
    const char* name;
    const char* description;
    const char* footer;
    Outcome<Table> (*make)(Study& study, Context& context);
    SettingArguments::Options settings = SettingArguments::Options::All;
};

/// The name and help of a command that prints a table about a profile without finding its layers.
struct ProfileTable {
    const char* name;
    const char* description;
    const char* footer;
    Outcome<ExitStatus> (*write)(const Profile& profile, const TileArguments& tiles, const std::string& list,
                                 const OutputArguments& output, Context& context);
    bool lists = false; ///< whether the command has --tiles and --list
};

template <class Source>
struct TableArguments {
    Source source;
    TileArguments tiles = {};
    std::string list = {};
    OutputArguments output;
};

/// A tile as JSON on one line, with an object `categories`. `keys`: the columns' keys as JSON strings.
std::string tileJson(const std::vector<std::string>& keys, const std::vector<Cell>& cells) {
    std::string text = "{";
    for (size_t column = 0; column < cells.size(); ++column) {
        const auto* const number = std::get_if<uint64_t>(&cells[column].value);
        text += column == FirstCategoryColumn ? ",\"categories\":{" : column > 0 ? "," : "";
        text += keys[column] + ":" + (number ? std::to_string(*number) : "null");
    }
    return text + (cells.size() > FirstCategoryColumn ? "}}" : ",\"categories\":{}}");
}

/// The names by which the option --list calls the kinds of contents of tiles.
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
    const size_t tiles = numbers.size();
    const auto rowOf = [&](size_t row) { return columns.row(numbers[row]); };
    if (!output.isJson()) {
        const TableWriter writer(columns.columns(), output.tableFormat());
        return output.writeRows(
            writer.begin(), tiles, [&](size_t tile) { return writer.row(tile, rowOf(tile)); },
            writer.end(tiles), context);
    }
    std::vector<std::string> keys;
    for (const Column& column : columns.columns()) {
        keys.push_back(toJsonLine(Json(column.key)));
    }
    return output.writeRows(
        "[", tiles, [&](size_t tile) { return (tile > 0 ? ",\n  " : "\n  ") + tileJson(keys, rowOf(tile)); },
        "\n]\n", context);
}

Outcome<ExitStatus> writeLiveness(const Profile& profile, const TileArguments& tiles, const std::string&,
                                  const OutputArguments& output, Context& context) {
    const TileRange range = TRY(tiles.range(profile));
    const LivenessSeries series = TRY(livenessSeries(profile, range, context.stop()));
    return output.write(
        livenessColumns(profile, series, range).table(static_cast<uint32_t>(profile.stepCount())), context);
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
    const LayerFigures figures = TRY(study.layerFigures(context.workers(), {}, context.stop()));
    return layersTable(*study.layers, figures);
}

Outcome<Table> makeSegments(Study& study, Context& context) {
    TRY(addEstimator(study, context));
    TRY(fillTable(study, context));
    return segmentsTable(*study.table);
}

constexpr ProfileTable ProfileTables[]{
    {"tiles", "The memory of each tile as Poplar counted it, by category",
     "With --list, what all these tiles hold together: categories by kind of memory, compute sets, "
     "vertices,\n"
     "exchanges or variables.\n"
     "Example: tileline-cli tiles report --format csv -o tiles.csv\n"
     "Example: tileline-cli tiles report --tiles 0-3,7 --list variables",
     writeTiles, true},
    {"liveness", "The program steps: not-always-live bytes over the tiles, program, vertices, cycles, source",
     "With --ipu or --tile, only the chosen tiles count. `program` is the id of the step's program.\n"
     "Example: tileline-cli liveness report --json",
     writeLiveness}};

constexpr LayerTable LayerTables[]{
    {"operations",
     "The operations: layer, note, name, pass, bytes by category, steps, source, cycles, software",
     "Example: tileline-cli operations report --format csv -o operations.csv", makeOperations,
     SettingArguments::Options::Entries},
    {"layers", "The layers in order: what each needs by itself, what a split before it cuts, cycles",
     "Example: tileline-cli layers report --layer-order natural --json", makeLayers},
    {"segments", "Every run of layers: its fullest tile, and the bytes by category over all tiles",
     "`from` and `to` are positions in the layer list, from 0. There are no stashes, because these depend on "
     "the position of a stage.\n"
     "Example: tileline-cli segments report --json -o segments.json",
     makeSegments}};

} // namespace

void addTableCommands(CLI::App& app, Context& context) {
    const auto add = [&](const auto& table) {
        CLI::App* command = app.add_subcommand(table.name, table.description);
        command->footer(table.footer);
        return command;
    };
    for (const ProfileTable& table : ProfileTables) {
        CLI::App* command = add(table);
        auto arguments = std::make_shared<TableArguments<SourceArguments>>();
        arguments->source.addTo(*command);
        if (table.lists) {
            arguments->tiles.addListTo(*command);
            command->add_option("--list", arguments->list, "What the tiles hold together")
                ->type_name(std::string(ListNames))
                ->check(CLI::IsMember(CLI::detail::split(std::string(ListNames), '|')).description(""));
        } else {
            arguments->tiles.addTo(*command);
        }
        arguments->output.addTable(*command);
        context.onRun(*command, [arguments, write = table.write, &context]() -> Outcome<ExitStatus> {
            auto profile = TRY(arguments->source.load(arguments->source.paths().front(), context));
            printNotes(*profile, context);
            TRY(printSelfChecks(*profile, context));
            return write(*profile, arguments->tiles, arguments->list, arguments->output, context);
        });
    }
    for (const LayerTable& table : LayerTables) {
        CLI::App* command = add(table);
        auto arguments = std::make_shared<TableArguments<ProfileArguments>>();
        arguments->source.addTo(*command, table.settings);
        arguments->output.addTable(*command);
        context.onRun(*command, [arguments, make = table.make, &context]() -> Outcome<ExitStatus> {
            auto study = TRY(arguments->source.open(context));
            auto made = TRY(make(study, context));
            return arguments->output.write(made, context);
        });
    }
}

} // namespace tileline::cli
