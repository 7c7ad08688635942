// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/json.h"
#include "app/cli/profilearguments.h"
#include "core/explain/fit.h"
#include "core/explain/peakexplanation.h"
#include "core/tables/tables.h"

#include <string>

namespace tileline::cli {

/// The explanation of an IPU's peak, ready to be printed.
struct ExplainReport {
    const Study& study;
    const PlanEstimate& estimate;
    const std::vector<PlanWarning>& warnings; ///< about the plan
    const PeakExplanation& explanation;
    MemoryLimits memory;
    size_t top = 0; ///< number of items that are printed, of the largest

    /// What a tile of the IPU may hold.
    uint64_t limit() const { return memory.limitOf({explanation.ipu}); }
    Fit fit() const { return {explanation.bytes.total() <= limit(), warnings}; }

    Json json() const;
    /// The items.
    Table table() const;
    /// For people.
    std::string text() const;
};

} // namespace tileline::cli
