// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/planreport.h"

#include "core/tables/reports.h"

#include <algorithm>
#include <cstdio>
#include <numeric>

namespace tileline::cli {

namespace {

Json bytesJson(const CategoryBytes& bytes) {
    return {{"variables", bytes.variables},      {"vertex_code", bytes.vertexCode},
            {"vertex_state", bytes.vertexState}, {"exchange_code", bytes.exchangeCode},
            {"control_code", bytes.controlCode}, {"total", bytes.total()}};
}

Json stageJson(const PlanReport& report, StageIndex index) {
    const StageEstimate& stage = report.estimate.stages[index.index()];
    const LayerRange range = report.estimate.plan.stage(index);
    const Layers& layers = *report.opened.layers;
    const uint64_t limit = report.memory.limitOf(index);
    return {{"ipu", index.value},
            {"layer_from", layerJson(layers, range.first)},
            {"layer_to", layerJson(layers, range.last)},
            {"peak_tile_bytes", stage.peakTileBytes},
            {"peak_tile", stage.peakTile.value},
            {"peak_step", stage.peakStep.value},
            {"memory_per_tile", limit},
            {"fits", stage.peakTileBytes <= limit},
            {"crossing_bytes",
             index.value == 0 ? Json() : Json(report.estimate.crossingBytes[index.index() - 1])},
            {"window_repaired", stage.windowRepaired},
            {"bytes", bytesJson(stage.bytes)}};
}

/// The stage that is fullest relative to its limit.
uint32_t fullestStage(const PlanReport& report) {
    uint32_t fullest = 0;
    double maximum = -1;
    for (uint32_t i = 0; i < report.estimate.stages.size(); ++i) {
        const double share = static_cast<double>(report.estimate.stages[i].peakTileBytes) /
                             static_cast<double>(std::max<uint64_t>(report.memory.limitOf({i}), 1));
        if (share > maximum) {
            maximum = share;
            fullest = i;
        }
    }
    return fullest;
}

} // namespace

std::string percentText(double part, double whole) {
    char buffer[32];
    std::snprintf(buffer, sizeof buffer, "%.1f %%", whole > 0 ? 100.0 * part / whole : 0.0);
    return buffer;
}

uint64_t PlanReport::crossingBytes() const {
    return std::accumulate(estimate.crossingBytes.begin(), estimate.crossingBytes.end(), uint64_t{0});
}

Table PlanReport::table() const {
    return stagesTable(*opened.layers, estimate, memory);
}

Json PlanReport::json() const {
    Json splits = Json::array();
    for (const LayerIndex split : estimate.plan.splits()) {
        splits.push_back(layerJson(*opened.layers, split));
    }
    Json stages = Json::array();
    for (uint32_t stage = 0; stage < estimate.stages.size(); ++stage) {
        stages.push_back(stageJson(*this, {stage}));
    }
    return {{"profile", opened.path},
            {"layers", layersJson(*opened.layers)},
            {"splits", std::move(splits)},
            {"ipus", estimate.stages.size()},
            {"peak_tile_bytes", estimate.peakTileBytes()},
            {"fits", fits()},
            {"crossing_bytes", crossingBytes()},
            {"stages", std::move(stages)}};
}

std::string PlanReport::summary() const {
    const uint32_t stage = fullestStage(*this);
    const uint64_t peak = estimate.stages[stage].peakTileBytes;
    const uint64_t limit = memory.limitOf({stage});
    const std::string share = percentText(static_cast<double>(peak), static_cast<double>(limit));
    return "Fullest tile: " + std::to_string(peak) + " of " + std::to_string(limit) + " bytes" +
           (limit > 0 ? " (" + share + ")" : "") + ", on IPU " + std::to_string(stage) + ". " +
           (fits() ? "The plan fits." : "The plan does not fit.") + "\n";
}

} // namespace tileline::cli
