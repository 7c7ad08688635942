// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/json.h"
#include "app/cli/profilearguments.h"
#include "core/partition/peakexplanation.h"
#include "core/tables/tables.h"

#include <string>

namespace tileline::cli {

/// The explanation of an IPU's peak, ready to be printed.
struct ExplainReport {
    const OpenedProfile& opened;
    const PlanEstimate& estimate;
    const PeakExplanation& explanation;
    uint64_t limit = 0; ///< bytes that a tile of the IPU can hold
    size_t top = 0;     ///< number of items that are printed, of the largest

    Json json() const;
    /// The items.
    Table table() const;
    /// For people.
    std::string text() const;
};

} // namespace tileline::cli
