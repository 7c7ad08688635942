// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/progress.h"
#include "core/compare/compiledplan.h"
#include "core/compare/profilecomparison.h"
#include "ui/session/session.h"

#include <filesystem>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace tileline {

/// What another profile is compared with: the open profile and its plan.
struct ComparisonRequest {
    std::vector<std::filesystem::path> paths; ///< the other profile
    Study study;
    Plan plan;
    LayerOptions options;
    bool figuresHold = false; ///< of the plan

    /// Of what is open now.
    static ComparisonRequest of(const Session& session, std::vector<std::filesystem::path> paths);
};

/// One of the two. The profiles themselves are not kept.
struct LoadedComparison {
    std::string path;                           ///< of the other profile
    std::optional<CompiledComparison> compiled; ///< the plan with the pipeline compiled from it
    std::optional<ProfileComparison> profiles;
};

/// Reads the other profile and compares: the plan with it if it is of several IPUs and the open one of a
/// single IPU, otherwise the two profiles. Blocking; for a worker thread.
Outcome<LoadedComparison> loadComparison(const ComparisonRequest& request, const Progress::Callback& progress,
                                         const std::stop_token& stop);

} // namespace tileline
