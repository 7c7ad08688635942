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

/// The second plan of a comparison, estimated in the setting of the first plan.
struct ComparedPlan {
    std::string name;
    PlanEstimate estimate;
};

/// The data from which the HTML page is made. A ReportSource owns or shares its data.
struct ReportSource {
    std::string program; ///< name and version, "Tileline 1.0"
    Study study;         ///< a study for which addFigures() has been called
    std::string planName;
    PlanFigures figures;
    MemoryLimits memory;
    std::string planFile; ///< text of the plan file
    std::optional<ComparedPlan> compared = {};
};

/// An HTML page about a plan: whether it fits, and what its fullest IPU holds and why. The page needs no
/// other file, and is readable without scripts. The page's Content-Security-Policy allows only the page's own
/// style and script. The page has at most 5,000,000 bytes, and says what it leaves out to stay within this
/// limit.
Outcome<std::string> reportPage(const ReportSource& source, Workers& workers, Progress progress = {},
                                const std::stop_token& stop = {});

} // namespace tileline
