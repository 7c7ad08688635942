// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/planreport.h"

#include "core/base/sequences.h"
#include "core/wording/explaintext.h"
#include "core/wording/warningtext.h"

#include <array>
#include <functional>

namespace tileline::cli {

namespace {

Json stageJson(const PlanReport& report, StageIndex index) {
    const PlanEstimate& estimate = report.figures.estimate;
    const StageEstimate& stage = estimate.stages[index.index()];
    const LayerRange range = estimate.placement.ipus[index.index()].entries;
    const Layers& layers = *report.study.layers;
    const uint64_t limit = report.memory.limitOf(index);
    Json json = {{"ipu", index.value},
                 {"layer_from", layerJson(layers, range.first)},
                 {"layer_to", layerJson(layers, range.last)},
                 {"peak_tile_bytes", stage.peakTileBytes},
                 {"peak_tile", stage.peakTile.value},
                 {"peak_step", stage.peakStep.value},
                 {"memory_per_tile", report.memory.memoryOf(index)},
                 {"limit", limit},
                 {"fits", optionalJson(Fit(stage.peakTileBytes <= limit, report.figures.warnings).answer())},
                 {report.study.layers->list->crossingKey,
                  index.value == 0 ? Json() : Json(estimate.crossingBytes[index.index() - 1])},
                 {"window_repaired", stage.windowRepaired},
                 {"bytes", bytesJson(stage.bytes, report.study.isPipeline(), false)}};
    if (!report.study.isPipeline()) {
        return json;
    }
    json["peak_bytes"] = bytesJson(report.figures.peakBytes[index.index()], true, true);
    json["pipeline_stages"] = Json::array();
    for (const uint32_t number : estimate.placement.stagesOf(index.index())) {
        const LayerRange entries = estimate.placement.stages[number];
        json["pipeline_stages"].push_back(
            {{"index", number},
             {"entries", Json::array({layerJson(layers, entries.first), layerJson(layers, entries.last)})},
             {"transfer_bytes", number == 0 ? Json() : Json(estimate.crossingBytes[number - 1])}});
    }
    return json;
}

Json timeJson(const PlanFigures& figures) {
    const std::optional<PipelineTime>& time = figures.time;
    const auto known = [&](double PipelineTime::*value) { return time ? Json(*time.*value) : Json(); };
    const auto stageTimeJson = [](const PipelineTime::Stage& stage) {
        return Json{{"forward", stage.forward},
                    {"backward", stage.backward},
                    {"recompute", stage.recompute},
                    {"update", stage.update}};
    };
    return {{"source", !time                    ? "none"
                       : figures.timeIsMeasured ? "measured"
                                                : "estimated"},
            {"pipeline_stages", time ? Json(mapped(time->stages, stageTimeJson)) : Json::array()},
            {"transfer_cycles", time ? Json(time->transferCycles) : Json::array()},
            {"period", known(&PipelineTime::period)},
            {"update", known(&PipelineTime::update)},
            {"makespan", known(&PipelineTime::makespan)},
            {"micro_batches", figures.microBatches.count},
            {"utilisation", known(&PipelineTime::utilisation)},
            {"throughput", time && time->throughput > 0 ? Json(time->throughput) : Json()}};
}

Json sharedWeightsJson(const PlanReport& report) {
    const Layers& layers = *report.study.layers;
    return mapped(report.figures.estimate.sharedWeights, [&](const SharedWeight& weight) {
        return Json{{"name", report.study.profile->variables[weight.variable.index()].name},
                    {"bytes", weight.bytes},
                    {"entries", Json::array({layerJson(layers, weight.entries[0]),
                                             layerJson(layers, weight.entries[1])})}};
    });
}

} // namespace

Json bytesJson(const CategoryBytes& bytes, bool pipeline, bool ofTile) {
    Json json;
    for (const StageCategoryInfo& category : StageCategories) {
        if (category.category < (pipeline ? StageCategory::IoTiles : StageCategory::Stash)) {
            json[category.id] = bytes.*category.bytes;
        }
    }
    json["total"] = bytes.total();
    if (pipeline && ofTile) {
        json["io_tiles"] = bytes.ioTiles;
    }
    return json;
}

Json settingJson(const Study& study) {
    Json json = {{"setting", idOf(study.setting.setting)}};
    if (!study.isPipeline()) {
        return json;
    }
    const SettingOptions setting = study.decidedSetting();
    for (const SettingOption& option : settingOptions()) {
        if (option.inReports()) {
            json[std::string(option.key)] = option.json<Json>(setting);
        }
    }
    json["training"] = study.isTraining();
    constexpr std::array<const char*, 4> Kinds{"none", "input", "layer", "output"};
    json["entries"] = mapped(study.layers->count(), [&](uint32_t entry) {
        return Json{{"name", layerJson(*study.layers, {entry})},
                    {"kind", Kinds[static_cast<size_t>(study.layers->kinds[entry])]}};
    });
    return json;
}

Json layoutSlackJson(const std::optional<LayoutSlack>& slack) {
    return slack ? Json{{"tile", slack->tile.value}, {"bytes", slack->bytes}, {"share", slack->share}}
                 : Json();
}

uint64_t PlanReport::crossingBytes() const {
    return sumOf(figures.estimate.crossingBytes, std::identity());
}

Json PlanReport::json() const {
    Json json = {{"profile", study.path}};
    json.update(settingJson(study));
    json["layers"] = layersJson(*study.layers);
    json["splits"] = splitsJson(figures.estimate.plan, *study.layers);
    json["ipus"] = figures.estimate.stages.size();
    json["peak_tile_bytes"] = figures.estimate.peakTileBytes();
    json["keep_free"] = memory.keepFree;
    json["fits"] = optionalJson(fit().answer());
    json["tight"] = figures.isTight(memory);
    json["layout_slack"] = layoutSlackJson(figures.layoutSlack);
    json[study.layers->list->crossingKey] = crossingBytes();
    json["stages"] =
        mapped(figures.estimate.stages.size(), [this](uint32_t stage) { return stageJson(*this, {stage}); });
    if (study.isPipeline()) {
        json["buildable"] = figures.buildable;
        json["shared_weights"] = sharedWeightsJson(*this);
        json["time"] = timeJson(figures);
    }
    json["warnings"] = warningsJson(figures.warnings, study);
    return json;
}

std::string PlanReport::summary(Fit fit) const {
    const std::string idle = idleIpusText(figures.estimate.stages.size(), ipus);
    std::string text = planVerdictText(figures.estimate, memory, fit, figures.buildable) +
                       (idle.empty() ? "" : " " + idle) + "\n";
    if (figures.isTight(memory)) {
        text += englishText(tightPhrase(*figures.layoutSlack)) + "\n";
    }
    if (study.isPipeline()) {
        text += std::string("Estimated as ") + (study.isTraining() ? "training" : "inference") + ".\n";
    }
    if (figures.time) {
        text += timeText(*figures.time, figures.timeIsMeasured) + "\n";
    }
    if (study.isPipeline()) {
        const std::string raised = figures.microBatches.raisedText(study.isTraining());
        text += raised.empty() ? "" : raised + "\n";
    }
    return text;
}

ExitStatus PlanReport::status() const {
    return !fit().known()                      ? ExitStatus::NotKnown
           : fit().fits() && figures.buildable ? ExitStatus::Done
                                               : ExitStatus::DoesNotFit;
}

Json warningsJson(const std::vector<PlanWarning>& warnings, const Study& study) {
    return mapped(warnings, [&](const PlanWarning& warning) {
        return Json{{"code", codeOf(warning)},
                    {"text", textOf(warning, *study.layers, *study.profile)},
                    {"voids_figures", warning.voids}};
    });
}

void printWarnings(const std::vector<PlanWarning>& warnings, const Study& study, Context& context) {
    for (const PlanWarning& warning : warnings) {
        const bool printed = warning.get<LayerWarning>() != nullptr || warning.get<LoadNote>() != nullptr;
        // UnknownTime is not printed, because it casts no doubt on the figures about memory.
        if (!printed && warning.get<UnknownTime>() == nullptr) {
            context.warn(textOf(warning, *study.layers, *study.profile));
        }
    }
}

} // namespace tileline::cli
