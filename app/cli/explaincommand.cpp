// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/json.h"
#include "app/cli/optionchecks.h"
#include "app/cli/planarguments.h"
#include "app/cli/planreport.h"
#include "app/cli/standardstreams.h"
#include "core/base/sequences.h"
#include "core/explain/fit.h"
#include "core/explain/messageexplanation.h"
#include "core/explain/peakexplanation.h"
#include "core/explain/remedies.h"
#include "core/memory/origins.h"
#include "core/memory/tilememory.h"
#include "core/output/memorytables.h"
#include "core/output/plantext.h"
#include "core/output/reports.h"
#include "core/tables/tables.h"
#include "core/wording/explaintext.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <string>
#include <vector>

namespace tileline::cli {

namespace {

constexpr size_t BinsInJson = 40;
constexpr size_t BinsInText = 10;
constexpr size_t WidestBar = 40;

Table shortened(Table table, size_t top) {
    table.rows.resize(std::min(top, table.rows.size()));
    return table;
}

Json programJson(const Profile& profile, const std::optional<ProgramIndex>& index) {
    if (!index) {
        return nullptr;
    }
    const Program& program = profile.programs[index->index()];
    return {{"id", program.id}, {"type", program.type}, {"name", program.name}};
}

/// The explanation of an IPU's peak, ready to be printed.
struct ExplainReport {
    const Study& study;
    const PlanEstimate& estimate;
    const std::vector<PlanWarning>& warnings; ///< warnings about the plan
    const PeakExplanation& explanation;
    MemoryLimits memory;
    size_t top = 0; ///< number of items to print, largest first

    /// The memory limit of the IPU, in bytes per tile.
    uint64_t limit() const { return memory.limitOf({explanation.ipu}); }
    Fit fit() const { return {explanation.bytes.total() <= limit(), warnings}; }

    Json json() const {
        const Layers& layers = *study.layers;
        const uint64_t total = explanation.bytes.total();
        const Table all = peakItemsTable(*study.profile, layers, explanation);
        Json json = {{"profile", study.path}};
        json.update(settingJson(study));
        json["layers"] = layersJson(layers);
        json["splits"] = splitsJson(estimate.plan, layers);
        json["ipus"] = estimate.stages.size();
        json["ipu"] = explanation.ipu;
        json["layer_from"] = layerJson(layers, explanation.stage.entries.first);
        json["layer_to"] = layerJson(layers, explanation.stage.entries.last);
        if (study.isPipeline()) {
            json["with_output"] = explanation.stage.withOutput;
        }
        json["peak_tile_bytes"] = total;
        json["memory_per_tile"] = memory.memoryOf({explanation.ipu});
        json["keep_free"] = memory.keepFree;
        json["limit"] = limit();
        json["headroom"] = fit().known() ? Json(static_cast<int64_t>(limit() - total)) : Json();
        json["fits"] = optionalJson(fit().answer());
        json["warnings"] = warningsJson(warnings, study);
        json["tile"] = explanation.tile.value;
        json["step"] = explanation.step.value;
        json["program"] = programJson(*study.profile, explanation.program);
        json["operation"] =
            explanation.operation ? Json(layers.operations[explanation.operation->index()].name) : Json();
        json["bytes"] = bytesJson(explanation.bytes, study.isPipeline(), true);
        json["by_entry"] = tableJson(groupTable(all, "entry"));
        json["by_role"] = tableJson(groupTable(all, "role"));
        json["items"] = tableJson(table());
        json["all_items"] = explanation.items.size();
        json["groups"] = {{"module", tableJson(groupTable(all, "module"))},
                          {"source", tableJson(groupTable(all, "source"))}};
        json["nearly_full"] = nearlyFullJson();
        json["next_layer"] = moveJson(explanation.takeNext);
        json["first_layer"] = moveJson(explanation.giveFirst);
        json["last_layer"] = moveJson(explanation.giveLast);
        return json;
    }
    /// A table of the largest items on the tile that the explanation is about.
    Table table() const { return shortened(peakItemsTable(*study.profile, *study.layers, explanation), top); }
    std::string text() const {
        const Layers& layers = *study.layers;
        const Table all = peakItemsTable(*study.profile, layers, explanation);
        const Table moves = movesText(explanation, estimate, layers);
        return peakText(explanation, *study.profile, layers, memory, warnings) + "\n" + categoriesText(all) +
               "\n" + toAligned(groupTable(all, "entry")) + "\n" + toAligned(groupTable(all, "role")) + "\n" +
               itemsText() + "\n" + tilesText() +
               (moves.rows.empty() ? std::string() : "\n" + toAligned(moves));
    }

private:
    Json moveJson(const std::optional<EntryMove>& move) const {
        if (!move) {
            return nullptr;
        }
        const Layers& layers = *study.layers;
        const auto change = [&](uint64_t now, uint32_t ipu) {
            return static_cast<int64_t>(now - estimate.stages[ipu].peakTileBytes);
        };
        Json json = {{"entry", layerJson(layers, move->entry)},
                     {"neighbour_ipu", move->neighbour},
                     {"splits", splitsJson(move->plan, layers)},
                     {"peak_tile_bytes", move->peakTileBytes},
                     {"change_bytes", change(move->peakTileBytes, explanation.ipu)},
                     {"neighbour_peak_tile_bytes", move->neighbourPeakBytes},
                     {"neighbour_change_bytes", change(move->neighbourPeakBytes, move->neighbour)},
                     {"plan_peak_tile_bytes", move->planPeakBytes}};
        if (study.isPipeline()) {
            json["buildable"] = move->buildable;
        }
        return json;
    }
    Json nearlyFullJson() const {
        const Histogram histogram = histogramOf(explanation.tileTotals, BinsInJson);
        return {{"from_bytes", explanation.nearlyFullBytes()},
                {"tiles", explanation.tilesFrom(explanation.nearlyFullBytes())},
                {"tiles_over_limit", fit().known() ? Json(explanation.tilesFrom(limit() + 1)) : Json()},
                {"of_tiles", explanation.tileTotals.size()},
                {"histogram",
                 {{"from_bytes", histogram.from},
                  {"bin_bytes", histogram.binWidth},
                  {"tiles", histogram.counts}}}};
    }
    std::string categoriesText(const Table& items) const {
        Table table = groupTable(items, "category");
        table.rows.push_back({"total", explanation.bytes.total(), 1.0, explanation.items.size()});
        return toAligned(std::move(table));
    }
    std::string itemsText() const {
        std::string text = toAligned(table());
        if (top < explanation.items.size()) {
            const uint64_t rest = sumOf(std::span(explanation.items).subspan(top), &StageItem::bytes);
            text += std::to_string(explanation.items.size() - top) + " more items hold " +
                    std::to_string(rest) + " bytes.\n";
        }
        return text;
    }
    std::string tilesText() const {
        const Histogram histogram = histogramOf(explanation.tileTotals, BinsInText);
        const uint32_t maximum = *std::ranges::max_element(histogram.counts);
        Table table{{{"from_bytes", ColumnType::Integer}, {"tiles", ColumnType::Integer}, {""}}};
        for (size_t i = 0; i < histogram.counts.size(); ++i) {
            const uint64_t from = histogram.from + i * histogram.binWidth;
            const size_t width = (histogram.counts[i] * WidestBar + maximum - 1) / maximum;
            const bool hasLimit = fit().known() && from <= limit() && limit() < from + histogram.binWidth;
            table.rows.push_back(
                {from, histogram.counts[i], std::string(width, '#') + (hasLimit ? " (limit)" : "")});
        }
        return std::to_string(explanation.tilesFrom(explanation.nearlyFullBytes())) + " of " +
               std::to_string(explanation.tileTotals.size()) +
               " tiles hold at least 95 % of the fullest tile's bytes" +
               (fit().known() ? "; tiles above the limit: " +
                                    std::to_string(explanation.tilesFrom(limit() + 1)) + ".\n\n"
                              : ".\n\n") +
               toAligned(table);
    }
};

Json complaintJson(const MemoryComplaint& complaint) {
    return {{"kind", idOf(complaint.kind)},
            {"tile", complaint.tile ? Json(complaint.tile->value) : Json()},
            {"bytes_used", optionalJson(complaint.bytesUsed)},
            {"bytes_per_tile", optionalJson(complaint.bytesPerTile)},
            {"exchange", complaint.exchange.empty() ? Json() : Json(complaint.exchange)}};
}

void addList(std::string& text, const std::string& title, const Table& table, size_t top) {
    if (table.rows.empty()) {
        return;
    }
    text += "\n" + title + ":\n" + toAligned(shortened(table, top));
    if (table.rows.size() > top) {
        text += std::to_string(table.rows.size() - top) + " more\n";
    }
}

/// A message of Poplar, and what a profile says about it, ready to be printed.
struct MessageReport {
    std::string path; ///< path of the profile
    const Profile& profile;
    const PoplarMessage& message;
    const MessageExplanation& explanation;
    size_t top = 0; ///< number of rows to print for each list, largest first

    Json json() const {
        return {{"message",
                 {{"complaints", mapped(message.complaints, complaintJson)},
                  {"profile_path", message.profilePath.empty() ? Json() : Json(message.profilePath)}}},
                {"profile", path},
                {"complaint", explanation.complaint ? complaintJson(*explanation.complaint) : Json()},
                {"tile", explanation.tile.value},
                {"bytes", optionalJson(explanation.bytes)},
                {"bytes_per_tile", explanation.bytesPerTile},
                {"bytes_over", explanation.over()},
                {"all_tiles_over", explanation.tilesOver},
                {"all_bytes_over", explanation.bytesOver},
                {"categories", tableJson(categoriesTable())},
                {"exchange", tableJson(shortened(namedExchangesTable(), top))},
                {"variables", tableJson(shortened(variablesTable(), top))},
                {"vertices", tableJson(shortened(verticesTable(), top))},
                {"exchanges", tableJson(shortened(exchangesTable(), top))},
                {"notes", notes()}};
    }
    /// A table of what is on the tile of the explanation: categories, variables, vertices and exchanges.
    Table table() const {
        Table all{{{"what"}, {"name"}, {"bytes", ColumnType::Integer}}};
        for (const auto& [what, part] : {std::pair{"category", categoriesTable()},
                                         {"variable", variablesTable()},
                                         {"vertex", verticesTable()},
                                         {"exchange", exchangesTable()}}) {
            for (const std::vector<Cell>& row : shortened(part, top).rows) {
                all.rows.push_back({what, row[0], row[1]});
            }
        }
        return all;
    }
    std::string text() const {
        std::string text = "The message says:\n";
        for (const MemoryComplaint& complaint : message.complaints) {
            text += "  " + englishText(complaintPhrase(complaint)) + "\n";
        }
        if (message.complaints.empty()) {
            text += "  only where the profile is stored\n";
        }
        text += "\n" + englishText(tilePhrase(explanation)) + "\n";
        for (const std::string& note : notes()) {
            text += note + "\n";
        }
        addList(text, "The exchange that the message names, on this tile", namedExchangesTable(), top);
        addList(text, "By category, on this tile", categoriesTable(), std::string::npos);
        addList(text, "Variables", variablesTable(), top);
        addList(text, "Vertices", verticesTable(), top);
        addList(text, "Code of exchanges", exchangesTable(), top);
        return text;
    }
    /// Remarks that help the user to interpret the figures.
    std::vector<std::string> notes() const { return mapped(notesOn(explanation), englishText); }

private:
    Table variablesTable() const {
        return tileVariableColumns(profile).table(explanation.contents.variables).without({"variable"});
    }
    Table verticesTable() const {
        Columns<TileVertex> columns = tileVertexColumns();
        columns.add({{{"bytes", ColumnType::Integer},
                      [](const auto& vertex) { return vertex.stateBytes + vertex.codeBytes; }}});
        return columns.table(explanation.contents.vertices)
            .only({"name", "bytes", "instances", "state_bytes", "code_bytes"});
    }
    Table exchangesTable() const {
        Table table{{{"name"}, {"bytes", ColumnType::Integer}, {"program", ColumnType::Integer}}};
        for (const TileExchange& exchange : explanation.contents.exchanges) {
            table.rows.push_back({programName(profile, exchange.program), exchange.codeBytes,
                                  profile.programs[exchange.program.index()].id});
        }
        return table;
    }
    Table categoriesTable() const {
        Table table{{{"name"}, {"bytes", ColumnType::Integer}}};
        for (const MessageExplanation::Category& category : explanation.categories) {
            constexpr std::string_view Prefix = "category.";
            const std::string_view name = category.name;
            table.rows.push_back(
                {name.starts_with(Prefix) ? name.substr(Prefix.size()) : name, category.bytes});
        }
        return table;
    }
    Table namedExchangesTable() const {
        const auto& programs = profile.programs;
        return Columns<NamedExchange>{
            {{"name"}, &NamedExchange::name},
            {{"program", ColumnType::Integer},
             [&](const auto& exchange) { return programs[exchange.program.index()].id; }},
            {{"type"}, [&](const auto& exchange) { return programs[exchange.program.index()].type; }},
            {{"data_bytes", ColumnType::Integer}, &NamedExchange::dataBytes},
            {{"code_bytes", ColumnType::Integer}, &NamedExchange::codeBytes}}
            .table(explanation.exchanges);
    }
};

struct ExplainArguments : PlanCommandArguments {
    std::optional<uint32_t> ipu;
    TopRows top{20};
    std::optional<std::string> message;     ///< the path of a file that contains a message of Poplar
    std::optional<std::string> messageText; ///< the text of a message of Poplar
};

constexpr const char* ExplainFooter = R"(
With --message or --message-text, explains why a model did not compile: what Poplar counted on the tile that
the message names, or on the fullest one. Without PROFILE, reads the profile that the message names after
"Profile saved to".

Code and vertex state are listed as items, like variables. The items and their groups add up to the IPU's peak.
Without --splits and --plan, all layers are one stage.

Examples:
  tileline-cli explain report --splits 6,12,18
  tileline-cli explain report --splits 6,12,18 --ipu 1 --top 50
  tileline-cli explain report --plan model.tileplan --json
  tileline-cli explain --message compile.log)";

constexpr const char* HowToGetReport =
    "Give PROFILE. To get one in the directory `report`, compile the model with "
    "POPLAR_ENGINE_OPTIONS='{\"autoReport.all\":\"true\", \"autoReport.directory\":\"report\", "
    "\"debug.allowOutOfMemory\":\"true\"}'.";

Result<PoplarMessage> readMessage(const ExplainArguments& arguments, Context& context) {
    std::string text;
    std::string file;
    if (arguments.messageText) {
        text = *arguments.messageText;
    } else {
        file = *arguments.message == "-" ? "standard input" : *arguments.message;
        auto read = readInput(*arguments.message, MessageLimit, context);
        if (!read) {
            Error error = std::move(read).failure();
            error.file = file;
            if (error.code == ErrorCode::TooLarge) {
                error.remedy = "Give only the part of the log that contains the error, at most 1 MiB.";
            }
            return error;
        }
        text = *std::move(read);
    }
    PoplarMessage message = parsePoplarMessage(text);
    if (!message.recognised()) {
        return Error{ErrorCode::BadArgument,
                     file,
                     file.empty() ? "--message-text" : "--message",
                     "\"Out of memory on tile N: ...\", \"Cannot fit all variable data onto one or more "
                     "tiles\", \"Tile N receives more data than it has total memory ...\" or \"Profile saved "
                     "to: ...\"",
                     "text that contains none of these messages",
                     "Give the whole error, as Poplar printed it."};
    }
    return message;
}

/// The path of the profile: from the command line or, if the user gave no profile, from the message.
Result<std::string> profileOf(const ExplainArguments& arguments, const PoplarMessage& message) {
    if (!arguments.profile.paths().empty()) {
        return arguments.profile.paths().front();
    }
    if (message.profilePath.empty()) {
        return badArgument("PROFILE", "a profile, because the message names none", "nothing", HowToGetReport);
    }
    std::error_code ignored;
    if (!std::filesystem::exists(message.profilePath, ignored)) {
        return errorIn(message.profilePath, ErrorCode::FileNotFound, "",
                       "no profile at the path in the message; a relative path begins at the directory in "
                       "which the model was compiled",
                       HowToGetReport);
    }
    return message.profilePath;
}

Outcome<ExitStatus> explainTheMessage(const ExplainArguments& arguments, Context& context) {
    const PoplarMessage message = TRY(readMessage(arguments, context));
    const std::string path = TRY(profileOf(arguments, message));
    const ProfilePtr profile = TRY(arguments.profile.load(path, context));
    const MessageExplanation explanation = TRY(explainMessage(*profile, message, context.stop()));
    const MessageReport report{path, *profile, message, explanation, arguments.top.count(arguments.output)};
    return arguments.output.writeReport(report, context);
}

Outcome<ExitStatus> explain(const ExplainArguments& arguments, Context& context) {
    if (arguments.message || arguments.messageText) {
        return explainTheMessage(arguments, context);
    }
    if (arguments.profile.paths().empty()) {
        return badArgument("PROFILE", "a profile, or a message of Poplar", "nothing");
    }
    const auto [study, plan, description, memory, figures] = TRY(openWithPlan(arguments, context));
    const uint32_t ipu = arguments.ipu.value_or(fullestIpu(figures.estimate, memory));
    if (ipu >= figures.estimate.stages.size()) {
        return badArgument(
            "--ipu", "0 to " + std::to_string(figures.estimate.stages.size() - 1) + ", the IPUs of the plan",
            std::to_string(ipu));
    }
    printWarnings(figures.warnings, study, context);
    const VariableRoles roles(*study.profile, *study.layers);
    const PeakExplanation explanation =
        TRY(explainPeak(*study.estimator, roles, figures.estimate, ipu, context.workers(), context.stop()));
    const ExplainReport report{study,       figures.estimate, figures.warnings,
                               explanation, memory,           arguments.top.count(arguments.output)};
    return arguments.output.writeReport(report, context);
}

} // namespace

void addExplainCommand(CLI::App& app, Context& context) {
    auto [command, arguments] = context.addCommand<ExplainArguments>(
        app, "explain",
        "Why an IPU of a plan needs as much memory as it does, or why a model did not compile", ExplainFooter,
        explain);
    arguments.profile.addTo(command, SettingArguments::Options::All);
    command.get_option("PROFILE")->required(false);
    CLI::Option* message =
        takePath(command.add_option("--message", arguments.message,
                                    "A file with a message of Poplar, such as a log; - is standard input"));
    command.add_option("--message-text", arguments.messageText, "The message itself")
        ->type_name("TEXT")
        ->excludes(message);
    arguments.plan.addTo(command);
    takeWholeNumber(
        command.add_option("--ipu", arguments.ipu,
                           "Which IPU, from 0. Default: the IPU that uses the largest share of its memory"),
        0, MaxIpus - 1, "IPU");
    arguments.top.addTo(
        command, "How many items to print, largest first; 0: all. Default: 20 in text output, otherwise all");
    arguments.memory.addTo(command);
    arguments.output.addReport(command);
    for (const char* ofPlan : {"--splits", "--plan", "--plan-name", "--ipu"}) {
        message->excludes(command.get_option(ofPlan));
        command.get_option("--message-text")->excludes(command.get_option(ofPlan));
    }
}

} // namespace tileline::cli
