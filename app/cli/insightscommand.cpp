// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/json.h"
#include "app/cli/optionchecks.h"
#include "app/cli/outputarguments.h"
#include "app/cli/profilearguments.h"
#include "core/output/htmltable.h"
#include "core/output/memorytables.h"
#include "core/wording/explaintext.h"

#include <CLI/CLI.hpp>

namespace tileline::cli {

namespace {

struct InsightsArguments {
    ProfileArguments profile;
    OutputArguments output;
    TileArguments tiles;
    uint64_t top = 5;
};

/// The tables of insights, as human-readable text and as JSON.
class InsightsReport : public InsightsTables {
public:
    using InsightsTables::InsightsTables;

    Json json() const {
        Json bytes;
        for (size_t i = 0; i < HelpIds.size(); ++i) {
            bytes[std::string(HelpIds[i])] = insights().help[i];
        }
        return {{"fits", insights().tiles.empty() ? Json() : Json(insights().fits())},
                {"memory_per_tile", insights().memoryPerTile},
                {"headroom", insights().tiles.empty() ? Json() : Json(insights().headroom())},
                {"tiles_over_memory", insights().tilesOver},
                {"fullest_tiles", tableJson(tiles())},
                {"peak_step", optionalJson(peakStep())},
                {"vertices", tableJson(vertices())},
                {"compute_sets", tableJson(computeSets())},
                {"exchanges", tableJson(exchanges())},
                {"variables", tableJson(variables())},
                {"help", std::move(bytes)}};
    }
    std::string text() const {
        std::string text = englishText(verdictPhrase(insights())) + "\n";
        const auto add = [&text](const char* title, const Table& table) {
            text += table.rows.empty() ? std::string() : std::string("\n") + title + "\n" + toAligned(table);
        };
        add("Fullest tiles", tiles());
        add("Largest vertices", vertices());
        add("Compute sets that use these vertices", computeSets());
        add("Largest exchanges", exchanges());
        const std::string step = peakStep()
                                     ? ", sorted by their live bytes at step " + std::to_string(*peakStep())
                                     : std::string();
        add(("Largest variables" + step).c_str(), variables());
        text += "\nWhat would help on the fullest tile at its peak (upper bounds)\n";
        for (size_t i = 0; i < HelpIds.size(); ++i) {
            text += englishText(helpPhrase(static_cast<Help>(i))) + ": " + groupedText(insights().help[i]) +
                    " bytes\n";
        }
        return text;
    }
};

Outcome<ExitStatus> run(const InsightsArguments& arguments, Context& context) {
    const Study study = TRY(arguments.profile.openQuietly(context));
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
    auto [command, arguments] = context.addCommand<InsightsArguments>(
        app, "insights", "What takes the most memory in the report, without any plan, and what would help",
        "Bytes are counted on all tiles, or only on the tiles that --ipu or --tile selects.\n"
        "Examples:\n  tileline-cli insights report\n  tileline-cli insights report --ipu 0 --json",
        run);
    arguments.profile.addTo(command, SettingArguments::Options::Entries);
    arguments.tiles.addTo(command);
    takeWholeNumber(command.add_option("--top", arguments.top, "Maximum length of each list (5)"), 1, 1000);
    arguments.output.addDocument(command);
}

} // namespace tileline::cli
