// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/frameworks/exporters.h"

#include "core/frameworks/annotations.h"
#include "core/frameworks/frameworks.h"
#include "core/frameworks/poptorchconf.h"

#include <algorithm>

namespace tileline {

std::span<const Exporter> exporters() {
    static const Exporter all[] = {
        {"poptorch", "PopTorch", ".conf",
         "options that PopTorch loads; --annotations writes the Python file that sets the blocks",
         poptorchConf, poptorchAnnotations, true},
        {"popart", "PopART", ".json",
         "a table of layers with virtualGraph and pipelineStage; --annotations writes a Python helper",
         popartJson, popartPython},
        {"tensorflow", "TensorFlow", ".py",
         "Python with the layers of each computational stage and the device mapping", tensorflowPython,
         nullptr},
        {"json", "JSON", ".json", "the plan itself", planJson, nullptr, false, true},
        {"csv", "CSV", ".csv", "the plan itself, a row for each layer", planCsv, nullptr, false, true},
    };
    return all;
}

const Exporter* findExporter(std::string_view id) {
    const auto all = exporters();
    const auto found =
        std::find_if(all.begin(), all.end(), [&](const Exporter& exporter) { return exporter.id == id; });
    return found == all.end() ? nullptr : &*found;
}

} // namespace tileline
