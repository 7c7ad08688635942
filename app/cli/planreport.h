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
/// Prints the warnings that make a plan or its memory doubtful, except warnings about the layers and about
/// reading the profile: these are printed when the profile is opened.
void printWarnings(const std::vector<PlanWarning>& warnings, const Study& study, Context& context);

/// A plan and its estimate, ready to be printed.
struct PlanReport {
    const Study& study;
    const PlanFigures& figures;
    MemoryLimits memory;
    uint32_t ipus = 0; ///< the number of IPUs that the plan may use; 0: as many as the plan uses

    /// Whether the memory of every IPU is enough.
    Fit fit() const { return figures.fit(memory); }
    /// Done if the plan fits and a framework compiles it.
    ExitStatus status() const;
    uint64_t crossingBytes() const;
    Table table() const { return stagesTable(*study.layers, figures.estimate, memory, figures.warnings); }
    /// The JSON object that evaluate --json prints.
    Json json() const;
    /// The fullest tile, whether the plan fits, how many IPUs the plan uses (if others stay idle) and, in the
    /// pipeline setting, how fast the plan runs. If a warning makes the figures invalid, there is no verdict.
    std::string summary() const { return summary(fit()); }
    /// The summary with `fit` as the verdict, for a greedy search that may have placed only some layers.
    std::string summary(Fit fit) const;
};

/// The JSON keys for the setting and, in the pipeline setting, for its options.
Json settingJson(const Study& study);

/// Bytes by category, and their total. `pipeline` adds the categories that only the pipeline setting has.
/// If `ofTile`, the bytes are those of one tile, including the bytes for I/O tiles.
Json bytesJson(const CategoryBytes& bytes, bool pipeline, bool ofTile);

} // namespace tileline::cli
