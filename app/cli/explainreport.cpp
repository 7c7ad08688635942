// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/explainreport.h"

#include "app/cli/aligned.h"
#include "app/cli/planreport.h"
#include "core/memory/tilememory.h"
#include "core/output/plantext.h"
#include "core/output/reports.h"

#include <algorithm>

namespace tileline::cli {

namespace {

constexpr size_t BinsInJson = 40;
constexpr size_t BinsInText = 10;
constexpr size_t WidestBar = 40;

/// For people: shares in per cent.
std::string alignedShares(Table table) {
    for (size_t i = 0; i < table.columns.size(); ++i) {
        if (table.columns[i].type != ColumnType::Share) {
            continue;
        }
        table.columns[i].key = table.columns[i].key == "share" ? "percent" : "running_percent";
        for (std::vector<Cell>& row : table.rows) {
            row[i] = Cell(std::get<double>(row[i].value) * 100);
        }
    }
    return toAligned(table);
}

Json moveJson(const ExplainReport& report, const std::optional<EntryMove>& move) {
    if (!move) {
        return nullptr;
    }
    const Layers& layers = *report.study.layers;
    const auto change = [&](uint64_t now, uint32_t ipu) {
        return static_cast<int64_t>(now - report.estimate.stages[ipu].peakTileBytes);
    };
    Json json = {{"entry", layerJson(layers, move->entry)},
                 {"neighbour_ipu", move->neighbour},
                 {"splits", Json::array()},
                 {"peak_tile_bytes", move->peakTileBytes},
                 {"change_bytes", change(move->peakTileBytes, report.explanation.ipu)},
                 {"neighbour_peak_tile_bytes", move->neighbourPeakBytes},
                 {"neighbour_change_bytes", change(move->neighbourPeakBytes, move->neighbour)},
                 {"plan_peak_tile_bytes", move->planPeakBytes}};
    for (const LayerIndex split : move->plan.splits()) {
        json["splits"].push_back(layerJson(layers, split));
    }
    if (report.study.isPipeline()) {
        json["buildable"] = move->buildable;
    }
    return json;
}

Json programJson(const Profile& profile, const std::optional<ProgramIndex>& index) {
    if (!index) {
        return nullptr;
    }
    const Program& program = profile.programs[index->index()];
    return {{"id", program.id}, {"type", program.type}, {"name", program.name}};
}

Json nearlyFullJson(const ExplainReport& report) {
    const PeakExplanation& explanation = report.explanation;
    const Histogram histogram = histogramOf(explanation.tileTotals, BinsInJson);
    return {
        {"from_bytes", explanation.nearlyFullBytes()},
        {"tiles", explanation.tilesFrom(explanation.nearlyFullBytes())},
        {"tiles_over_limit", report.fit().known() ? Json(explanation.tilesFrom(report.limit() + 1)) : Json()},
        {"of_tiles", explanation.tileTotals.size()},
        {"histogram",
         {{"from_bytes", histogram.from}, {"bin_bytes", histogram.binWidth}, {"tiles", histogram.counts}}}};
}

std::string categoriesText(const ExplainReport& report, const Table& items) {
    Table table = groupTable(items, "category");
    table.rows.push_back({"total", report.explanation.bytes.total(), 1.0, report.explanation.items.size()});
    return alignedShares(std::move(table));
}

std::string itemsText(const ExplainReport& report) {
    const PeakExplanation& explanation = report.explanation;
    std::string text = alignedShares(report.table());
    if (report.top < explanation.items.size()) {
        uint64_t rest = 0;
        for (size_t i = report.top; i < explanation.items.size(); ++i) {
            rest += explanation.items[i].bytes;
        }
        text += std::to_string(explanation.items.size() - report.top) + " more items hold " +
                std::to_string(rest) + " bytes.\n";
    }
    return text;
}

std::string tilesText(const ExplainReport& report) {
    const PeakExplanation& explanation = report.explanation;
    const Histogram histogram = histogramOf(explanation.tileTotals, BinsInText);
    const uint32_t maximum = *std::max_element(histogram.counts.begin(), histogram.counts.end());
    Table table{{{"from_bytes", ColumnType::Integer}, {"tiles", ColumnType::Integer}, {"", ColumnType::Text}},
                {}};
    for (size_t i = 0; i < histogram.counts.size(); ++i) {
        const uint64_t from = histogram.from + i * histogram.binWidth;
        const size_t width = (histogram.counts[i] * WidestBar + maximum - 1) / maximum;
        const bool hasLimit =
            report.fit().known() && from <= report.limit() && report.limit() < from + histogram.binWidth;
        table.rows.push_back(
            {from, histogram.counts[i], std::string(width, '#') + (hasLimit ? " (limit)" : "")});
    }
    return std::to_string(explanation.tilesFrom(explanation.nearlyFullBytes())) + " of " +
           std::to_string(explanation.tileTotals.size()) + " tiles hold at least 95 % of that" +
           (report.fit().known() ? ", and " + std::to_string(explanation.tilesFrom(report.limit() + 1)) +
                                       " more than the limit.\n\n"
                                 : ".\n\n") +
           toAligned(table);
}

} // namespace

Json ExplainReport::json() const {
    const Layers& layers = *study.layers;
    const uint64_t total = explanation.bytes.total();
    const Table all = peakItemsTable(*study.profile, layers, explanation);
    Json json = {{"profile", study.path}};
    json.update(settingJson(study));
    json["layers"] = layersJson(layers);
    json["splits"] = Json::array();
    for (const LayerIndex split : estimate.plan.splits()) {
        json["splits"].push_back(layerJson(layers, split));
    }
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
    json["bytes"] = bytesJson(explanation.bytes, study.isPipeline());
    json["by_entry"] = tableJson(groupTable(all, "entry"));
    json["by_role"] = tableJson(groupTable(all, "role"));
    json["items"] = tableJson(table());
    json["all_items"] = explanation.items.size();
    json["groups"] = {{"module", tableJson(groupTable(all, "module"))},
                      {"source", tableJson(groupTable(all, "source"))}};
    json["nearly_full"] = nearlyFullJson(*this);
    json["next_layer"] = moveJson(*this, explanation.takeNext);
    json["first_layer"] = moveJson(*this, explanation.giveFirst);
    json["last_layer"] = moveJson(*this, explanation.giveLast);
    return json;
}

Table ExplainReport::table() const {
    Table table = peakItemsTable(*study.profile, *study.layers, explanation);
    table.rows.resize(std::min(top, table.rows.size()));
    return table;
}

std::string ExplainReport::text() const {
    const Layers& layers = *study.layers;
    const Table all = peakItemsTable(*study.profile, layers, explanation);
    const Table moves = movesText(explanation, estimate, layers);
    return peakText(explanation, *study.profile, layers, memory, warnings) + "\n" +
           categoriesText(*this, all) + "\n" + alignedShares(groupTable(all, "entry")) + "\n" +
           alignedShares(groupTable(all, "role")) + "\n" + itemsText(*this) + "\n" + tilesText(*this) +
           (moves.rows.empty() ? std::string() : "\n" + toAligned(moves));
}

} // namespace tileline::cli
