// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/json.h"
#include "app/cli/profilearguments.h"
#include "core/compare/compiledplan.h"
#include "core/compare/profilecomparison.h"

#include <string>

namespace tileline::cli {

/// A plan and the pipeline that was compiled from it, ready to be printed. Must not outlive the members'
/// values.
struct CompiledReport {
    const Study& study; ///< the profile of the plan
    const std::string& planPath;
    const std::string& compiledPath;
    const PlanEstimate& estimate;
    const CompiledComparison& comparison;
    size_t top = 0; ///< how many differences of each IPU are printed as text

    Json json() const;
    std::string text() const;
};

/// Two profiles of a model, ready to be printed. Must not outlive the members' values.
struct ProfilesReport {
    const Study& first;
    const Study& second;
    const ProfileComparison& comparison;
    size_t top = 0; ///< how many rows of each section are printed as text

    Json json() const;
    /// Of most sections, only what differs.
    std::string text() const;
    /// What a reader should know: a code and a sentence each.
    std::vector<std::pair<std::string, std::string>> notes() const;
};

/// A note as one sentence.
std::string textOf(const ComparisonNote& note, const CompiledComparison& comparison);

} // namespace tileline::cli
