// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/json.h"
#include "app/cli/optionchecks.h"
#include "app/cli/outputarguments.h"
#include "app/cli/profilearguments.h"
#include "core/base/errortext.h"
#include "core/base/sequences.h"
#include "core/explain/diagnosis.h"
#include "core/tables/tables.h"
#include "core/wording/explaintext.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <array>

namespace tileline::cli {

namespace {

struct DiagnoseArguments {
    ProfileArguments profile;
    OutputArguments output;
    size_t variables = 20;
};

/// A category and its key in the output. The output lists the categories in the order of `Categories`.
struct NamedCategory {
    const char* key;
    Coverage CategoryCoverage::*coverage;
    bool onlyInPipeline = false;
};
constexpr std::array Categories{NamedCategory{"variables", &CategoryCoverage::variables},
                                NamedCategory{"vertex_code", &CategoryCoverage::vertexCode},
                                NamedCategory{"vertex_state", &CategoryCoverage::vertexState},
                                NamedCategory{"exchange_code", &CategoryCoverage::exchangeCode},
                                NamedCategory{"control_code", &CategoryCoverage::controlCode},
                                NamedCategory{"unowned", &CategoryCoverage::unowned, true},
                                NamedCategory{"total", &CategoryCoverage::total}};

/// Returns the member to which `difference` points: the missing or the surplus bytes. Empty if nothing was
/// measured.
std::optional<uint64_t> differenceOf(const Coverage& coverage, uint64_t Coverage::*difference) {
    return coverage.measured ? std::optional(coverage.*difference) : std::nullopt;
}

/// A table with a row for each category: its bytes in the profile, in the estimate, in all operations, and in
/// the operations inside layers.
Table categoriesTable(const Diagnosis& diagnosis, const CategoryCoverage& categories) {
    using Line = std::pair<const char*, Coverage>;
    const auto bytes = [](const char* key, auto bytesOf) {
        return Columns<Line>::Entry{{key, ColumnType::Integer}, [=](const Line& line) {
                                        return Cell(std::invoke(bytesOf, line.second));
                                    }};
    };
    const auto percent = [](const char* key, uint64_t Coverage::*part) {
        return Columns<Line>::Entry{{key, ColumnType::Real}, [=](const Line& line) {
                                        return Cell(line.second.percent(line.second.*part));
                                    }};
    };
    const auto difference = [&](const char* key, uint64_t Coverage::*part) {
        return bytes(key, [=](const Coverage& coverage) { return differenceOf(coverage, part); });
    };
    std::vector<Line> lines;
    for (const NamedCategory& category : Categories) {
        if (diagnosis.books || !category.onlyInPipeline) {
            lines.emplace_back(category.key, categories.*category.coverage);
        }
    }
    return Columns<Line>{{{"category"}, [](const Line& line) { return line.first; }},
                         bytes("profile_bytes", &Coverage::measured),
                         bytes("estimate_bytes", &Coverage::estimate),
                         percent("estimate_percent", &Coverage::estimate),
                         difference("missing_bytes", &Coverage::missing),
                         difference("too_much_bytes", &Coverage::tooMuch),
                         bytes("all_operations_bytes", &Coverage::allOperations),
                         percent("all_operations_percent", &Coverage::allOperations),
                         bytes("layer_operations_bytes", &Coverage::layerOperations),
                         percent("layer_operations_percent", &Coverage::layerOperations)}
        .table(lines);
}

Table booksTable(const Books& books) {
    Table table{{{"part"},
                 {"profile_bytes", ColumnType::Integer},
                 {"estimate_bytes", ColumnType::Integer},
                 {"missing_bytes", ColumnType::Integer},
                 {"too_much_bytes", ColumnType::Integer}}};
    for (const auto& [name, part] :
         {std::pair{"always live", &books.alwaysLive}, {"not always live", &books.notAlwaysLive}}) {
        table.rows.push_back({name, part->measured, part->estimate, differenceOf(*part, &Coverage::missing),
                              differenceOf(*part, &Coverage::tooMuch)});
    }
    return table;
}

Table programsTable(const Diagnosis& diagnosis) {
    return Columns<ProgramCoverage>{{{"type"}, &ProgramCoverage::type},
                                    {{"profile", ColumnType::Integer}, &ProgramCoverage::inProfile},
                                    {{"all_operations", ColumnType::Integer}, &ProgramCoverage::inOperations},
                                    {{"layer_operations", ColumnType::Integer}, &ProgramCoverage::inLayers}}
        .table(diagnosis.programs);
}

Table othersTable(const Diagnosis& diagnosis) {
    return Columns<OtherCategory>{{{"name"}, &OtherCategory::name},
                                  {{"bytes", ColumnType::Integer}, &OtherCategory::bytes},
                                  {{"worst_tile_bytes", ColumnType::Integer}, &OtherCategory::worstTileBytes}}
        .table(diagnosis.otherCategories);
}

/// A table as a JSON object: the first cell of a row is a key; its value is an object with the other cells.
Json byFirstCell(const Table& table) {
    Json json = Json::object();
    for (Json row : tableJson(table)) {
        std::string key = row.begin().value();
        std::ranges::replace(key, ' ', '_');
        row.erase(row.begin());
        json[key] = std::move(row);
    }
    return json;
}

/// The table as human-readable text. `heading` becomes the heading of the first column; the headings of the
/// other columns are made from their keys.
std::string tableText(Table table, const std::string& heading) {
    for (Column& column : table.columns) {
        if (column.key.ends_with("_percent")) {
            column.key = "%";
        } else if (column.key.ends_with("_bytes")) {
            column.key.resize(column.key.size() - std::string_view("_bytes").size());
        }
        std::ranges::replace(column.key, '_', ' ');
    }
    table.columns.front().key = heading;
    return toAligned(table);
}

Json variablesJson(const VariableCoverage& variables) {
    return {{"count", variables.count}, {"bytes", variables.bytes}};
}

Json missingJson(const Diagnosis& diagnosis, const Profile& profile) {
    return mapped(diagnosis.missing, [&](const MissingVariable& variable) {
        return Json{{"id", profile.lowered.id[variable.row.index()]},
                    {"name", variable.name},
                    {"bytes", variable.bytes},
                    {"outside_layers", variable.outsideLayers}};
    });
}

Json diagnosisJson(const Diagnosis& diagnosis, const Study& study) {
    Json json = {{"profile", study.path},
                 {"setting", idOf(study.setting.setting)},
                 {"programs", tableJson(programsTable(diagnosis))},
                 {"variables",
                  {{"all", variablesJson(diagnosis.allVariables)},
                   {"without_operation", variablesJson(diagnosis.withoutOperation)},
                   {"outside_layers", variablesJson(diagnosis.outsideLayers)}}},
                 {"sums", byFirstCell(categoriesTable(diagnosis, diagnosis.sums))},
                 {"worst_tile", diagnosis.worstTile.value},
                 {"worst_step", diagnosis.worstStep.value},
                 {"worst", byFirstCell(categoriesTable(diagnosis, diagnosis.worst))},
                 {"other_categories", tableJson(othersTable(diagnosis))},
                 {"missing_there", variablesJson(diagnosis.missingThere)},
                 {"missing", missingJson(diagnosis, *study.profile)}};
    if (diagnosis.books) {
        Json books = byFirstCell(booksTable(*diagnosis.books));
        books["owned_bytes"] = diagnosis.books->owned;
        books["shared_bytes"] = diagnosis.books->shared;
        books["bytes_beyond_live"] = optionalJson(diagnosis.books->beyondLive);
        json["one_stage"] = std::move(books);
    }
    return json;
}

Table missingTable(const Diagnosis& diagnosis) {
    Table table;
    table.columns = {{"bytes", ColumnType::Integer}, {"used by"}, {"variable"}};
    for (const MissingVariable& variable : diagnosis.missing) {
        table.rows.push_back({variable.bytes,
                              variable.outsideLayers ? "operations outside layers" : "no operation",
                              variable.name.empty() ? "(unnamed)" : variable.name});
    }
    return table;
}

std::string variablesText(const char* what, const VariableCoverage& variables) {
    return std::string(what) + std::to_string(variables.count) + " (" + std::to_string(variables.bytes) +
           " bytes)\n";
}

std::string categoriesText(const Diagnosis& diagnosis, const CategoryCoverage& categories) {
    Table table = categoriesTable(diagnosis, categories);
    for (std::vector<Cell>& row : table.rows) {
        if (row[0] == Cell("unowned")) {
            row[6] = row[8] = Cell(); // no bytes in operations, because unowned bytes belong to none
        }
    }
    return tableText(std::move(table), "category");
}

std::string diagnosisText(const Diagnosis& diagnosis, bool severalIpus) {
    const std::string place = "tile " + std::to_string(diagnosis.worstTile.value) + ", step " +
                              std::to_string(diagnosis.worstStep.value);
    const char* const where = severalIpus ? " of IPU 0" : "";
    std::string text =
        std::string("Bytes over all tiles") + where + "\n" + categoriesText(diagnosis, diagnosis.sums);
    text += "\nBytes at the worst place: " + place + "\n" + categoriesText(diagnosis, diagnosis.worst);
    if (diagnosis.books) {
        text += "\n" + tableText(booksTable(*diagnosis.books), "plan of one stage");
        for (const Phrase& phrase : booksPhrases(diagnosis)) {
            text += englishText(phrase) + "\n";
        }
    }
    if (!diagnosis.otherCategories.empty()) {
        Table others = othersTable(diagnosis);
        others.columns[1].key = "all tiles";
        text += "\n" + tableText(std::move(others), diagnosis.books ? "in unowned" : "not estimated");
    }
    text += "\n" + tableText(programsTable(diagnosis), "programs");
    text += "\n" + variablesText("Lowered variables:             ", diagnosis.allVariables);
    text += variablesText("  used by no operation:        ", diagnosis.withoutOperation);
    text += variablesText("  used only outside layers:    ", diagnosis.outsideLayers);
    text +=
        "\n" + variablesText(("Missing in the estimate at " + place + ": ").c_str(), diagnosis.missingThere);
    if (!diagnosis.missing.empty()) {
        text += toAligned(missingTable(diagnosis));
    }
    return text;
}

Outcome<ExitStatus> run(const DiagnoseArguments& arguments, Context& context) {
    auto study = TRY(arguments.profile.open(context));
    if (study.isPipeline()) {
        if (const auto possible = StageEstimator::checkPossible(*study.profile, study.setting.setting)) {
            TRY(addEstimator(study, context));
        } else {
            context.note(std::string("There is no plan to compare. ") +
                         wordingOf(possible.failure().code).summary + ".");
        }
    }
    auto diagnosis = TRY(diagnose(*study.profile, *study.layers, study.estimator, arguments.variables,
                                  context.workers(), context.stop()));
    const Target& target = study.profile->target;
    const bool severalIpus = target.numTiles > target.tilesPerIpu;
    const std::string text = arguments.output.isJson() ? toJsonText(diagnosisJson(diagnosis, study))
                                                       : diagnosisText(diagnosis, severalIpus);
    return arguments.output.write(text, context);
}

constexpr const char* DiagnoseFooter = R"(
Compares the bytes that Poplar counted with the bytes that are found through operations:
  estimate          one stage with all layers, as plans are estimated
  missing, too much the bytes by which the estimate is lower or higher, each summed tile by tile
  all operations    all that any operation needs, with its variables of all steps
  layer operations  only what operations in a layer need
The row vertex_state includes vector list descriptors. In the pipeline setting, unowned bytes are
always-live bytes that belong to no operation.

Examples:
  tileline-cli diagnose report --variables 50
  tileline-cli diagnose report --setting popliner)";

} // namespace

void addDiagnoseCommand(CLI::App& app, Context& context) {
    auto [command, arguments] = context.addCommand<DiagnoseArguments>(
        app, "diagnose", "How far the estimate can be trusted on this profile, and what it misses",
        DiagnoseFooter, run);
    arguments.profile.addTo(command, SettingArguments::Options::Entries);
    arguments.output.addDocument(command);
    takeWholeNumber(
        command.add_option("--variables", arguments.variables, "Maximum number of missing variables to list"),
        0, UINT32_MAX)
        ->capture_default_str();
}

} // namespace tileline::cli
