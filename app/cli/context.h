// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/signals.h"
#include "core/base/errortext.h"
#include "core/base/inputfile.h"
#include "core/base/parallel.h"
#include "core/base/printable.h"
#include "core/base/progress.h"
#include "core/base/result.h"

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <string_view>
#include <utility>

namespace CLI {
class App;
class Option;
} // namespace CLI

namespace tileline::cli {

/// Exit statuses of tileline-cli. Scripts rely on their numeric values. If a signal ends the program, the
/// status is 128 plus the signal number.
enum class ExitStatus : int {
    Done = 0,       ///< success; evaluate and solve return it only if the plan fits
    DoesNotFit = 1, ///< no plan was found, or the plan does not fit, splits a weight, or needs --anyway
    BadUsage = 2,   ///< the command line is wrong
    BadInput = 3,   ///< a file is missing or damaged, or the output could not be written
    NotKnown = 4, ///< for evaluate and solve: the figures are invalid, so it is unknown whether the plan fits
};

/// What all commands share: worker threads, the stop request, output to standard error, the exit status.
class Context {
public:
    Context() = default;
    ~Context() { clearProgress(); }
    Context(const Context&) = delete;
    Context& operator=(const Context&) = delete;

    std::stop_token stop() const { return m_signals.stop(); }
    /// The worker threads, one for each core of the machine. The first call of this function starts the
    /// threads.
    Workers& workers();
    /// Makes the command refuse to replace `file` with its output. The files of loaded profiles are
    /// protected, too.
    void hold(const std::filesystem::path& file, InputKind kind) {
        m_inputs.insert_or_assign(file, holdInput(file, kind));
    }
    /// A reporter that draws a line with the current work and its progress on standard error. The reporter
    /// draws nothing if standard error is not a terminal. The reporter must not outlive the context.
    Progress progress();
    /// Erases the progress line. Must be called before anything is printed.
    void clearProgress();

    /// The following functions print one line to standard error: "note: ...", "warning: ..." or "error: ...".
    void note(std::string_view text) { print("note", printable(text)); }
    void warn(std::string_view text) { print("warning", printable(text)); }
    void reportError(const Error& error) { print("error", describe(error)); }

    /// Adds a command, and returns it together with the arguments that will be passed to `run`. The command
    /// owns these arguments. If `run` fails, Context prints the error, which determines the exit status.
    template <class Arguments>
    std::pair<CLI::App&, Arguments&> addCommand(CLI::App& app, const std::string& name,
                                                const std::string& description, const std::string& footer,
                                                Outcome<ExitStatus> (*run)(const Arguments&, Context&)) {
        const auto arguments = std::make_shared<Arguments>();
        return {addCommand(app, name, description, footer, [=, this] { return run(*arguments, *this); }),
                *arguments};
    }

    /// The exit status of the process. Valid after a command has run.
    int status() const { return m_status; }

private:
    CLI::App& addCommand(CLI::App& app, const std::string& name, const std::string& description,
                         const std::string& footer, std::function<Outcome<ExitStatus>()> run);
    void finish(const Outcome<ExitStatus>& outcome);
    void print(const char* kind, const std::string& text);

    Signals m_signals;
    bool m_progressShown = false;
    std::unique_ptr<Workers> m_workers;
    std::map<std::filesystem::path, InputFilePtr> m_inputs;
    int m_status = 0;
};

/// An error in the command line: the option expects `expected`, but `actual` was given.
inline Error badArgument(std::string option, std::string expected, std::string actual,
                         std::string remedy = {}) {
    return {ErrorCode::BadArgument, {}, std::move(option), std::move(expected), std::move(actual),
            std::move(remedy)};
}

} // namespace tileline::cli
