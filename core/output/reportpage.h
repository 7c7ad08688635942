// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/progress.h"
#include "core/plan/planconstraints.h"
#include "core/study/study.h"

#include <optional>
#include <stop_token>
#include <string>

namespace tileline {

/// A plan that is compared with another one, estimated in the setting of the other one.
struct ComparedPlan {
    std::string name;
    PlanEstimate estimate;
};

/// The data from which a report is made. A ReportSource owns or shares its data.
struct ReportSource {
    std::string program; ///< name and version, "Tileline 1.0"
    Study study;         ///< addFigures() has been called for it
    std::string planName;
    PlanFigures figures;
    MemoryLimits memory;
    std::string planFile; ///< text of the plan file
    std::optional<ComparedPlan> compared = {};
};

/// An HTML page about a plan: whether it fits, and what its fullest IPU holds and why. The page refers to no
/// other file, and is readable without scripts. Its Content-Security-Policy allows only its own style and
/// script. It has at most 5,000,000 bytes, and says what is left out because of this limit.
Outcome<std::string> reportPage(const ReportSource& source, Workers& workers, Progress progress = {},
                                const std::stop_token& stop = {});

} // namespace tileline
