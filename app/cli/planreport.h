// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/json.h"
#include "app/cli/profilearguments.h"
#include "core/partition/solve.h"
#include "core/tables/tables.h"

#include <string>
#include <vector>

namespace tileline::cli {

/// A plan and its estimate, ready to be printed.
struct PlanReport {
    const OpenedProfile& opened;
    const PlanEstimate& estimate;
    MemoryLimits memory;

    bool fits() const { return tileline::fits(estimate, memory); }
    uint64_t crossingBytes() const;
    Table table() const;
    /// The JSON object that evaluate --json prints.
    Json json() const;
    /// One sentence: the fullest tile, its limit, whether it fits.
    std::string summary() const;
};

/// `part` in per cent of `whole`, with one decimal place.
std::string percentText(double part, double whole);

} // namespace tileline::cli
