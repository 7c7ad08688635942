// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/json.h"
#include "app/cli/optionchecks.h"
#include "app/cli/outputarguments.h"
#include "app/cli/planarguments.h"
#include "app/cli/planreport.h"
#include "app/cli/profilearguments.h"
#include "core/base/printable.h"
#include "core/base/sequences.h"
#include "core/compare/compiledplan.h"
#include "core/compare/profilecomparison.h"
#include "core/output/comparisontables.h"
#include "core/wording/comparisontext.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>

namespace tileline::cli {

namespace {

Json remarksJson(const std::vector<ComparisonRemark>& remarks) {
    return mapped(remarks, [](const ComparisonRemark& remark) {
        return Json{{"code", remark.code}, {"text", englishText(remark.phrase)}};
    });
}

void printRemarks(const std::vector<ComparisonRemark>& remarks, Context& context) {
    for (const ComparisonRemark& remark : remarks) {
        context.note(englishText(remark.phrase));
    }
}

Json ipuJson(const CompiledComparison& comparison, size_t position, const Json& figures) {
    const ComparedIpu& ipu = comparison.ipus[position];
    const Table differences = heldDifferencesTable({&ipu, 1});
    Json json = figures[position];
    json["estimated_step"] = ipu.planned ? Json(ipu.estimatedStep.value) : Json();
    json["actual_step"] = ipu.compiled ? Json(ipu.actualStep.value) : Json();
    for (const std::string key : {"category", "role", "cause"}) {
        json["by_" + key] = tableJson(differenceGroupsTable(differences, key));
    }
    json["differences"] = tableJson(Table(differences).without({"ipu"}));
    return json;
}

std::string ipuText(const ComparedIpu& ipu, size_t top) {
    std::string text = "\nIPU " + std::to_string(ipu.ipu) + "\n";
    Table rows = heldDifferencesTable({&ipu, 1}).without({"ipu"});
    for (const char* key : {"category", "role", "cause"}) {
        text += toAligned(differenceGroupsTable(rows, key)) + "\n";
    }
    const size_t all = rows.rows.size();
    rows.rows.resize(std::min(top, all));
    text += toAligned(rows);
    if (all > top) {
        const int64_t rest = sumOf(std::span(ipu.rows).subspan(top),
                                   [](const HeldDifference& row) { return row.peak.difference(); });
        text += std::to_string(all - top) + " more rows, which add up to a difference of " +
                std::to_string(rest) + " bytes on the fullest tile.\n";
    }
    return text;
}

/// The comparison of a plan with the pipeline that was compiled from it, ready to be printed. The objects to
/// which the members refer must outlive this object.
struct CompiledReport {
    const Study& study; ///< the profile for which the plan was made
    const std::string& planPath;
    const std::string& compiledPath;
    const PlanEstimate& estimate;
    const CompiledComparison& comparison;
    size_t top = 0;      ///< number of differences that the text format prints for each IPU
    bool stages = false; ///< whether table() lists the stages instead of the differences

    Json json() const {
        Json json = {
            {"compared", "plan"}, {"plan", planPath}, {"compiled", compiledPath}, {"profile", study.path}};
        json.update(settingJson(study));
        json["layers"] = layersJson(*study.layers);
        json["splits"] = splitsJson(estimate.plan, *study.layers);
        json["planned_ipus"] = comparison.plannedIpus;
        json["compiled_ipus"] = comparison.compiledIpus;
        json["replicas"] = comparison.replicas;
        const auto fullest = comparison.fullestIpu();
        json["fullest_ipu"] = fullest ? Json(comparison.ipus[*fullest].ipu) : Json();
        json["error_at_fullest"] = optionalJson(comparison.errorAtFullest());
        json["mean_error"] = optionalJson(comparison.meanError());
        const Json figures = tableJson(comparedIpusTable(comparison));
        json["ipus"] =
            mapped(comparison.ipus.size(), [&](size_t i) { return ipuJson(comparison, i, figures); });
        json["stages"] = tableJson(comparedStagesTable(comparison.stages));
        json["notes"] = remarksJson(remarksOn(comparison));
        return json;
    }
    std::string text() const {
        const Table ipusOnly =
            comparedIpusTable(comparison).without({"estimated_bytes", "actual_bytes", "difference_bytes"});
        const std::string cycles =
            comparison.stages.empty() ? "" : "\n" + toAligned(comparedStagesTable(comparison.stages));
        return toAligned(ipusOnly) + "\n" + englishText(errorPhrase(comparison)) + "\n" + cycles +
               joinedTexts(comparison.ipus, "", [this](const ComparedIpu& ipu) { return ipuText(ipu, top); });
    }
    Table table() const {
        return stages ? comparedStagesTable(comparison.stages) : heldDifferencesTable(comparison.ipus);
    }
};

/// The comparison of two profiles, ready to be printed. The objects to which the members refer must outlive
/// this object.
struct ProfilesReport {
    const Study& first;
    const Study& second;
    const ProfileComparison& comparison;
    size_t top = 0; ///< number of rows that the text format prints for each section

    Json json() const {
        Json json = {{"compared", "profiles"}, {"first", first.path}, {"second", second.path}};
        for (const ComparedSection& section : comparison.sections) {
            json[std::string(section.id)] = tableJson(comparedSectionTable(section));
        }
        json["notes"] = remarksJson(remarksOn(comparison));
        return json;
    }
    /// The comparison as text. Most sections list only rows whose numbers differ between the profiles.
    std::string text() const {
        std::string text;
        for (const ComparedSection& section : comparison.sections) {
            Table table = comparedSectionTable(section);
            const bool all = section.id == "figures" || section.id == "categories" || section.id == "roles";
            if (!all) {
                std::erase_if(table.rows, [](const std::vector<Cell>& row) {
                    return std::get<std::string>(row.back().value) == idOf(ProfileChange::Same);
                });
            }
            const size_t rows = table.rows.size();
            text += (text.empty() ? "" : "\n") + std::string(section.id);
            if (rows == 0) {
                text += section.rows.empty() ? ": none\n" : ": nothing differs\n";
                continue;
            }
            table.rows.resize(all ? rows : std::min(top, rows));
            text += "\n" + toAligned(table);
            if (rows > table.rows.size()) {
                text += std::to_string(rows - table.rows.size()) + " more rows differ.\n";
            }
        }
        return text;
    }
    Table table() const { return profileDifferencesTable(comparison); }
};

namespace fs = std::filesystem;

struct CompareArguments {
    std::string first;
    std::string second;
    std::string original;
    std::string planName;
    ProfileArguments profile; ///< only its options are used; the paths are in `first` and `second`
    MemoryArguments memory;
    OutputArguments output;
    TopRows top{12};
    bool stages = false;
};

constexpr const char* CompareFooter = R"(
A plan is compared with the profile of the pipeline that was compiled from it, IPU by IPU: the estimated and the
actual bytes of the fullest tile and of all tiles, by category, role, cause and variable, largest differences first. The
rows of an IPU add up to its difference. The error is the difference divided by the actual bytes. If a run of the
pipeline was measured, the estimated and the measured cycles of each stage and pass are compared, too.

Two profiles of one model are compared by memory (categories, roles, variables, tiles), operations, programs, vertices,
cycles, and liveness. The names of operations and programs decide which steps of the two are compared.

Examples:
  tileline-cli compare model.tileplan compiled-report --profile report
  tileline-cli compare model.tileplan compiled-report --profile report --json -o compared.json
  tileline-cli compare report new-report --format csv -o changes.csv)";

bool isPlanFile(const std::string& path) {
    std::error_code ignored;
    if (!fs::is_regular_file(path, ignored) || detectSource(path)) {
        return false;
    }
    char first = 0;
    std::ifstream(path) >> first;
    return first == '{';
}

/// The path of the plan's profile: the one on the command line, otherwise the one stored in the plan file.
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
    return badArgument("--profile", "the profile that the plan was made for",
                       file.profilePath.empty() ? "the plan file names none"
                                                : printable(file.profilePath) + ", which does not exist",
                       "Give the profile with --profile PROFILE.");
}

Outcome<ExitStatus> comparePlan(const CompareArguments& arguments, Context& context) {
    const PlanFile file = TRY(readPlan(arguments.first, context));
    const PlanDescription* const description = TRY(choosePlan(file, arguments.planName));
    const std::string original = TRY(originalOf(arguments, file));
    const StudyOptions options = arguments.profile.openOptions(&file);
    noteOldSetting(&file, options, context);
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
    const Study other = TRY(Study::open(compiled, options, context.stop()));
    TRY(comparison.addStageCycles(study.timeOf(estimate), estimate.placement, compiled, other.layers,
                                  other.passes(), context.stop()));
    printRemarks(remarksOn(comparison), context);
    const CompiledReport report{study,      arguments.first,       arguments.second, estimate,
                                comparison, arguments.top.count(), arguments.stages};
    return arguments.output.writeReport(report, context);
}

Outcome<ExitStatus> compareTwoProfiles(const CompareArguments& arguments, Context& context) {
    const StudyOptions options = arguments.profile.openOptions();
    const Study first = TRY(arguments.profile.openQuietly(arguments.first, options, context));
    const Study second = TRY(arguments.profile.openQuietly(arguments.second, options, context));
    const ProfileComparison comparison = TRY(compareProfiles(
        *first.profile, *first.layers, *second.profile, *second.layers, context.progress(), context.stop()));
    const ProfilesReport report{first, second, comparison, arguments.top.count()};
    printRemarks(remarksOn(comparison), context);
    return arguments.output.writeReport(report, context);
}

Outcome<ExitStatus> compare(const CompareArguments& arguments, Context& context) {
    if (isPlanFile(arguments.second)) {
        const bool both = isPlanFile(arguments.first);
        return badArgument("B", "a profile", printable(arguments.second) + ", a plan file",
                           both ? "Compare two plans with tileline-cli plan diff."
                                : "Give the plan as argument A.");
    }
    if (isPlanFile(arguments.first)) {
        return comparePlan(arguments, context);
    }
    if (!arguments.original.empty() || !arguments.planName.empty() || arguments.stages) {
        return badArgument(!arguments.original.empty()   ? "--profile"
                           : !arguments.planName.empty() ? "--plan-name"
                                                         : "--stages",
                           "a plan file as the first argument", printable(arguments.first));
    }
    return compareTwoProfiles(arguments, context);
}

} // namespace

void addCompareCommand(CLI::App& app, Context& context) {
    auto [command, arguments] = context.addCommand<CompareArguments>(
        app, "compare", "Compare a plan with the pipeline compiled from it, or two profiles of a model",
        CompareFooter, compare);
    requireArgument(command.add_option("A", arguments.first, "A plan file (*.tileplan), or a profile"));
    requireArgument(command.add_option(
        "B", arguments.second, "The profile of the compiled pipeline, or another profile of the model"));
    refuseEmpty(
        command.add_option("--profile", arguments.original,
                           "The profile that the plan was made for; default: the path in the plan file"))
        ->type_name("PROFILE");
    command
        .add_option("--plan-name", arguments.planName,
                    "Which plan of the plan file; default: its current plan")
        ->type_name("NAME");
    command.add_flag("--stages", arguments.stages,
                     "With TSV or CSV output, write a table of stages instead of a table of differences");
    arguments.top.addTo(
        command,
        "How many rows of each list to print as text, largest differences first; 0: all. Default: 12");
    arguments.profile.addOptions(command, SettingArguments::Options::All);
    arguments.memory.addTo(command);
    arguments.output.addReport(command);
}

} // namespace tileline::cli
