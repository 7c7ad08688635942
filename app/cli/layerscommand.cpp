// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/tablecommand.h"
#include "core/output/reports.h"

namespace tileline::cli {

namespace {

Outcome<Table> makeLayersTable(const OpenedProfile& opened, Context& context) {
    auto estimator = TRY(buildEstimator(opened, context));
    auto stages = TRY(estimateLayers(*estimator, context));
    std::vector<uint64_t> crossing;
    for (uint32_t layer = 0; layer < opened.layers->count(); ++layer) {
        crossing.push_back(estimator->crossingBytes({layer}));
    }
    std::optional<EntryCycleFigures> cycles;
    if (opened.isPipeline()) {
        cycles = TRY(EntryCycleFigures::find(*opened.profile, *opened.entries, context.stop()));
    }
    return layersTable(*opened.layers, stages, crossing, cycles ? &*cycles : nullptr);
}

} // namespace

void addLayersCommand(CLI::App& app, Context& context) {
    addTableCommand(app, context,
                    {"layers",
                     "The layers in order: what each needs by itself, what a split before it cuts, cycles",
                     "Example: tileline-cli layers report --layer-order natural --json", makeLayersTable});
}

} // namespace tileline::cli
