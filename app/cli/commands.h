// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/context.h"

namespace CLI {
class App;
}

namespace tileline::cli {

// One file for each subcommand, or for several alike. A file keeps its arguments in a struct that the command
// owns (shared_ptr), adds its options and an example as the footer, and gives Context::onRun a function that
// returns an Outcome<ExitStatus>: errors are returned, never printed by the command itself.

void addInfoCommand(CLI::App& app, Context& context);
void addTableCommands(CLI::App& app, Context& context); ///< tiles, liveness, operations, layers, segments
void addEvaluateCommand(CLI::App& app, Context& context);
void addExplainCommand(CLI::App& app, Context& context);
void addSolveCommand(CLI::App& app, Context& context);
void addMatrixCommands(CLI::App& app, Context& context); ///< affinity, communication
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
