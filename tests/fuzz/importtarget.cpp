// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/frameworks/exporters.h"
#include "core/frameworks/importers.h"
#include "core/planfile/planfileapply.h"
#include "tests/fuzz/subject.h"
#include "tests/fuzz/targets.h"

#include <array>

namespace tileline::fuzz {

namespace {

/// The plan file made by an import can be read, and gives the imported plan.
void requirePlanOf(const ImportedSplit& split, const ImportTarget& target) {
    PlanFile file;
    file.setting = settingOf(split, {});
    file.plans.push_back(descriptionOf(split, target.layers, target.mode, {}, "a file"));
    const auto read = parsePlanFile(planFileText(file));
    require(read && *read == file, "an imported plan is written and read");
    const AppliedPlan applied = applyPlan(file.plans.front(), target.layers, {});
    require(applied.plan.splitPlan() == split.plan, "an imported plan is applied as it is");
}

/// An export in the format of the import gives the same plan, if the format can express it.
void requireExportedAgain(const ImportedSplit& split, const ImportTarget& target) {
    ExportPlan plan = target.blank;
    plan.plan = split.plan;
    PoptorchExportOptions options;
    options.mode = target.mode;
    (options.mode == ExportMode::Training ? options.gradientAccumulation : options.deviceIterations) =
        split.microBatches;
    options.availableMemoryProportion = split.memoryProportion;
    options.imported = split.document;
    if (plan.assumed) {
        plan.assumed->options.outputOn = split.head.outputOn;
        plan.assumed->options.recompute = split.recompute.value_or(Recompute::Inputs);
    }
    const Exporter& exporter = *findExporter(split.importer);
    if (hasErrors(exporter.check(plan, options))) {
        return;
    }
    const auto again = importSplit(exporter.text(plan, options), split.importer, target);
    require(static_cast<bool>(again), "what is exported can be imported");
    require(again->plan == split.plan, "what is exported is imported as the same plan");
}

/// The target of an import, chosen by the bits of `how`: setting, profile, and where Output runs.
const ImportTarget& targetOf(unsigned how) {
    static std::array<std::optional<ImportTarget>, 8> targets;
    auto& target = targets[how];
    if (!target) {
        const Subject& with =
            subject((how & 1U) != 0 ? Setting::PopLiner : Setting::Pipeline, (how & 2U) == 0);
        target.emplace(importTarget(*with.profile, *with.layers, with.entries.get(),
                                    with.uses ? &*with.uses : nullptr, {},
                                    (how & 4U) == 0 ? std::nullopt : std::optional(OutputOn::First)));
    }
    return *target;
}

} // namespace

void runImport(Input input) {
    if (input.empty()) {
        return;
    }
    const unsigned how = input.front();
    const auto all = importers();
    const size_t number = how % 8;
    const std::string_view id = number == 0 || number > all.size() ? std::string_view() : all[number - 1].id;
    const ImportTarget& target = targetOf(how / 8 % 8);
    const auto split = importSplit(textOf(input.subspan(1)), id, target);
    if (!split) {
        requireError(split.failure());
        return;
    }
    require(split->plan.layerCount() == target.layers.count(), "an imported plan has the profile's layers");
    const Parts parts(input, 2);
    if (parts.include(0)) {
        requirePlanOf(*split, target);
    }
    if (parts.include(1)) {
        requireExportedAgain(*split, target);
    }
}

} // namespace tileline::fuzz
