// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/outputarguments.h"
#include "app/cli/planarguments.h"

#include <CLI/CLI.hpp>

namespace tileline::cli {

namespace {

/// All extra option lines of a plan as one text, so that the user sees them before exporting the plan.
std::string textOf(const std::vector<OptionLine>& lines) {
    const auto shown = [](const OptionLine& line) {
        return line.shown() + (line.call() ? "" : " (refused, " + line.refusal() + ")");
    };
    return CLI::detail::join(lines, shown, "; ");
}

struct ShowArguments {
    std::string file;
    OutputArguments output;
};

Outcome<ExitStatus> show(const ShowArguments& arguments, Context& context) {
    auto file = TRY(readPlan(arguments.file, context));
    const Columns<PlanDescription> columns{
        {{"plan"}, &PlanDescription::name},
        {{"shown", ColumnType::Boolean},
         [&](const auto& plan) { return &plan == &file.plans[file.current]; }},
        {{"stages", ColumnType::Integer}, [](const auto& plan) { return plan.splits.size() + 1; }},
        {{"ipus", ColumnType::Integer}, &PlanDescription::ipus},
        {{"memory_per_tile", ColumnType::Integer}, &PlanDescription::memoryPerTile},
        {{"keep_free", ColumnType::Integer}, &PlanDescription::keepFree},
        {{"splits"}, [](const auto& plan) { return CLI::detail::join(plan.splits); }},
        {{"pinned"}, [](const auto& plan) { return CLI::detail::join(plan.pinned); }},
        {{"forbidden"}, [](const auto& plan) { return CLI::detail::join(plan.forbidden); }},
        {{"mode"}, [](const auto& plan) { return nameOf(plan.exportOptions.mode); }},
        {{"extra_lines"}, [](const auto& plan) { return textOf(plan.exportOptions.extraLines); }},
        {{"notes"}, &PlanDescription::notes}};
    return arguments.output.write(columns.table(file.plans), context);
}

struct DiffArguments {
    std::string left;
    std::string right;
    std::string leftPlan;
    std::string rightPlan;
    OutputArguments output;
};

Outcome<PlanDescription> readOne(const std::string& path, const std::string& name, Context& context) {
    auto file = TRY(readPlan(path, context));
    return *TRY(choosePlan(file, name));
}

Outcome<ExitStatus> diff(const DiffArguments& arguments, Context& context) {
    auto left = TRY(readOne(arguments.left, arguments.leftPlan, context));
    auto right = TRY(readOne(arguments.right, arguments.rightPlan, context));
    Table table{{{"what"}, {"left"}, {"right"}}};
    for (const PlanDifference& difference : diffPlans(left, right)) {
        table.rows.push_back({difference.what, difference.left, difference.right});
    }
    return arguments.output.write(table, context);
}

struct PlanConvertArguments {
    std::string file;
    ProfileArguments profile;
    PlanOutput output;
};

/// The plan with the layer names of the profile. Parts of the plan that do not match the profile are removed.
PlanDescription converted(const PlanDescription& plan, const AppliedPlan& applied, const Layers& layers) {
    PlanDescription result = describedPlan(plan, applied.plan, layers);
    result.modules.clear();
    for (const auto& [layer, path] : applied.modules) {
        result.modules.push_back({layers.nameInFiles(layer), path});
    }
    return result;
}

Outcome<ExitStatus> convert(const PlanConvertArguments& arguments, Context& context) {
    const PlanFile file = TRY(readPlan(arguments.file, context));
    auto study = TRY(openForPlan(arguments.profile, &file, context));
    PlanFile result = planFileFor(study);
    result.current = file.current;
    result.unknownKeys = file.unknownKeys;
    for (const PlanDescription& plan : file.plans) {
        const AppliedPlan applied = applyWithWarnings(file, plan, study, context);
        result.plans.push_back(converted(plan, applied, *study.layers));
    }
    return arguments.output.write(result, context);
}

void addPlanShow(CLI::App& plan, Context& context) {
    auto [command, arguments] =
        context.addCommand<ShowArguments>(plan, "show", "The plans of a document",
                                          "Example: tileline-cli plan show model.tileplan --json", show);
    command.add_option("FILE", arguments.file, "A plan file (*.tileplan)")->required()->type_name("");
    arguments.output.addReport(command);
}

void addPlanDiff(CLI::App& plan, Context& context) {
    auto [command, arguments] = context.addCommand<DiffArguments>(
        plan, "diff", "What differs between two plans",
        "Examples:\n  tileline-cli plan diff before.tileplan after.tileplan\n"
        "  tileline-cli plan diff model.tileplan model.tileplan --right-plan greedy",
        diff);
    command.add_option("LEFT", arguments.left, "A plan file (*.tileplan)")->required()->type_name("");
    command.add_option("RIGHT", arguments.right, "Another plan file, or the same one")
        ->required()
        ->type_name("");
    command.add_option("--left-plan", arguments.leftPlan, "Which plan of LEFT; default: its current plan")
        ->type_name("NAME");
    command.add_option("--right-plan", arguments.rightPlan, "Which plan of RIGHT; default: its current plan")
        ->type_name("NAME");
    arguments.output.addReport(command);
}

void addPlanConvert(CLI::App& plan, Context& context) {
    auto [command, arguments] = context.addCommand<PlanConvertArguments>(
        plan, "convert", "Carry the plans of a document over to another profile, by layer name",
        "Parts of a plan that do not match the profile are left out, with a warning for each.\n"
        "\n"
        "Example: tileline-cli plan convert model.tileplan new-report -o new.tileplan",
        convert);
    command.add_option("FILE", arguments.file, "A plan file (*.tileplan)")->required()->type_name("");
    arguments.profile.addTo(command, SettingArguments::Options::All);
    arguments.output.addTo(command);
}

} // namespace

void addPlanCommand(CLI::App& app, Context& context) {
    CLI::App* command = app.add_subcommand("plan", "Show, compare and convert plan files");
    command->require_subcommand(1);
    command->footer("Example: tileline-cli plan show model.tileplan");
    addPlanShow(*command, context);
    addPlanDiff(*command, context);
    addPlanConvert(*command, context);
}

} // namespace tileline::cli
