// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/explainreport.h"
#include "app/cli/memoryarguments.h"
#include "app/cli/optionchecks.h"
#include "app/cli/outputarguments.h"
#include "app/cli/planarguments.h"
#include "app/cli/plandocument.h"
#include "app/cli/planreport.h"
#include "app/cli/profilearguments.h"

#include <CLI/CLI.hpp>

#include <limits>

namespace tileline::cli {

namespace {

/// How many items are printed for people, unless the command line says.
constexpr size_t ItemsInText = 20;

struct ExplainArguments {
    ProfileArguments profile;
    PlanArguments plan;
    MemoryArguments memory;
    OutputArguments output;
    std::optional<uint32_t> ipu;
    std::optional<uint32_t> top;

    /// The number of items to print.
    size_t itemCount() const {
        const size_t asked = top ? *top : output.isText() ? ItemsInText : 0;
        return asked == 0 ? std::numeric_limits<size_t>::max() : asked;
    }
};

constexpr const char* ExplainFooter = R"(
Code and vertex state are items as variables are. The items and their groups add up to the IPU's peak. Without
--splits and --plan all layers are one stage.

Examples:
  tileline-cli explain report --splits 6,12,18
  tileline-cli explain report --splits 6,12,18 --ipu 1 --top 50
  tileline-cli explain report --plan model.tileplan --json)";

Outcome<ExitStatus> explain(const ExplainArguments& arguments, Context& context) {
    const auto file = TRY(arguments.plan.read());
    const OpenOptions options = arguments.profile.openOptions(file ? &*file : nullptr);
    MemoryLimits memory = arguments.memory.limits();
    if (file) {
        noteOldSetting(*file, options, context);
        const PlanDescription* const plan = TRY(arguments.plan.choose(*file));
        memory = arguments.memory.limitsOr(plan->memory());
    }
    const OpenedProfile opened =
        TRY(arguments.profile.open(arguments.profile.paths().front(), options, context));
    const PlanFigureMaker maker = TRY(PlanFigureMaker::make(opened, {}, context));
    const Plan plan = TRY(arguments.plan.plan(file, opened, context));
    const PlanFigures figures = TRY(maker.figures(plan.splitPlan(), context));
    const PlanReport planReport{opened, figures, memory};
    const uint32_t ipu = arguments.ipu.value_or(planReport.fullestIpu());
    if (ipu >= figures.estimate.stages.size()) {
        return Error{ErrorCode::BadArgument,
                     {},
                     "--ipu",
                     "0 to " + std::to_string(figures.estimate.stages.size() - 1) + ", the IPUs of the plan",
                     std::to_string(ipu)};
    }
    planReport.warn(context);
    const VariableRoles roles(*opened.profile, *opened.layers);
    const PeakExplanation explanation =
        TRY(explainPeak(*maker.estimator(), roles, figures.estimate, ipu, context.workers(), context.stop()));
    const ExplainReport report{opened, figures.estimate, explanation, memory, arguments.itemCount()};
    return arguments.output.write(arguments.output.isJson() ? toJsonText(report.json())
                                  : arguments.output.isText()
                                      ? report.text()
                                      : toText(report.table(), arguments.output.tableFormat()),
                                  context);
}

} // namespace

void addExplainCommand(CLI::App& app, Context& context) {
    CLI::App* command = app.add_subcommand("explain", "Why an IPU of a plan needs as much memory as it does");
    auto arguments = std::make_shared<ExplainArguments>();
    arguments->profile.addTo(*command, SettingArguments::Options::All);
    arguments->plan.addNamedTo(*command);
    takeWholeNumber(command->add_option("--ipu", arguments->ipu,
                                        "Which IPU, from 0; default: the one that is fullest for its memory"),
                    0, MaxIpus - 1)
        ->type_name("IPU");
    takeWholeNumber(command->add_option("--top", arguments->top,
                                        "How many items to print, of the largest; 0: all. Default: 20 as "
                                        "text, else all"),
                    0, std::numeric_limits<uint32_t>::max())
        ->type_name("N");
    arguments->memory.addTo(*command);
    arguments->output.addReport(*command);
    command->footer(ExplainFooter);
    context.onRun(*command, [arguments, &context] { return explain(*arguments, context); });
}

} // namespace tileline::cli
