// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/planfile/planfileimport.h"

#include "core/base/printable.h"
#include "core/planfile/planfileapply.h"

#include <filesystem>

namespace tileline {

SettingOptions settingOf(const ImportedSplit& split, SettingOptions setting) {
    if (setting.traits().pipeline) {
        setting.pipeline.outputOn = split.head.outputOn;
    }
    setting.pipeline.recompute = split.recompute.value_or(setting.pipeline.recompute);
    setting.pipeline.microBatches = split.microBatches ? split.microBatches : setting.pipeline.microBatches;
    return setting;
}

PlanDescription descriptionOf(const ImportedSplit& split, const Layers& layers, ExportMode mode,
                              const MemoryLimits& memory, const std::string& source) {
    const std::string file = printable(std::filesystem::path(source).filename().string());
    PlanDescription plan;
    plan.name = file.empty() ? std::string(split.importer) : file;
    plan.splits = layerNamesOf(split.plan.splits(), layers);
    plan.ipus = static_cast<uint32_t>(split.plan.stageCount());
    plan.setMemory(memory);
    plan.exportOptions.mode = mode;
    (mode == ExportMode::Training ? plan.exportOptions.gradientAccumulation
                                  : plan.exportOptions.deviceIterations) = split.microBatches;
    plan.exportOptions.availableMemoryProportion = split.memoryProportion;
    plan.exportOptions.imported = split.document;
    plan.notes = "Imported" + (file.empty() ? std::string() : " from " + file) + " (" +
                 std::string(split.importer) + ").\n" + englishText(split.head.why);
    for (const Phrase& note : split.notes) {
        plan.notes += "\n" + englishText(note);
    }
    return plan;
}

} // namespace tileline
