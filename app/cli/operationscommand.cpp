// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/tablecommand.h"
#include "core/estimate/operationfigures.h"
#include "core/output/reports.h"

namespace tileline::cli {

namespace {

Outcome<Table> makeOperationsTable(const OpenedProfile& opened, Context& context) {
    auto figures = TRY(operationFigures(*opened.profile, *opened.layers, context.workers(), context.stop()));
    auto cycles = TRY(OperationCycleFigures::find(*opened.profile, *opened.layers, context.stop()));
    return operationsTable(*opened.profile, *opened.layers, figures, cycles,
                           opened.isPipeline() ? &opened.entries->passes() : nullptr);
}

} // namespace

void addOperationsCommand(CLI::App& app, Context& context) {
    addTableCommand(app, context,
                    {"operations",
                     "The operations: layer, note, name, pass, bytes by category, steps, source, cycles",
                     "Example: tileline-cli operations report --format csv -o operations.csv",
                     makeOperationsTable, SettingArguments::Options::Entries});
}

} // namespace tileline::cli
