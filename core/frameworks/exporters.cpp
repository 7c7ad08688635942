// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/frameworks/exporters.h"

#include "core/frameworks/formats.h"

namespace tileline {

std::span<const Exporter> exporters() {
    static const Exporter all[] = {
        {"poptorch", "PopTorch", ".conf",
         "options that PopTorch loads; --annotations writes the Python file that sets the blocks",
         poptorchConf, poptorchAnnotations, checkExport, true},
        {"popart", "PopART", ".json",
         "a table of layers with virtualGraph and pipelineStage; --annotations writes a Python helper",
         popartJson, popartPython, checkMicroBatches},
        {"tensorflow", "TensorFlow", ".py",
         "Python with the layers of each computational stage and the device mapping", tensorflowPython,
         nullptr, checkMicroBatches},
        {"keras", "Keras", ".json", "the stage of each entry, device_mapping, and TF2 BERT's pipeline_stages",
         kerasJson, nullptr, checkKeras, false, false, true},
        {"optimum", "Optimum", ".json", "an ipu_config.json, whose other contents are kept", optimumJson,
         nullptr, checkOptimum, false, false, true},
        {"layers-per-ipu", "layers_per_ipu", ".yml", "a line with the number of layers on each IPU",
         layersPerIpuText, nullptr, checkLayersPerIpu},
        {"pipeline-splits", "pipeline_splits", ".yml", "a line with the modules at which stages begin",
         pipelineSplitsText, nullptr, checkPipelineSplits},
        {"json", "JSON", ".json", "the plan itself", planJson, nullptr, nullptr, false, true},
        {"csv", "CSV", ".csv", "the plan itself, a row for each layer", planCsv, nullptr, nullptr, false,
         true},
    };
    return all;
}

std::vector<ExportIssue> issuesOf(const Exporter& exporter, const ExportPlan& plan,
                                  const PoptorchExportOptions& options,
                                  const std::optional<std::string>& printedModel) {
    std::vector<ExportIssue> issues =
        exporter.check ? exporter.check(plan, options) : std::vector<ExportIssue>();
    if (exporter.forPoptorch && printedModel) {
        const auto more = checkAgainstModel(plan, options, parsePrintedModel(*printedModel));
        issues.insert(issues.end(), more.begin(), more.end());
    }
    return issues;
}

} // namespace tileline
