// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/json.h"
#include "app/cli/planfigures.h"
#include "core/output/plantext.h"
#include "core/solve/solve.h"
#include "core/tables/tables.h"

#include <string>
#include <vector>

namespace tileline::cli {

/// A plan and its estimate, ready to be printed.
struct PlanReport {
    const OpenedProfile& opened;
    const PlanFigures& figures;
    MemoryLimits memory;
    uint32_t ipus = 0; ///< that the plan may use; 0: as many as it does

    /// Whether the memory of every IPU is enough.
    bool fits() const { return tileline::fits(figures.estimate, memory); }
    /// Whether the plan fits and a framework compiles it.
    bool works() const { return fits() && figures.buildable; }
    /// The IPU that is fullest relative to its limit.
    uint32_t fullestIpu() const { return tileline::fullestIpu(figures.estimate, memory); }
    uint64_t crossingBytes() const;
    /// Without the column's verdicts if a warning voids the figures.
    Table table() const { return planTable(*opened.layers, figures.estimate, memory, figures.hold()); }
    /// The JSON object that evaluate --json prints.
    Json json() const;
    /// The fullest tile, its limit, whether the plan fits; in the pipeline setting, how fast it runs. Says
    /// neither limit nor verdict if a warning voids the figures. Also says how many IPUs stay idle.
    std::string summary() const;
    /// Prints the warnings that make the plan or its memory doubtful. Those about layers and the load are
    /// printed when a profile is opened.
    void warn(Context& context) const;
};

/// The keys that say how a profile was opened: the setting, and in the pipeline setting its options.
Json settingJson(const OpenedProfile& opened);
/// "crossing_bytes" or "transfer_bytes": what the bytes at a boundary are called in a setting.
const char* crossingKey(const OpenedProfile& opened);

/// Bytes by category, and their total. `pipeline`: with the categories of that setting.
Json bytesJson(const CategoryBytes& bytes, bool pipeline);

} // namespace tileline::cli
