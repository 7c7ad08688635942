// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/planarguments.h"
#include "app/cli/planreport.h"
#include "core/output/reportpage.h"

#include <CLI/CLI.hpp>

namespace tileline::cli {

namespace {

struct ReportArguments : PlanCommandArguments {
    PlanArguments compared;
};

constexpr const char* ReportFooter = R"(
The page refers to no other file, and can be read without scripts. It has the plan, the verdict, the warnings,
why the fullest IPU peaks, charts, tables, and the plan file. It has at most 5 MB, and says what it leaves
out. Without --splits and --plan, all layers are one stage. With a second plan, the timelines of both plans are
drawn on one scale.

Examples:
  tileline-cli report report --splits 6,12,18 -o plan.html
  tileline-cli report report --plan model.tileplan -o plan.html
  tileline-cli report report --splits 6,12,18 --compare-splits 5,11,18 -o plans.html)";

/// A plan file whose only plan is `plan`. `base` supplies the data that a Plan lacks, such as notes.
PlanFile documentOf(const Study& study, const PlanDescription& base, const Plan& plan,
                    const MemoryLimits& memory) {
    PlanDescription description = describedPlan(base, plan, *study.layers);
    description.setMemory(memory);
    PlanFile document = planFileFor(study);
    document.plans.push_back(std::move(description));
    return document;
}

Outcome<ExitStatus> report(const ReportArguments& arguments, Context& context) {
    // Check the output path before the long computation, so that the user learns of a bad path at once.
    TRY(checkOutput(arguments.output.file(), "--output"));
    const auto [study, plan, description, memory, figures] = TRY(openWithPlan(arguments, context));
    printWarnings(figures.warnings, study, context);
    const ReportSource source{"Tileline " TILELINE_VERSION,
                              study,
                              description.name,
                              figures,
                              memory,
                              planFileText(documentOf(study, description, plan, memory)),
                              TRY(arguments.compared.compared(study, context))};
    const std::string page = TRY(reportPage(source, context.workers(), context.progress(), context.stop()));
    return arguments.output.write(page, context);
}

} // namespace

void addReportCommand(CLI::App& app, Context& context) {
    auto [command, arguments] = context.addCommand<ReportArguments>(
        app, "report", "One page of HTML about a plan, for a colleague without Tileline", ReportFooter,
        report);
    arguments.profile.addTo(command, SettingArguments::Options::WithTime);
    arguments.plan.addTo(command);
    arguments.compared.addTo(command, PlanArguments::ComparedPrefix);
    arguments.memory.addTo(command);
    arguments.output.addFile(command);
}

} // namespace tileline::cli
