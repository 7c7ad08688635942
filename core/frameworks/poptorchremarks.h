// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/frameworks/poptorchplan.h"

#include <string>
#include <vector>

namespace tileline {

/// What the estimate assumes and the options file cannot say, or says otherwise.
struct ExportRemark {
    std::string text;
    std::string remedy{};   ///< empty if the export does what the estimate assumes
    bool ofEstimate = true; ///< written to the options file as a comment

    /// Whether the figures of the plan are not those of what the export makes.
    bool differs() const { return !remedy.empty(); }
};

/// Sentences in ASCII, without names from the profile.
std::vector<ExportRemark> exportRemarks(const ExportPlan& plan, const PoptorchExportOptions& options);

} // namespace tileline
