// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/aligned.h"
#include "app/cli/commands.h"
#include "app/cli/json.h"
#include "app/cli/optionchecks.h"
#include "app/cli/outputarguments.h"
#include "app/cli/profilearguments.h"
#include "core/explain/insights.h"
#include "core/memory/origins.h"
#include "core/output/htmltable.h"

#include <CLI/CLI.hpp>

namespace tileline::cli {

namespace {

struct InsightsArguments {
    ProfileArguments profile;
    OutputArguments output;
    TileArguments tiles;
    uint64_t top = 5;
};

constexpr std::array HelpTexts{
    "Compute activations again instead of keeping them: up to", "Half the micro-batch: up to",
    "Half precision of float variables, but for optimizer state: up to", "Optimizer state off chip: up to"};

/// The tables of insights, for people and for JSON.
class InsightsReport {
public:
    InsightsReport(const Profile& profile, const Insights& insights)
        : m_profile(profile)
        , m_insights(insights) {}

    Table tiles() const {
        return Columns<Insights::Tile>{
            {{"tile", ColumnType::Integer}, [](const auto& tile) { return tile.tile.value; }},
            {{"ipu", ColumnType::Integer},
             [this](const auto& tile) {
                 return tile.tile.value / std::max(1U, m_profile.target.tilesPerIpu);
             }},
            {{"bytes", ColumnType::Bytes}, [](const auto& tile) { return tile.bytes; }},
            {{"headroom", ColumnType::ByteChange},
             [this](const auto& tile) {
                 return static_cast<int64_t>(m_insights.memoryPerTile) - static_cast<int64_t>(tile.bytes);
             }}}
            .table(m_insights.tiles);
    }
    Table vertices() const {
        return Columns<Insights::Vertex>{
            {{"name"}, [](const auto& vertex) { return vertex.name; }},
            {{"instances", ColumnType::Integer}, [](const auto& vertex) { return vertex.instances; }},
            {{"state_bytes", ColumnType::Bytes}, [](const auto& vertex) { return vertex.stateBytes; }},
            {{"code_bytes", ColumnType::Bytes}, [](const auto& vertex) { return vertex.codeBytes; }}}
            .table(m_insights.vertices);
    }
    /// The compute sets that use the listed vertices.
    Table computeSets() const {
        Table table{
            {{"vertex"}, {"compute_set", ColumnType::Integer}, {"name"}, {"state_bytes", ColumnType::Bytes}},
            {}};
        for (const Insights::Vertex& vertex : m_insights.vertices) {
            for (const auto& [bytes, position] : vertex.computeSets) {
                const ComputeSet& set = m_profile.computeSets[position];
                table.rows.push_back({vertex.name, set.id, textCell(set.name), bytes});
            }
        }
        return table;
    }
    Table exchanges() const {
        return Columns<TileExchange>{
            {{"program", ColumnType::Integer},
             [this](const auto& exchange) { return m_profile.programs[exchange.program.index()].id; }},
            {{"name"},
             [this](const auto& exchange) { return textCell(programName(m_profile, exchange.program)); }},
            {{"code_bytes", ColumnType::Bytes}, [](const auto& exchange) { return exchange.codeBytes; }}}
            .table(m_insights.exchanges);
    }
    Table variables() const {
        const auto of = [this](const Insights::Variable& row) -> const Variable& {
            return m_profile.variables[row.variable.index()];
        };
        return Columns<Insights::Variable>{
            {{"variable", ColumnType::Integer}, [=](const auto& row) { return of(row).id; }},
            {{"name"}, [=](const auto& row) { return textCell(of(row).name); }},
            {{"bytes", ColumnType::Bytes}, [](const auto& row) { return row.bytes; }},
            {{"bytes_at_peak", ColumnType::Bytes}, [](const auto& row) { return row.bytesAtPeak; }}}
            .table(m_insights.variables);
    }
    std::optional<uint32_t> peakStep() const {
        return m_insights.peakStep.value == NoId ? std::nullopt : std::optional(m_insights.peakStep.value);
    }

    Json json() const {
        Json help;
        for (size_t i = 0; i < HelpIds.size(); ++i) {
            help[std::string(HelpIds[i])] = m_insights.help[i];
        }
        return {{"fits", m_insights.tiles.empty() ? Json() : Json(m_insights.fits())},
                {"memory_per_tile", m_insights.memoryPerTile},
                {"headroom", m_insights.tiles.empty() ? Json() : Json(m_insights.headroom())},
                {"tiles_over_memory", m_insights.tilesOver},
                {"fullest_tiles", tableJson(tiles())},
                {"peak_step", optionalJson(peakStep())},
                {"vertices", tableJson(vertices())},
                {"compute_sets", tableJson(computeSets())},
                {"exchanges", tableJson(exchanges())},
                {"variables", tableJson(variables())},
                {"help", std::move(help)}};
    }
    std::string text() const {
        const auto grouped = [](uint64_t bytes) { return groupedText(bytes) + " B"; };
        std::string text;
        if (m_insights.tiles.empty()) {
            text = "The report does not say how full its tiles are.\n";
        } else if (m_insights.fits()) {
            text = "The report fits: its fullest tile has " +
                   grouped(static_cast<uint64_t>(m_insights.headroom())) + " of " +
                   grouped(m_insights.memoryPerTile) + " left.\n";
        } else {
            text = "The report does not fit: its fullest tile lacks " +
                   grouped(static_cast<uint64_t>(-m_insights.headroom())) + "; " +
                   groupedText(m_insights.tilesOver) + " tiles are over " +
                   grouped(m_insights.memoryPerTile) + ".\n";
        }
        const auto add = [&text](const char* title, const Table& table) {
            text += table.rows.empty() ? std::string() : std::string("\n") + title + "\n" + toAligned(table);
        };
        add("Fullest tiles", tiles());
        add("Largest vertices", vertices());
        add("Compute sets that use them", computeSets());
        add("Largest exchanges", exchanges());
        const std::string step =
            peakStep() ? ", first by what is live at step " + std::to_string(*peakStep()) : std::string();
        add(("Largest variables" + step).c_str(), variables());
        text += "\nWhat would help, on the fullest tile at its peak (upper bounds)\n";
        for (size_t i = 0; i < HelpIds.size(); ++i) {
            text += std::string(HelpTexts[i]) + " " + grouped(m_insights.help[i]) + "\n";
        }
        return text;
    }

private:
    const Profile& m_profile;
    const Insights& m_insights;
};

Outcome<ExitStatus> run(const InsightsArguments& arguments, Context& context) {
    const std::string& path = arguments.profile.paths().front();
    const Study study = TRY(arguments.profile.openQuietly(path, arguments.profile.openOptions(), context));
    const Profile& profile = *study.profile;
    printNotes(profile, context);
    const TileRange range = TRY(arguments.tiles.range(profile));
    const Insights insights =
        TRY(Insights::find(profile, *study.layers, range, arguments.top, context.stop()));
    const InsightsReport report(profile, insights);
    return arguments.output.write(arguments.output.isJson() ? toJsonText(report.json()) : report.text(),
                                  context);
}

} // namespace

void addInsightsCommand(CLI::App& app, Context& context) {
    CLI::App* command =
        app.add_subcommand("insights", "What takes most memory in the report as it is, and what would help");
    auto arguments = std::make_shared<InsightsArguments>();
    arguments->profile.addTo(*command, SettingArguments::Options::Entries);
    arguments->tiles.addTo(*command);
    takeWholeNumber(command->add_option("--top", arguments->top, "How many of each are listed (5)"), 1, 1000)
        ->type_name("N");
    arguments->output.addDocument(*command);
    command->footer(
        "Bytes are of the model, or of the tiles that --ipu or --tile choose.\n"
        "Examples:\n  tileline-cli insights report\n  tileline-cli insights report --ipu 0 --json");
    context.onRun(*command, [arguments, &context] { return run(*arguments, context); });
}

} // namespace tileline::cli
