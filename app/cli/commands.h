// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/context.h"

namespace tileline::cli {

// Each subcommand, or each group of similar subcommands, has a file of its own. The function that adds a
// command calls Context::addCommand() with an example as the footer, and adds the options, which fill the
// arguments. A command returns the error that ends it; Context prints that error.

void addInfoCommand(CLI::App& app, Context& context);
void addTableCommands(CLI::App& app, Context& context); ///< tiles, liveness, operations, layers, segments
void addMemoryMapCommand(CLI::App& app, Context& context);
void addExecutionCommand(CLI::App& app, Context& context);
void addEvaluateCommand(CLI::App& app, Context& context);
void addTimelineCommand(CLI::App& app, Context& context);
void addExplainCommand(CLI::App& app, Context& context);
void addSolveCommand(CLI::App& app, Context& context);
void addMatrixCommands(CLI::App& app, Context& context); ///< affinity, communication
void addInsightsCommand(CLI::App& app, Context& context);
void addDiagnoseCommand(CLI::App& app, Context& context);
void addSummaryCommand(CLI::App& app, Context& context);
void addCompareCommand(CLI::App& app, Context& context);
void addReportCommand(CLI::App& app, Context& context);
void addExportCommand(CLI::App& app, Context& context);
void addImportCommand(CLI::App& app, Context& context);
void addPlanCommand(CLI::App& app, Context& context);
void addConvertCommand(CLI::App& app, Context& context);
void addPoplinerCommand(CLI::App& app, Context& context);

} // namespace tileline::cli
