// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/frameworks/poptorchplan.h"
#include "core/planfile/planfile.h"
#include "core/planfile/planfileapply.h"
#include "tests/fuzz/subject.h"
#include "tests/fuzz/targets.h"

#include <algorithm>

namespace tileline::fuzz {

namespace {

/// How many of the plans of a file are applied and exported.
constexpr size_t PlansTried = 4;

void requireWrittenAgain(const PlanFile& file) {
    const std::string written = planFileText(file);
    const auto again = parsePlanFile(written);
    require(static_cast<bool>(again), "a plan file that was written can be read");
    require(*again == file, "writing and reading a plan file changes nothing");
    require(planFileText(*again) == written, "writing a plan file again changes nothing");
}

void applyTo(const Subject& with, const PlanFile& file, const PlanDescription& description, Input input) {
    const AppliedPlan applied = applyPlan(description, *with.layers, with.profile->target);
    require(applied.plan.layerCount() == with.layers->count(), "an applied plan has the profile's layers");
    require(applied.plan.stageCount() <= applied.plan.ipus(), "an applied plan has an IPU for each stage");
    for (const PlanMismatch& mismatch : applied.mismatches) {
        require(!textOf(mismatch).empty(), "a mismatch has a text");
    }
    ExportPlan plan = exportPlanOf(applied, *with.layers);
    setEstimate(plan, *with.profile, with.entries.get(), file.setting.pipeline);
    exportPlan(plan, description.exportOptions, input);
}

} // namespace

void runPlanFile(Input input) {
    const auto file = parsePlanFile(textOf(input));
    if (!file) {
        requireError(file.failure());
        return;
    }
    require(!file->plans.empty() && file->current < file->plans.size(), "a plan file has a current plan");
    const Parts parts(input, 2);
    if (parts.include(0)) {
        requireWrittenAgain(*file);
    }
    if (!parts.include(1)) {
        return;
    }
    const Setting setting = file->setting.setting;
    const Subject& with = subject(setting, file->setting.pipeline.mode == PassMode::Training);
    (void)compareProfiles(file->profile, with.fingerprint);
    for (size_t i = 0; i < std::min(file->plans.size(), PlansTried); ++i) {
        applyTo(with, *file, file->plans[i], input);
        require(diffPlans(file->plans[i], file->plans[i]).empty(), "a plan does not differ from itself");
        (void)diffPlans(file->plans[i], file->plans.back());
    }
}

} // namespace tileline::fuzz
