// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/exportcommandoptions.h"
#include "app/cli/memoryarguments.h"
#include "app/cli/optionchecks.h"
#include "app/cli/outputarguments.h"
#include "app/cli/planarguments.h"
#include "app/cli/plandocument.h"
#include "app/cli/planreport.h"
#include "app/cli/profilearguments.h"
#include "core/base/printable.h"
#include "core/base/textfile.h"
#include "core/frameworks/exporters.h"
#include "core/frameworks/poptorchcheck.h"
#include "core/frameworks/poptorchmodel.h"
#include "core/frameworks/poptorchmodulepaths.h"
#include "core/partition/stageplacement.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <filesystem>

namespace tileline::cli {

namespace {

struct ExportArguments {
    ProfileArguments profile;
    PlanArguments plan;
    MemoryArguments memory;
    ExportOptionArguments options;
    OutputArguments output;
    std::string framework{exporters().front().id};
    std::string annotations;
    std::string printedModel;
    IncompleteFlag incomplete;
};

constexpr const char* ExportFooter =
    R"(Every rule of PopTorch that can be checked here is checked before anything is written.

Examples:
  tileline-cli export report --splits 6,12,18 -o plan.conf --annotations blocks.py
  tileline-cli export report --plan model.tileplan --mode training --replication-factor 2 -o plan.conf
  tileline-cli export report --splits 6 --framework popart -o stages.json)";

std::vector<std::string> idsOfExporters(bool withPython) {
    std::vector<std::string> ids;
    for (const Exporter& exporter : exporters()) {
        if (exporter.python || !withPython) {
            ids.emplace_back(exporter.id);
        }
    }
    return ids;
}

/// "a, b or c"
std::string enumeration(const std::vector<std::string>& ids) {
    std::string text;
    for (const std::string& id : ids) {
        text += (text.empty() ? "" : &id == &ids.back() ? " or " : ", ") + id;
    }
    return text;
}

std::string footer() {
    std::string text = "\nFrameworks:\n";
    for (const Exporter& exporter : exporters()) {
        std::string id(exporter.id);
        id.resize(std::max<size_t>(id.size() + 1, 12), ' ');
        text.append("  ").append(id).append(exporter.help).append("\n");
    }
    return text + ExportFooter;
}

/// A profile, and a plan for it that is ready to be exported.
struct Subject {
    OpenedProfile opened;
    ExportPlan plan;
    PoptorchExportOptions options;
    MemoryLimits memory;
};

Outcome<Subject> fromPlanFile(const ExportArguments& arguments, Context& context) {
    auto file = TRY(readPlanFile(arguments.plan.file()));
    auto description = TRY(arguments.plan.choose(file));
    auto opened = TRY(openForPlan(arguments.profile, file, context, arguments.options.mode()));
    const AppliedPlan applied = applyWithWarnings(file, *description, opened, context);
    ExportPlan plan = exportPlanOf(applied, *opened.layers);
    return Subject{std::move(opened), std::move(plan), description->exportOptions,
                   arguments.memory.limitsOr({description->memoryPerTile, description->ipuMemory})};
}

Outcome<Subject> fromSplits(const ExportArguments& arguments, Context& context) {
    OpenOptions open = arguments.profile.openOptions();
    open.setting.pipeline.mode = arguments.options.mode().value_or(PassMode::Auto);
    auto opened = TRY(arguments.profile.open(arguments.profile.paths().front(), open, context));
    auto plan = TRY(arguments.plan.plan(*opened.layers));
    ExportPlan exported = exportPlanOf(*opened.layers, plan.splitPlan());
    PoptorchExportOptions options;
    if (opened.isPipeline() && opened.entries->passes().training()) {
        options.mode = ExportMode::Training;
    }
    return Subject{std::move(opened), std::move(exported), std::move(options), arguments.memory.limits()};
}

/// Estimates the stages, so that a stage that does not fit is reported, and a plan that splits a weight is
/// refused.
Outcome<Done> addFit(Subject& subject, Context& context) {
    const auto maker = TRY(PlanFigureMaker::make(subject.opened, {}, context));
    const auto figures = TRY(maker.figures(subject.plan.plan, context));
    const PlanEstimate& estimate = figures.estimate;
    PlanReport{subject.opened, figures, subject.memory}.warn(context);
    if (!figures.buildable) {
        return Error{ErrorCode::ExportRule,
                     {},
                     {},
                     {},
                     "the plan splits a weight over IPUs",
                     "Choose other splits, or export it anyway with --allow-shared-weights."};
    }
    for (uint32_t stage = 0; stage < estimate.stages.size(); ++stage) {
        subject.plan.fit.push_back({estimate.stages[stage].peakTileBytes, subject.memory.limitOf({stage})});
    }
    return Done{};
}

Error errorOf(const ExportIssue& issue) {
    return {ErrorCode::ExportRule, {}, {}, {}, issue.reason, issue.remedy};
}

/// No exporter can place the head on the first IPU yet.
Result<Done> checkPlacement(const Subject& subject) {
    const bool first = subject.opened.isPipeline() &&
                       subject.opened.setting.pipeline.outputOn == OutputOn::First &&
                       hasMovableOutput(*subject.opened.layers) && subject.plan.plan.stageCount() > 1;
    if (first) {
        return Error{ErrorCode::ExportRule,
                     {},
                     {},
                     {},
                     "a plan with Output on the first IPU cannot be exported",
                     "Export it with --output-on last, and add the further stage by hand."};
    }
    return Done{};
}

/// Prints the extra lines, the warnings, and all errors except the last one, which is returned.
Result<Done> report(const std::vector<ExportIssue>& issues, Context& context) {
    std::optional<Error> last;
    for (const ExportIssue& issue : issues) {
        if (issue.severity == IssueSeverity::Warning) {
            context.warn(issue.reason + " " + issue.remedy);
        } else if (issue.severity == IssueSeverity::Error) {
            if (last) {
                context.reportError(*last);
            }
            last = errorOf(issue);
        } else if (issue.rule == ExportRule::ExtraLine) {
            context.note(issue.reason);
        }
    }
    if (last) {
        return *last;
    }
    return Done{};
}

Outcome<Done> check(const ExportArguments& arguments, Subject& subject, Context& context) {
    TRY(addFit(subject, context));
    std::vector<ExportIssue> issues = checkExport(subject.plan, subject.options);
    if (!arguments.printedModel.empty()) {
        auto text = TRY(readFile(arguments.printedModel, PlanFileLimit));
        const auto more = checkAgainstModel(subject.plan, subject.options, parsePrintedModel(text));
        issues.insert(issues.end(), more.begin(), more.end());
    }
    TRY(report(issues, context));
    return Done{};
}

/// Checks that both files may be written, and that they are different files.
Result<Done> checkOutputs(const ExportArguments& arguments) {
    TRY(checkOutput(arguments.annotations, "--annotations"));
    const auto plainPath = [](const std::string& path) {
        return std::filesystem::absolute(path).lexically_normal();
    };
    if (!arguments.annotations.empty() && arguments.output.toFile() &&
        plainPath(arguments.annotations) == plainPath(arguments.output.file())) {
        return Error{ErrorCode::BadArgument,
                     {},
                     "--annotations",
                     "another file than --output",
                     printable(arguments.annotations),
                     "Give each a file of its own."};
    }
    return checkOutput(arguments.output.file(), "--output");
}

Outcome<ExitStatus> write(const ExportArguments& arguments, const Exporter& exporter, const Subject& subject,
                          Context& context) {
    TRY(checkOutputs(arguments));
    if (!arguments.annotations.empty()) {
        TRY(writeFileAtomically(arguments.annotations, exporter.python(subject.plan, subject.options)));
    }
    return arguments.output.write(exporter.text(subject.plan, subject.options), context);
}

Outcome<ExitStatus> run(const ExportArguments& arguments, Context& context) {
    const Exporter& exporter = *findExporter(arguments.framework); // the parser has checked the name
    if (!arguments.annotations.empty() && !exporter.python) {
        return Error{ErrorCode::BadArgument,
                     {},
                     "--annotations",
                     "--framework " + enumeration(idsOfExporters(true)),
                     arguments.framework};
    }
    auto subject = TRY(arguments.plan.file().empty() ? fromSplits(arguments, context)
                                                     : fromPlanFile(arguments, context));
    TRY(arguments.incomplete.check(*subject.opened.profile));
    subject.options = arguments.options.applyTo(subject.options);
    TRY(arguments.options.setModules(*subject.opened.layers, subject.plan));
    TRY(checkPlacement(subject));
    if (exporter.forPoptorch) {
        TRY(check(arguments, subject, context));
    }
    return write(arguments, exporter, subject, context);
}

} // namespace

void addExportCommand(CLI::App& app, Context& context) {
    CLI::App* command =
        app.add_subcommand("export", "Write a plan as PopTorch or another framework loads it");
    auto arguments = std::make_shared<ExportArguments>();
    arguments->profile.addTo(*command, SettingArguments::Options::ExceptMode);
    arguments->plan.addNamedTo(*command);
    arguments->memory.addTo(*command);
    const std::vector<std::string> ids = idsOfExporters(false);
    command->add_option("--framework", arguments->framework, enumeration(ids))
        ->type_name("NAME")
        ->capture_default_str()
        ->check(CLI::IsMember(ids).description(""));
    arguments->options.addTo(*command);
    arguments->output.addFile(*command);
    const auto file = [command](const char* flag, std::string& path, const char* text) {
        refuseEmpty(command->add_option(flag, path, text))->type_name("FILE");
    };
    file("--annotations", arguments->annotations, "Write the Python file that goes with it");
    file("--check-model", arguments->printedModel,
         "Check the module paths against what print(model) printed");
    arguments->incomplete.addTo(*command);
    command->footer(footer());
    context.onRun(*command, [arguments, &context] { return run(*arguments, context); });
}

} // namespace tileline::cli
