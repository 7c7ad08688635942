// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/plandocument.h"

#include "app/cli/aligned.h"
#include "app/cli/optionchecks.h"
#include "app/cli/planarguments.h"
#include "core/base/textfile.h"
#include "core/planfile/planfilefingerprint.h"

#include <CLI/CLI.hpp>

#include <algorithm>

namespace tileline::cli {

namespace {

/// More mismatches would hide the other warnings.
constexpr size_t MaxMismatches = 20;

} // namespace

Result<PlanFile> readPlan(const std::string& path, Context& context) {
    context.hold(path, InputKind::PlanFile);
    return readPlanFile(path);
}

void PlanOutput::addTo(CLI::App& command) {
    m_output.addFile(command);
    addAnyway(command, m_anyway, "the file holds a plan for another profile");
}

Outcome<ExitStatus> PlanOutput::write(const PlanFile& file, Context& context) const {
    const auto there = readFile(m_output.file(), PlanFileLimit);
    auto checked = there && !m_anyway ? checkReplacesPlan(*there, file.profile) : Done{};
    if (checked) {
        return m_output.write(planFileText(file), context);
    }
    Error error = std::move(checked).failure().inFile(m_output.file());
    error.remedy = "Choose another file, or replace it with --anyway.";
    context.reportError(error);
    return ExitStatus::DoesNotFit;
}

Result<const PlanDescription*> choosePlan(const PlanFile& file, const std::string& name) {
    if (name.empty()) {
        return &file.plans[file.current];
    }
    const auto found = std::find_if(file.plans.begin(), file.plans.end(),
                                    [&](const PlanDescription& plan) { return plan.name == name; });
    if (found != file.plans.end()) {
        return &*found;
    }
    std::string names;
    for (const PlanDescription& plan : file.plans) {
        names += (names.empty() ? "" : ", ") + printable(plan.name);
    }
    return Error{ErrorCode::BadArgument,
                 {},
                 "plan",
                 "one of: " + names,
                 printable(name),
                 "List the plans with tileline-cli plan show."};
}

Outcome<OpenedProfile> openForPlan(const ProfileArguments& arguments, const PlanFile& file, Context& context,
                                   std::optional<PassMode> mode) {
    OpenOptions options = arguments.openOptions(&file);
    options.setting.pipeline.mode = mode.value_or(options.setting.pipeline.mode);
    noteOldSetting(file, options, context);
    return arguments.open(arguments.paths().front(), options, context);
}

void noteOldSetting(const PlanFile& file, const OpenOptions& options, Context& context) {
    if (file.layers.unassigned == Unassigned::Position && options.setting.traits().pipeline) {
        context.note("The plan file is of an older version and placed operations outside layers by position. "
                     "It is opened in the pipeline setting: the figures differ.");
    }
}

AppliedPlan applyWithWarnings(const PlanFile& file, const PlanDescription& plan, const OpenedProfile& opened,
                              Context& context) {
    AppliedPlan applied = applyPlan(plan, *opened.layers, opened.profile->target);
    if (const auto other = compareProfiles(file.profile, fingerprintOf(*opened.profile))) {
        context.warn(textOf(*other));
    }
    for (size_t i = 0; i < std::min(applied.mismatches.size(), MaxMismatches); ++i) {
        context.warn(textOf(applied.mismatches[i]));
    }
    if (applied.mismatches.size() > MaxMismatches) {
        context.warn(std::to_string(applied.mismatches.size() - MaxMismatches) + " more did not match.");
    }
    return applied;
}

PlanFile planFileFor(const OpenedProfile& opened) {
    PlanFile file;
    file.profilePath = opened.path;
    file.profile = fingerprintOf(*opened.profile);
    file.layers = opened.layers->options;
    file.setting = opened.setting;
    return file;
}

} // namespace tileline::cli
