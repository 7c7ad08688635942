// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/explainreport.h"
#include "app/cli/memoryarguments.h"
#include "app/cli/messagereport.h"
#include "app/cli/optionchecks.h"
#include "app/cli/outputarguments.h"
#include "app/cli/planarguments.h"
#include "app/cli/plandocument.h"
#include "app/cli/planreport.h"
#include "app/cli/profilearguments.h"
#include "app/cli/standardstreams.h"
#include "core/explain/remedies.h"

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
    std::optional<std::string> message;     ///< a file with a message of Poplar
    std::optional<std::string> messageText; ///< the message itself

    /// The number of items to print.
    size_t itemCount() const {
        const size_t asked = top ? *top : output.isText() ? ItemsInText : 0;
        return asked == 0 ? std::numeric_limits<size_t>::max() : asked;
    }
};

constexpr const char* ExplainFooter = R"(
With --message or --message-text, explains why a model did not compile: what Poplar counted on the tile that
the message names, or on the fullest one. Without PROFILE, the profile is read that the message names after
"Profile saved to".

Code and vertex state are items as variables are. The items and their groups add up to the IPU's peak. Without
--splits and --plan all layers are one stage.

Examples:
  tileline-cli explain report --splits 6,12,18
  tileline-cli explain report --splits 6,12,18 --ipu 1 --top 50
  tileline-cli explain report --plan model.tileplan --json
  tileline-cli explain --message compile.log)";

constexpr const char* HowToGetReport =
    "Give PROFILE. Poplar writes it to the directory that is named when the model is compiled with "
    "POPLAR_ENGINE_OPTIONS='{\"autoReport.all\":\"true\", \"autoReport.directory\":\"report\", "
    "\"debug.allowOutOfMemory\":\"true\"}'.";

Result<PoplarMessage> readMessage(const ExplainArguments& arguments, Context& context) {
    std::string text;
    std::string file;
    if (arguments.messageText) {
        text = *arguments.messageText;
    } else {
        file = *arguments.message == "-" ? "standard input" : *arguments.message;
        auto read = readInput(*arguments.message, MessageLimit, context);
        if (!read) {
            Error error = std::move(read).failure();
            error.file = file;
            if (error.code == ErrorCode::TooLarge) {
                error.remedy = "Give the part of the log that has the error, of at most 1 MiB.";
            }
            return error;
        }
        text = *std::move(read);
    }
    PoplarMessage message = parsePoplarMessage(text);
    if (!message.recognised()) {
        return Error{ErrorCode::BadArgument,
                     file,
                     file.empty() ? "--message-text" : "--message",
                     "\"Out of memory on tile N: ...\", \"Cannot fit all variable data onto one or more "
                     "tiles\", \"Tile N receives more data than it has total memory ...\" or \"Profile saved "
                     "to: ...\"",
                     "none of Poplar's messages about memory",
                     "Give the whole error, as Poplar printed it."};
    }
    return message;
}

/// The profile on the command line, otherwise the one that the message names.
Result<std::string> profileOf(const ExplainArguments& arguments, const PoplarMessage& message) {
    if (!arguments.profile.paths().empty()) {
        return arguments.profile.paths().front();
    }
    if (message.profilePath.empty()) {
        return Error{
            ErrorCode::BadArgument, {}, "PROFILE", "a profile, because the message names none", "nothing",
            HowToGetReport};
    }
    std::error_code ignored;
    if (!std::filesystem::exists(message.profilePath, ignored)) {
        return Error{
            ErrorCode::FileNotFound,
            message.profilePath,
            {},
            {},
            "nothing at the path that the message names, which is relative to where the model was compiled",
            HowToGetReport};
    }
    return message.profilePath;
}

Outcome<ExitStatus> explainTheMessage(const ExplainArguments& arguments, Context& context) {
    const PoplarMessage message = TRY(readMessage(arguments, context));
    const std::string path = TRY(profileOf(arguments, message));
    const ProfilePtr profile = TRY(arguments.profile.load(path, context));
    const MessageExplanation explanation = TRY(explainMessage(*profile, message, context.stop()));
    const MessageReport report{path, *profile, message, explanation, arguments.itemCount()};
    return arguments.output.write(arguments.output.isJson() ? toJsonText(report.json())
                                  : arguments.output.isText()
                                      ? report.text()
                                      : toText(report.table(), arguments.output.tableFormat()),
                                  context);
}

Outcome<ExitStatus> explain(const ExplainArguments& arguments, Context& context) {
    if (arguments.message || arguments.messageText) {
        return explainTheMessage(arguments, context);
    }
    if (arguments.profile.paths().empty()) {
        return Error{ErrorCode::BadArgument, {}, "PROFILE", "a profile, or a message of Poplar", "nothing"};
    }
    const auto file = TRY(arguments.plan.read(context));
    const StudyOptions options = arguments.profile.openOptions(file ? &*file : nullptr);
    const PlanDescription* described = nullptr;
    if (file) {
        noteOldSetting(*file, options, context);
        described = TRY(arguments.plan.choose(*file));
    }
    Study study = TRY(arguments.profile.open(arguments.profile.paths().front(), options, context));
    const MemoryLimits memory = arguments.memory.limits(study.profile->target, described);
    TRY(addFigures(study, context));
    const Plan plan = TRY(arguments.plan.plan(file, study, context));
    const PlanFigures figures = TRY(study.figures(plan.splitPlan(), context.workers(), context.stop()));
    const PlanReport planReport{study, figures, memory};
    const uint32_t ipu = arguments.ipu.value_or(fullestIpu(figures.estimate, memory));
    if (ipu >= figures.estimate.stages.size()) {
        return Error{ErrorCode::BadArgument,
                     {},
                     "--ipu",
                     "0 to " + std::to_string(figures.estimate.stages.size() - 1) + ", the IPUs of the plan",
                     std::to_string(ipu)};
    }
    planReport.warn(context);
    const VariableRoles roles(*study.profile, *study.layers);
    const PeakExplanation explanation =
        TRY(explainPeak(*study.estimator, roles, figures.estimate, ipu, context.workers(), context.stop()));
    const ExplainReport report{study,       figures.estimate, figures.warnings,
                               explanation, memory,           arguments.itemCount()};
    return arguments.output.write(arguments.output.isJson() ? toJsonText(report.json())
                                  : arguments.output.isText()
                                      ? report.text()
                                      : toText(report.table(), arguments.output.tableFormat()),
                                  context);
}

} // namespace

void addExplainCommand(CLI::App& app, Context& context) {
    CLI::App* command = app.add_subcommand(
        "explain", "Why an IPU of a plan needs as much memory as it does, or why a model did not compile");
    auto arguments = std::make_shared<ExplainArguments>();
    arguments->profile.addTo(*command, SettingArguments::Options::All);
    command->get_option("PROFILE")->required(false);
    CLI::Option* message =
        command->add_option("--message", arguments->message,
                            "A file with a message of Poplar, such as a log; - is standard input");
    refuseEmpty(message)->type_name("FILE");
    command->add_option("--message-text", arguments->messageText, "The message itself")
        ->type_name("TEXT")
        ->excludes(message);
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
    for (const char* ofPlan : {"--splits", "--plan", "--plan-name", "--ipu"}) {
        message->excludes(command->get_option(ofPlan));
        command->get_option("--message-text")->excludes(command->get_option(ofPlan));
    }
    command->footer(ExplainFooter);
    context.onRun(*command, [arguments, &context] { return explain(*arguments, context); });
}

} // namespace tileline::cli
