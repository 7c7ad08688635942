// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"

namespace tileline::cli {

void addCommands(CLI::App& app, Context& context) {
    addInfoCommand(app, context);
    addTableCommands(app, context);
    addEvaluateCommand(app, context);
    addExplainCommand(app, context);
    addSolveCommand(app, context);
    addMatrixCommands(app, context);
    addDiagnoseCommand(app, context);
    addSummaryCommand(app, context);
    addCompareCommand(app, context);
    addReportCommand(app, context);
    addExportCommand(app, context);
    addImportCommand(app, context);
    addPlanCommand(app, context);
    addConvertCommand(app, context);
    addPoplinerCommand(app, context);
}

} // namespace tileline::cli
