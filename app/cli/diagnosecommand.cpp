// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/aligned.h"
#include "app/cli/commands.h"
#include "app/cli/json.h"
#include "app/cli/optionchecks.h"
#include "app/cli/outputarguments.h"
#include "app/cli/profilearguments.h"
#include "core/base/errortext.h"
#include "core/explain/onestage.h"
#include "core/tables/tables.h"
#include "core/wording/diagnosistext.h"

#include <CLI/CLI.hpp>

#include <array>

namespace tileline::cli {

namespace {

struct DiagnoseArguments {
    ProfileArguments profile;
    OutputArguments output;
    size_t variables = 20;
};

/// The categories in the order in which they are printed.
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

bool isShown(const NamedCategory& category, const Diagnosis& diagnosis) {
    return diagnosis.books || !category.onlyInPipeline;
}

/// What is missing or too much; nothing if the profile does not have the category.
std::optional<uint64_t> differenceOf(const Coverage& coverage, uint64_t Coverage::*difference) {
    return coverage.measured ? std::optional(coverage.*difference) : std::nullopt;
}

Json coverageJson(const Coverage& coverage) {
    Json json = {{"profile_bytes", optionalJson(coverage.measured)}};
    const auto add = [&](const std::string& key, uint64_t bytes) {
        json[key + "_bytes"] = bytes;
        json[key + "_percent"] = optionalJson(coverage.percent(bytes));
    };
    add("estimate", coverage.estimate);
    json["missing_bytes"] = optionalJson(differenceOf(coverage, &Coverage::missing));
    json["too_much_bytes"] = optionalJson(differenceOf(coverage, &Coverage::tooMuch));
    add("all_operations", coverage.allOperations);
    add("layer_operations", coverage.layerOperations);
    return json;
}

Json categoriesJson(const Diagnosis& diagnosis, const CategoryCoverage& categories) {
    Json json = Json::object();
    for (const NamedCategory& category : Categories) {
        if (isShown(category, diagnosis)) {
            json[category.key] = coverageJson(categories.*category.coverage);
        }
    }
    return json;
}

Json booksJson(const Books& books) {
    const auto part = [](const Coverage& coverage) {
        return Json{{"profile_bytes", optionalJson(coverage.measured)},
                    {"estimate_bytes", coverage.estimate},
                    {"missing_bytes", optionalJson(differenceOf(coverage, &Coverage::missing))},
                    {"too_much_bytes", optionalJson(differenceOf(coverage, &Coverage::tooMuch))}};
    };
    return {{"always_live", part(books.alwaysLive)},
            {"not_always_live", part(books.notAlwaysLive)},
            {"owned_bytes", books.owned},
            {"shared_bytes", books.shared},
            {"bytes_beyond_live", optionalJson(books.beyondLive)}};
}

Json variablesJson(const VariableCoverage& variables) {
    return {{"count", variables.count}, {"bytes", variables.bytes}};
}

Json programsJson(const std::vector<ProgramCoverage>& programs) {
    Json json = Json::array();
    for (const ProgramCoverage& program : programs) {
        json.push_back({{"type", program.type},
                        {"profile", program.inProfile},
                        {"all_operations", program.inOperations},
                        {"layer_operations", program.inLayers}});
    }
    return json;
}

Json missingJson(const Diagnosis& diagnosis, const Profile& profile) {
    Json json = Json::array();
    for (const MissingVariable& variable : diagnosis.missing) {
        json.push_back({{"id", profile.lowered.id[variable.row.index()]},
                        {"name", variable.name},
                        {"bytes", variable.bytes},
                        {"outside_layers", variable.outsideLayers}});
    }
    return json;
}

Json othersJson(const Diagnosis& diagnosis) {
    Json json = Json::array();
    for (const OtherCategory& category : diagnosis.otherCategories) {
        json.push_back({{"name", category.name},
                        {"bytes", category.bytes},
                        {"worst_tile_bytes", category.worstTileBytes}});
    }
    return json;
}

Json diagnosisJson(const Diagnosis& diagnosis, const Study& study) {
    Json json = {{"profile", study.path},
                 {"setting", idOf(study.setting.setting)},
                 {"programs", programsJson(diagnosis.programs)},
                 {"variables",
                  {{"all", variablesJson(diagnosis.allVariables)},
                   {"without_operation", variablesJson(diagnosis.withoutOperation)},
                   {"outside_layers", variablesJson(diagnosis.outsideLayers)}}},
                 {"sums", categoriesJson(diagnosis, diagnosis.sums)},
                 {"worst_tile", diagnosis.worstTile.value},
                 {"worst_step", diagnosis.worstStep.value},
                 {"worst", categoriesJson(diagnosis, diagnosis.worst)},
                 {"other_categories", othersJson(diagnosis)},
                 {"missing_there", variablesJson(diagnosis.missingThere)},
                 {"missing", missingJson(diagnosis, *study.profile)}};
    if (diagnosis.books) {
        json["one_stage"] = booksJson(*diagnosis.books);
    }
    return json;
}

/// Has a column for each of the three ways of counting, next to the profile's own number.
Table categoriesTable(const Diagnosis& diagnosis, const CategoryCoverage& categories) {
    Table table;
    table.columns = {{"category", ColumnType::Text},
                     {"profile", ColumnType::Integer},
                     {"estimate", ColumnType::Integer},
                     {"%", ColumnType::Real},
                     {"missing", ColumnType::Integer},
                     {"too much", ColumnType::Integer},
                     {"all operations", ColumnType::Integer},
                     {"%", ColumnType::Real},
                     {"layer operations", ColumnType::Integer},
                     {"%", ColumnType::Real}};
    for (const NamedCategory& category : Categories) {
        if (!isShown(category, diagnosis)) {
            continue;
        }
        const Coverage& coverage = categories.*category.coverage;
        const bool ofOperations = !category.onlyInPipeline;
        table.rows.push_back(
            {category.key, coverage.measured, coverage.estimate, coverage.percent(coverage.estimate),
             differenceOf(coverage, &Coverage::missing), differenceOf(coverage, &Coverage::tooMuch),
             ofOperations ? Cell(coverage.allOperations) : Cell(), coverage.percent(coverage.allOperations),
             ofOperations ? Cell(coverage.layerOperations) : Cell(),
             coverage.percent(coverage.layerOperations)});
    }
    return table;
}

Table booksTable(const Books& books) {
    Table table;
    table.columns = {{"plan of one stage", ColumnType::Text},
                     {"profile", ColumnType::Integer},
                     {"estimate", ColumnType::Integer},
                     {"missing", ColumnType::Integer},
                     {"too much", ColumnType::Integer}};
    for (const auto& [name, part] :
         {std::pair{"always live", &books.alwaysLive}, {"not always live", &books.notAlwaysLive}}) {
        table.rows.push_back({name, part->measured, part->estimate, differenceOf(*part, &Coverage::missing),
                              differenceOf(*part, &Coverage::tooMuch)});
    }
    return table;
}

Table programsTable(const Diagnosis& diagnosis) {
    Table table;
    table.columns = {{"programs", ColumnType::Text},
                     {"profile", ColumnType::Integer},
                     {"all operations", ColumnType::Integer},
                     {"layer operations", ColumnType::Integer}};
    for (const ProgramCoverage& program : diagnosis.programs) {
        table.rows.push_back({program.type, program.inProfile, program.inOperations, program.inLayers});
    }
    return table;
}

Table missingTable(const Diagnosis& diagnosis) {
    Table table;
    table.columns = {
        {"bytes", ColumnType::Integer}, {"used by", ColumnType::Text}, {"variable", ColumnType::Text}};
    for (const MissingVariable& variable : diagnosis.missing) {
        table.rows.push_back({variable.bytes,
                              variable.outsideLayers ? "operations outside layers" : "no operation",
                              variable.name.empty() ? "(unnamed)" : variable.name});
    }
    return table;
}

Table othersTable(const Diagnosis& diagnosis) {
    Table table;
    table.columns = {{diagnosis.books ? "in unowned" : "not estimated", ColumnType::Text},
                     {"all tiles", ColumnType::Integer},
                     {"worst tile", ColumnType::Integer}};
    for (const OtherCategory& category : diagnosis.otherCategories) {
        table.rows.push_back({category.name, category.bytes, category.worstTileBytes});
    }
    return table;
}

std::string variablesText(const char* what, const VariableCoverage& variables) {
    return std::string(what) + std::to_string(variables.count) + " (" + std::to_string(variables.bytes) +
           " bytes)\n";
}

std::string diagnosisText(const Diagnosis& diagnosis, bool severalIpus) {
    const std::string place = "tile " + std::to_string(diagnosis.worstTile.value) + ", step " +
                              std::to_string(diagnosis.worstStep.value);
    const char* const where = severalIpus ? " of IPU 0" : "";
    std::string text = std::string("Bytes over all tiles") + where + "\n" +
                       toAligned(categoriesTable(diagnosis, diagnosis.sums));
    text += "\nBytes at the worst place: " + place + "\n" +
            toAligned(categoriesTable(diagnosis, diagnosis.worst));
    if (diagnosis.books) {
        text += "\n" + toAligned(booksTable(*diagnosis.books));
        for (const Phrase& phrase : booksPhrases(diagnosis)) {
            text += englishText(phrase) + "\n";
        }
    }
    if (!diagnosis.otherCategories.empty()) {
        text += "\n" + toAligned(othersTable(diagnosis));
    }
    text += "\n" + toAligned(programsTable(diagnosis));
    text += "\n" + variablesText("Lowered variables:             ", diagnosis.allVariables);
    text += variablesText("  used by no operation:        ", diagnosis.withoutOperation);
    text += variablesText("  only by ones outside layers: ", diagnosis.outsideLayers);
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
Compares what Poplar counted with what is found by way of operations:
  estimate          one stage with all layers, as plans are estimated
  missing, too much where the estimate is lower or higher, tile by tile; they do not cancel
  all operations    all that any operation needs, its variables over all steps
  layer operations  only what operations in a layer need
The row vertex_state includes vector list descriptors. In the pipeline setting, unowned bytes are
those that are always live and of no operation.

Examples:
  tileline-cli diagnose report --variables 50
  tileline-cli diagnose report --setting popliner)";

} // namespace

void addDiagnoseCommand(CLI::App& app, Context& context) {
    CLI::App* command = app.add_subcommand(
        "diagnose", "How far the estimate can be trusted on this profile, and what it misses");
    auto arguments = std::make_shared<DiagnoseArguments>();
    arguments->profile.addTo(*command, SettingArguments::Options::Entries);
    arguments->output.addDocument(*command);
    CLI::Option* variables = command->add_option("--variables", arguments->variables,
                                                 "How many missing variables to list at most");
    takeWholeNumber(variables->type_name("N")->capture_default_str(), 0, UINT32_MAX);
    command->footer(DiagnoseFooter);
    context.onRun(*command, [arguments, &context] { return run(*arguments, context); });
}

} // namespace tileline::cli
