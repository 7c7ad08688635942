// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/context.h"

namespace tileline::cli {

/// Adds a command or a group of similar commands. Each of these functions has a file of its own, calls
/// Context::addCommand() with an example as the footer, and adds the options, which fill the arguments. A
/// command returns the error that ends it; Context prints that error.
using AddCommand = void(CLI::App& app, Context& context);

AddCommand addInfoCommand, addExecutionCommand, addEvaluateCommand, addTimelineCommand, addExplainCommand,
    addSolveCommand, addInsightsCommand, addDiagnoseCommand, addSummaryCommand, addCompareCommand,
    addReportCommand, addExportCommand, addImportCommand, addPlanCommand, addConvertCommand,
    addPoplinerCommand;
AddCommand addTableCommands;  ///< tiles, liveness, operations, layers, segments, memory-map
AddCommand addMatrixCommands; ///< affinity, communication

} // namespace tileline::cli
