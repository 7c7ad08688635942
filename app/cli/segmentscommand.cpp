// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/tablecommand.h"
#include "core/output/reports.h"

namespace tileline::cli {

namespace {

constexpr const char* SegmentsFooter = "`from` and `to` are positions in the layer list, from 0. No stashes: "
                                       "these depend on a stage's position.\n"
                                       "Example: tileline-cli segments report --json -o segments.json";

Outcome<Table> makeSegmentsTable(const OpenedProfile& opened, Context& context) {
    auto estimator = TRY(buildEstimator(opened, context));
    auto table = TRY(fillTable(estimator, SplitPlan(opened.layers->count()), context));
    return segmentsTable(*table);
}

} // namespace

void addSegmentsCommand(CLI::App& app, Context& context) {
    addTableCommand(app, context,
                    {"segments",
                     "Every run of layers: its fullest tile, and the bytes by category over all tiles",
                     SegmentsFooter, makeSegmentsTable});
}

} // namespace tileline::cli
