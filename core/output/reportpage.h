// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/progress.h"
#include "core/estimate/pipelinetime.h"
#include "core/estimate/stageestimator.h"
#include "core/explain/planwarnings.h"
#include "core/plan/planconstraints.h"

#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace tileline {

/// What a report is made from. Owns or shares all of it.
struct ReportSource {
    std::string program;         ///< name and version, "Tileline 1.0"
    std::string profile;         ///< its path, as the user knows it
    StageEstimatorPtr estimator; ///< of the profile; not null
    SettingOptions setting;
    std::string planName;
    PlanEstimate estimate;
    MemoryLimits memory;
    std::vector<PlanWarning> warnings;
    std::optional<PipelineTime> time = {}; ///< empty in PopLiner's setting, or if too few cycles are known
    bool timeIsMeasured = false;
    std::string planFile; ///< the plan as the text of a plan file
};

/// The maximum size of a report. Tables and the plan file have their own limits; what they leave out is said
/// in the report.
inline constexpr size_t MaxReportBytes = 5'000'000;

/// A plan, its verdict, what its fullest IPU holds and why, as one page of HTML that refers to nothing else.
/// It can be read without scripts. Its Content-Security-Policy allows only its own style and script.
Outcome<std::string> reportPage(const ReportSource& source, Workers& workers, Progress progress = {},
                                const std::stop_token& stop = {});

/// The bytes in Base64, with padding.
std::string base64(std::string_view bytes);
/// The bytes that an even number of hexadecimal digits in lower case stands for.
std::string bytesOfHexadecimal(std::string_view digits);

} // namespace tileline
