// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/context.h"
#include "app/cli/json.h"
#include "app/cli/profilearguments.h"
#include "core/output/plantext.h"
#include "core/output/reports.h"
#include "core/tables/tables.h"

#include <string>
#include <vector>

namespace tileline::cli {

Json warningsJson(const std::vector<PlanWarning>& warnings, const Study& study);
/// Prints the warnings about a plan and its memory. Leaves out the warnings about layers and about reading
/// the profile, because the command printed them when it opened the profile. Also leaves out UnknownTime.
void printWarnings(const std::vector<PlanWarning>& warnings, const Study& study, Context& context);

/// A plan and its estimate, ready to be printed.
struct PlanReport {
    const Study& study;
    const PlanFigures& figures;
    MemoryLimits memory;
    uint32_t ipus = 0; ///< the number of IPUs that the plan may use; 0: as many as the plan uses

    /// Whether every stage fits into the memory of its IPU.
    Fit fit() const { return figures.fit(memory); }
    /// The exit status: Done if the plan fits and a framework can compile it.
    ExitStatus status() const;
    uint64_t crossingBytes() const;
    Table table() const { return stagesTable(*study.layers, figures.estimate, memory, figures.warnings); }
    /// The JSON object that evaluate --json prints.
    Json json() const;
    /// A summary of the plan: the fullest tile, whether the plan fits, how many IPUs it uses (if some stay
    /// idle) and, in the pipeline setting, the speed of the plan. If a warning makes the figures invalid, the
    /// summary does not say whether the plan fits.
    std::string summary() const { return summary(fit()); }
    /// The same summary, except that `fit` says whether the plan fits. Used if a greedy search placed only
    /// some layers.
    std::string summary(Fit fit) const;
};

/// The JSON keys for the setting and, in the pipeline setting, for its options.
Json settingJson(const Study& study);

/// The bytes of each category, and their total. `pipeline` adds the categories that exist only in the
/// pipeline setting. `ofTile` says that the bytes are those of one tile. In the pipeline setting, `ofTile`
/// also adds the key `io_tiles`.
Json bytesJson(const CategoryBytes& bytes, bool pipeline, bool ofTile);

} // namespace tileline::cli
