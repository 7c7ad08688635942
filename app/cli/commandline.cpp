// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/standardstreams.h"
#include "core/base/errortext.h"
#include "core/base/parallel.h"
#include "core/base/printable.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <array>
#include <cstdio>
#include <exception>
#include <new>
#include <sstream>

namespace tileline::cli {

namespace {

constexpr const char* Description =
    "Plans pipeline stages for Graphcore IPUs from a profile of a model that ran out of memory.\n";

constexpr const char* Footer = R"(
PROFILE is a report directory as Poplar wrote it, or a profile in one.

Examples:
  tileline-cli info report                     what the profile holds
  tileline-cli solve report --ipus 4           the plan whose fullest tile is least full
  tileline-cli evaluate report --splits 6,12   what a plan of your own needs
  tileline-cli solve --help                    all options of a command

Exit status: 0 done (in evaluate and solve, the plan also fits), 1 the plan
does not fit, or splits a weight, 2 bad usage, 3 bad input, 4 the figures are
not reliable, so it is not known whether the plan fits, 128 + N ended by
signal N.)";

/// Prints the help that the user requested, or the error in the command line. Returns the exit status.
int statusOf(const CLI::App& app, const CLI::ParseError& error, Context& context) {
    std::ostringstream help;
    std::ostringstream complaint;
    const bool asked = app.exit(error, help, complaint) == 0;
    std::fputs(printable(complaint.str(), LineFeeds::Kept).c_str(), stderr);
    if (const auto written = writeToStandardOutput(help.str()); !written) {
        context.reportError(written.failure());
        return static_cast<int>(ExitStatus::BadInput);
    }
    return static_cast<int>(asked ? ExitStatus::Done : ExitStatus::BadUsage);
}

Error unknownCommand(const std::vector<const CLI::App*>& commands, const std::string& name) {
    const std::string names = CLI::detail::join(
        commands, [](const CLI::App* command) { return command->get_name(); }, ", ");
    return badArgument("the command", "one of " + names, printable(name));
}

/// Fails if the arguments name a command that does not exist.
Result<Done> checkCommand(const CLI::App& app, const std::vector<std::string>& arguments) {
    // Options before the command take no values, so the first argument without a dash names the command.
    const auto name =
        std::ranges::find_if(arguments, [](const std::string& text) { return !text.starts_with('-'); });
    const auto commands = app.get_subcommands({});
    const bool known = name == arguments.end() || std::ranges::any_of(commands, [&](const CLI::App* command) {
                           return command->get_name() == *name;
                       });
    return known ? Result<Done>(Done{}) : unknownCommand(commands, *name);
}

/// All commands, in the order in which --help lists them.
constexpr std::array Commands{addInfoCommand,     addTableCommands,   addExecutionCommand, addEvaluateCommand,
                              addTimelineCommand, addExplainCommand,  addSolveCommand,     addMatrixCommands,
                              addInsightsCommand, addDiagnoseCommand, addSummaryCommand,   addCompareCommand,
                              addReportCommand,   addExportCommand,   addImportCommand,    addPlanCommand,
                              addConvertCommand,  addPoplinerCommand};

int parseAndRun(int argc, char** argv) {
    CLI::App app(Description, "tileline-cli");
    app.footer(Footer);
    app.set_version_flag("--version", "tileline-cli " TILELINE_VERSION);
    app.require_subcommand(1);
    app.get_formatter()->column_width(34);
    Context context;
    for (AddCommand* const add : Commands) {
        add(app, context);
    }
    try {
        std::vector<std::string> arguments(argv + std::min(argc, 1), argv + argc);
        if (const auto checked = checkCommand(app, arguments); !checked) {
            context.reportError(checked.failure());
            return static_cast<int>(ExitStatus::BadUsage);
        }
        // CLI11 expects the arguments in reverse order.
        std::ranges::reverse(arguments);
        app.parse(std::move(arguments));
    } catch (const CLI::ParseError& error) {
        return statusOf(app, error, context);
    }
    return context.status();
}

/// Prints an error. If there is too little memory to describe the error, prints only `reason`.
int reportBadInput(ErrorCode code, const char* reason) {
    try {
        std::fprintf(stderr, "error: %s\n", describe({code, {}, {}, {}, reason}).c_str());
    } catch (const std::bad_alloc&) {
        std::fprintf(stderr, "error: %s\n", reason);
    }
    return static_cast<int>(ExitStatus::BadInput);
}

/// Parses the command line and runs the command. Returns the exit status of the process.
int runCommandLine(int argc, char** argv) {
    openStandardDescriptors();
    try {
        return parseAndRun(argc, argv);
    } catch (const ThreadShortage& error) {
        return reportBadInput(ErrorCode::SystemError, error.what());
    } catch (const std::bad_alloc&) {
        return reportBadInput(ErrorCode::TooLarge, "no memory left");
    } catch (const std::exception& error) {
        // Our code throws no other exceptions, but the standard library may.
        return reportBadInput(ErrorCode::SystemError, error.what());
    }
}

} // namespace

} // namespace tileline::cli

int main(int argc, char** argv) {
    return tileline::cli::runCommandLine(argc, argv);
}
