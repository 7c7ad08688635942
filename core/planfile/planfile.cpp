// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/planfile/planfile.h"

#include "core/base/printable.h"
#include "core/base/textfile.h"
#include "core/frameworks/jsontext.h"
#include "core/planfile/planfilekeys.h"

#include <nlohmann/json.hpp>

namespace tileline {

namespace {

PlanJson textJson(const std::string& text) {
    if (isUtf8(text)) {
        return text;
    }
    constexpr std::string_view Digits = "0123456789abcdef";
    std::string hex;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        hex += Digits[byte >> 4];
        hex += Digits[byte & 0xF];
    }
    return {{"hex", hex}};
}

PlanJson textsJson(const std::vector<std::string>& texts) {
    PlanJson array = PlanJson::array();
    for (const std::string& text : texts) {
        array.push_back(textJson(text));
    }
    return array;
}

template <class T>
PlanJson maybeJson(const std::optional<T>& value) {
    return value ? PlanJson(*value) : PlanJson();
}

PlanJson linesJson(const std::vector<OptionLine>& lines) {
    PlanJson array = PlanJson::array();
    for (const OptionLine& line : lines) {
        array.push_back(textJson(line.text()));
    }
    return array;
}

PlanJson modulesJson(const std::vector<LayerModule>& modules) {
    PlanJson array = PlanJson::array();
    for (const LayerModule& module : modules) {
        array.push_back({{"layer", module.layer ? textJson(*module.layer) : PlanJson()},
                         {"path", textJson(module.path)}});
    }
    return array;
}

PlanJson exportJson(const PoptorchExportOptions& options) {
    PlanJson json{{"mode", nameOf(options.mode)},
                  {"strategy", nameOf(options.strategy)},
                  {"blocks", nameOf(options.blocks)},
                  {"device_iterations", maybeJson(options.deviceIterations)},
                  {"gradient_accumulation", maybeJson(options.gradientAccumulation)},
                  {"replication_factor", options.replicationFactor},
                  {"available_memory_proportion", maybeJson(options.availableMemoryProportion)},
                  {"extra_lines", linesJson(options.extraLines)}};
    if (!options.imported.format.empty()) {
        PlanJson document;
        if (!readJsonText(options.imported.text, document)) {
            document = PlanJson::object();
        }
        json["imported"] = {{"format", textJson(options.imported.format)}, {"document", std::move(document)}};
    }
    return json;
}

PlanJson layersJson(const LayerOptions& layers) {
    PlanJson json{{"name_regex", textJson(layers.layerRegex)},
                  {"inputs_regex", textJson(layers.inputsRegex)},
                  {"order", layers.order == LayerOrder::Natural ? "natural" : "steps"}};
    if (layers.unassigned == Unassigned::Position) {
        json["unassigned"] = "position";
    }
    return json;
}

PlanJson settingJson(const SettingOptions& options) {
    PlanJson json;
    for (const SettingOption& option : settingOptions()) {
        json[std::string(option.key)] = option.json<PlanJson>(options);
    }
    return json;
}

PlanJson planJson(const PlanDescription& plan) {
    PlanJson json{{"name", textJson(plan.name)},
                  {"splits", textsJson(plan.splits)},
                  {"ipus", plan.ipus},
                  {"memory_per_tile", maybeJson(plan.memoryPerTile)},
                  {"ipu_memory", plan.ipuMemory},
                  {"keep_free", plan.keepFree},
                  {"pinned", textsJson(plan.pinned)},
                  {"forbidden", textsJson(plan.forbidden)},
                  {"modules", modulesJson(plan.modules)},
                  {"export", exportJson(plan.exportOptions)},
                  {"notes", textJson(plan.notes)}};
    addUnknownKeys(json, plan.unknownKeys);
    return json;
}

} // namespace

std::string planFileText(const PlanFile& file) {
    PlanJson plans = PlanJson::array();
    for (const PlanDescription& plan : file.plans) {
        plans.push_back(planJson(plan));
    }
    PlanJson json{{"format", "tileplan"},
                  {"version", PlanFileVersion},
                  {"profile",
                   {{"path", textJson(file.profilePath)},
                    {"hash", file.profile.hash},
                    {"tiles", file.profile.tiles},
                    {"steps", file.profile.steps},
                    {"operations", file.profile.operations},
                    {"lowered_variables", file.profile.loweredVariables}}},
                  {"layers", layersJson(file.layers)},
                  {"setting", settingJson(file.setting)},
                  {"current", file.current},
                  {"plans", std::move(plans)}};
    addUnknownKeys(json, file.unknownKeys);
    return json.dump(2) + "\n";
}

Result<PlanFile> readPlanFile(const std::filesystem::path& path) {
    auto text = TRY(readFile(path, PlanFileLimit));
    auto file = parsePlanFile(text);
    if (!file) {
        return std::move(file).failure().inFile(path.string());
    }
    return file;
}

Result<Done> writePlanFile(const std::filesystem::path& path, const PlanFile& file) {
    return writeFileAtomically(path, planFileText(file), {}, InputKind::PlanFile);
}

} // namespace tileline
