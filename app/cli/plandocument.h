// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/outputarguments.h"
#include "app/cli/profilearguments.h"
#include "core/planfile/planfileapply.h"

#include <optional>
#include <string>

namespace tileline::cli {

/// Reads a plan file, which the command then does not replace. Errors: see readPlanFile().
Result<PlanFile> readPlan(const std::string& path, Context& context);

/// Where a command writes a plan file: -o FILE, --anyway.
class PlanOutput {
public:
    void addTo(CLI::App& command);
    /// Status 1 if FILE holds a plan for another profile, unless --anyway is given.
    Outcome<ExitStatus> write(const PlanFile& file, Context& context) const;

private:
    OutputArguments m_output;
    bool m_anyway = false;
};

/// The plan called `name` in a plan file, or the current plan if `name` is empty. BadPlan if there is none.
Result<const PlanDescription*> choosePlan(const PlanFile& file, const std::string& name);

/// Opens a profile with the layer options and setting of a plan file, unless the command line has others.
/// `mode` replaces the file's.
Outcome<Study> openForPlan(const ProfileArguments& profile, const PlanFile& file, Context& context,
                           std::optional<PassMode> mode = {});

/// Says where the figures of a plan file of version 1 differ, because its setting is no longer there.
void noteOldSetting(const PlanFile& file, const StudyOptions& options, Context& context);

/// Applies a plan to the profile and prints what does not match as warnings.
AppliedPlan applyWithWarnings(const PlanFile& file, const PlanDescription& plan, const Study& study,
                              Context& context);

/// A plan file for the opened profile, without plans.
PlanFile planFileFor(const Study& study);

} // namespace tileline::cli
