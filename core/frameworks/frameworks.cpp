// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/sequences.h"
#include "core/frameworks/formats.h"

#include "core/frameworks/jsontext.h"
#include "core/frameworks/pythonliteral.h"

#include <nlohmann/json.hpp>

#include <utility>

namespace tileline {

namespace {

using Json = nlohmann::ordered_json;

Json nameJson(const std::optional<std::string>& name) {
    return name ? Json(*name) : Json();
}

std::string pythonName(const std::optional<std::string>& name) {
    return name ? pythonLiteral(*name) : "None";
}

} // namespace

Table planRows(const ExportPlan& plan) {
    Table table{{{"layer"}, {"stage", ColumnType::Integer}, {"ipu", ColumnType::Integer}, {"module"}}};
    forEachEntry(plan, [&](LayerIndex layer, uint32_t stage, uint32_t ipu) {
        table.rows.push_back({plan.layerNames[layer.index()], stage, ipu, plan.modulePath(layer)});
    });
    return table;
}

std::string planCsv(const ExportPlan& plan, const PoptorchExportOptions&) {
    return toText(planRows(plan), TableFormat::Csv);
}

std::string planJson(const ExportPlan& plan, const PoptorchExportOptions& options) {
    Json stages = Json::array();
    forEachEntry(plan, [&](LayerIndex layer, uint32_t stage, uint32_t ipu) {
        if (stages.size() == stage) {
            stages.push_back({{"stage", stage}, {"ipu", ipu}, {"layers", Json::array()}});
        }
        stages.back()["layers"].push_back(
            {{"name", nameJson(plan.layerNames[layer.index()])}, {"module", plan.modulePath(layer)}});
    });
    const auto lineJson = [](const OptionLine& line) {
        return Json{{"line", line.text()},
                    {"source", line.source() == OptionSource::Typed ? "typed" : "plan file"},
                    {"refused", line.call() ? Json() : Json(line.refusal())}};
    };
    return fileText({{"stages", std::move(stages)}, {"extra_lines", mapped(options.extraLines, lineJson)}});
}

std::string popartJson(const ExportPlan& plan, const PoptorchExportOptions& options) {
    Json layers = Json::array();
    forEachEntry(plan, [&](LayerIndex layer, uint32_t stage, uint32_t ipu) {
        layers.push_back({{"layer", nameJson(plan.layerNames[layer.index()])},
                          {"virtualGraph", ipu},
                          {"pipelineStage", stage}});
    });
    return fileText({{options.mode == ExportMode::Training ? "accumulationFactor" : "batchesPerStep",
                      microBatchesOf(plan, options).count},
                     {"layers", std::move(layers)}});
}

std::string popartPython(const ExportPlan& plan, const PoptorchExportOptions& options) {
    std::string python =
        "# Pipeline stages of a model for PopART, written by Tileline.\n"
        "# Set virtualGraphMode to Manual and enablePipelining to True in the session options.\n"
        "# Micro-batches (accumulationFactor, in inference batchesPerStep): " +
        std::to_string(microBatchesOf(plan, options).count) + "\n" +
        "from contextlib import contextmanager\n\n"
        "# layer: (virtual graph, pipeline stage); None is for operations outside any layer.\n"
        "LAYERS = {\n";
    forEachEntry(plan, [&](LayerIndex layer, uint32_t stage, uint32_t ipu) {
        python += "    " + pythonName(plan.layerNames[layer.index()]) + ": (" + std::to_string(ipu) + ", " +
                  std::to_string(stage) + "),\n";
    });
    return python + "}\n\n\n"
                    "@contextmanager\n"
                    "def place(builder, layer=None):\n"
                    "    \"\"\"Place all that the with statement builds on the layer's IPU and stage.\"\"\"\n"
                    "    graph, stage = LAYERS[layer]\n"
                    "    with builder.virtualGraph(graph), builder.pipelineStage(stage):\n"
                    "        yield\n";
}

std::string tensorflowPython(const ExportPlan& plan, const PoptorchExportOptions& options) {
    std::string stages;
    std::string devices;
    uint32_t begun = 0;
    forEachEntry(plan, [&](LayerIndex layer, uint32_t stage, uint32_t ipu) {
        if (begun == stage) {
            stages += begun > 0 ? "],\n    [" : "    [";
            devices += (begun > 0 ? ", " : "") + std::to_string(ipu);
            ++begun;
        } else {
            stages += ", ";
        }
        stages += pythonName(plan.layerNames[layer.index()]);
    });
    return "# Pipeline stages of a model for TensorFlow on IPUs, written by Tileline.\n"
           "# Use: pipelining_ops.pipeline(computational_stages=computational_stages(build),\n"
           "#                             device_mapping=DEVICE_MAPPING, gradient_accumulation_count=" +
           std::to_string(microBatchesOf(plan, options).count) +
           ", ...)\n"
           "# The layers of each stage; None is for operations outside any layer.\n"
           "STAGE_LAYERS = [\n" +
           stages +
           "],\n]\n\n"
           "# The IPU of each stage.\n"
           "DEVICE_MAPPING = [" +
           devices +
           "]\n\n\n"
           "def computational_stages(build):\n"
           "    \"\"\"A function for each stage. build(layers, *inputs) builds layers and returns the inputs "
           "of the next stage.\"\"\"\n"
           "    return [lambda *inputs, layers=layers: build(layers, *inputs) for layers in STAGE_LAYERS]\n";
}

} // namespace tileline
