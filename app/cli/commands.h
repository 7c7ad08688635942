// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/context.h"

namespace tileline::cli {

/// Adds a command or a group of similar commands. Each function of this type is in a file of its own. The
/// function calls Context::addCommand() with an example as footer. The options that it adds store their
/// values in the command's arguments. If a command fails, it returns its error, and Context prints the error.
using AddCommand = void(CLI::App& app, Context& context);

AddCommand addInfoCommand, addExecutionCommand, addEvaluateCommand, addTimelineCommand, addExplainCommand,
    addSolveCommand, addInsightsCommand, addDiagnoseCommand, addSummaryCommand, addCompareCommand,
    addReportCommand, addExportCommand, addImportCommand, addPlanCommand, addConvertCommand,
    addPoplinerCommand;
AddCommand addTableCommands;  ///< tiles, liveness, operations, layers, segments, memory-map
AddCommand addMatrixCommands; ///< affinity, communication

} // namespace tileline::cli
