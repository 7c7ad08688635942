// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/comparereport.h"
#include "app/cli/memoryarguments.h"
#include "app/cli/optionchecks.h"
#include "app/cli/outputarguments.h"
#include "app/cli/plandocument.h"
#include "app/cli/planreport.h"
#include "app/cli/profilearguments.h"
#include "core/base/printable.h"
#include "core/output/comparisontables.h"

#include <CLI/CLI.hpp>

#include <filesystem>
#include <fstream>
#include <limits>

namespace tileline::cli {

namespace {

namespace fs = std::filesystem;

/// How many rows are printed for people, unless the command line says.
constexpr size_t RowsInText = 12;

struct CompareArguments {
    std::string first;
    std::string second;
    std::string original;
    std::string planName;
    ProfileArguments profile; ///< only its options
    MemoryArguments memory;
    OutputArguments output;
    std::optional<uint32_t> top;

    size_t rowCount() const {
        const size_t asked = top.value_or(RowsInText);
        return asked == 0 ? std::numeric_limits<size_t>::max() : asked;
    }
};

constexpr const char* CompareFooter = R"(
A plan is compared with the profile of the pipeline that was compiled from it, IPU by IPU: the estimated and the
actual bytes of the fullest tile and of all tiles, by category, role, cause and variable, largest differences first. The
rows of an IPU add up to its difference. The error is the difference in relation to the actual bytes.

Two profiles of one model are compared by memory (categories, roles, variables, tiles), operations, programs, vertices,
cycles, and liveness: steps are aligned by the names of operations and programs.

Examples:
  tileline-cli compare model.tileplan compiled-report --profile report
  tileline-cli compare model.tileplan compiled-report --profile report --json -o compared.json
  tileline-cli compare report new-report --format csv -o changes.csv)";

/// Whether a file is a plan and not a profile, by its content.
bool isPlanFile(const std::string& path) {
    std::error_code ignored;
    if (!fs::is_regular_file(path, ignored) || detectSource(path)) {
        return false;
    }
    char first = 0;
    std::ifstream(path) >> first;
    return first == '{';
}

/// The profile of a plan: as the command line says, or where the plan file says it was.
Result<std::string> originalOf(const CompareArguments& arguments, const PlanFile& file) {
    if (!arguments.original.empty()) {
        return arguments.original;
    }
    std::error_code ignored;
    const fs::path beside = fs::path(arguments.first).parent_path() / file.profilePath;
    for (const fs::path& path : {fs::path(file.profilePath), beside}) {
        if (!file.profilePath.empty() && fs::exists(path, ignored)) {
            return path.string();
        }
    }
    return Error{ErrorCode::BadArgument,
                 {},
                 "--profile",
                 "the profile that the plan was made for",
                 file.profilePath.empty() ? "the plan file names none"
                                          : printable(file.profilePath) + ", which does not exist",
                 "Give the profile with --profile PROFILE."};
}

Outcome<ExitStatus> comparePlan(const CompareArguments& arguments, Context& context) {
    const PlanFile file = TRY(readPlan(arguments.first, context));
    const PlanDescription* const description = TRY(choosePlan(file, arguments.planName));
    const std::string original = TRY(originalOf(arguments, file));
    const StudyOptions options = arguments.profile.openOptions(&file);
    noteOldSetting(file, options, context);
    Study study = TRY(arguments.profile.open(original, options, context));
    TRY(addFigures(study, context));
    const AppliedPlan applied = applyWithWarnings(file, *description, study, context);
    const PlanEstimate estimate =
        TRY(study.estimator->estimate(applied.plan.splitPlan(), context.workers(), context.stop()));
    const std::vector<PlanWarning> warnings = study.warnings(&estimate);
    printWarnings(warnings, study, context);
    const ProfilePtr compiled = TRY(arguments.profile.load(arguments.second, context));
    CompiledComparison comparison = TRY(compareCompiled(
        *study.estimator, estimate, arguments.memory.limits(study.profile->target, description), *compiled,
        context.workers(), context.progress(), context.stop()));
    comparison.figuresHold = figuresHold(warnings);
    for (const ComparisonNote& note : comparison.notes) {
        context.note(textOf(note, comparison));
    }
    const CompiledReport report{study,    arguments.first, arguments.second,
                                estimate, comparison,      arguments.rowCount()};
    return arguments.output.write(arguments.output.isJson()   ? toJsonText(report.json())
                                  : arguments.output.isText() ? report.text()
                                                              : toText(heldDifferencesTable(comparison.ipus),
                                                                       arguments.output.tableFormat()),
                                  context);
}

Outcome<ExitStatus> compareTwoProfiles(const CompareArguments& arguments, Context& context) {
    const StudyOptions options = arguments.profile.openOptions();
    const Study first = TRY(arguments.profile.openQuietly(arguments.first, options, context));
    const Study second = TRY(arguments.profile.openQuietly(arguments.second, options, context));
    const ProfileComparison comparison = TRY(compareProfiles(
        *first.profile, *first.layers, *second.profile, *second.layers, context.progress(), context.stop()));
    const ProfilesReport report{first, second, comparison, arguments.rowCount()};
    for (const auto& [code, text] : report.notes()) {
        context.note(text);
    }
    return arguments.output.write(arguments.output.isJson()   ? toJsonText(report.json())
                                  : arguments.output.isText() ? report.text()
                                                              : toText(profileDifferencesTable(comparison),
                                                                       arguments.output.tableFormat()),
                                  context);
}

Outcome<ExitStatus> compare(const CompareArguments& arguments, Context& context) {
    if (isPlanFile(arguments.second)) {
        const bool both = isPlanFile(arguments.first);
        return Error{ErrorCode::BadArgument,
                     {},
                     "B",
                     "a profile",
                     printable(arguments.second) + ", a plan file",
                     both ? "Compare two plans with tileline-cli plan diff." : "Give the plan first."};
    }
    if (isPlanFile(arguments.first)) {
        return comparePlan(arguments, context);
    }
    if (!arguments.original.empty() || !arguments.planName.empty()) {
        return Error{ErrorCode::BadArgument,
                     {},
                     arguments.original.empty() ? "--plan-name" : "--profile",
                     "a plan file as the first argument",
                     printable(arguments.first)};
    }
    return compareTwoProfiles(arguments, context);
}

} // namespace

void addCompareCommand(CLI::App& app, Context& context) {
    CLI::App* command = app.add_subcommand(
        "compare", "A plan with the pipeline compiled from it, or two profiles of a model");
    auto arguments = std::make_shared<CompareArguments>();
    refuseEmpty(command->add_option("A", arguments->first, "A plan file (*.tileplan), or a profile"))
        ->required()
        ->type_name("");
    refuseEmpty(command->add_option("B", arguments->second,
                                    "The profile of the compiled pipeline, or another profile of the model"))
        ->required()
        ->type_name("");
    refuseEmpty(command->add_option("--profile", arguments->original,
                                    "The profile that the plan was made for; default: where the plan file "
                                    "says it was"))
        ->type_name("PROFILE");
    command
        ->add_option("--plan-name", arguments->planName,
                     "Which plan of the plan file; default: the one it shows")
        ->type_name("NAME");
    takeWholeNumber(command->add_option("--top", arguments->top,
                                        "How many rows of each list to print as text, of the largest "
                                        "differences; 0: all. Default: 12"),
                    0, std::numeric_limits<uint32_t>::max())
        ->type_name("N");
    arguments->profile.addOptions(*command, SettingArguments::Options::All);
    arguments->memory.addTo(*command);
    arguments->output.addReport(*command);
    command->footer(CompareFooter);
    context.onRun(*command, [arguments, &context] { return compare(*arguments, context); });
}

} // namespace tileline::cli
