// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/exitstatus.h"
#include "app/cli/progressline.h"
#include "app/cli/signals.h"
#include "core/base/parallel.h"
#include "core/base/result.h"

#include <functional>
#include <memory>
#include <string_view>

namespace CLI {
class App;
}

namespace tileline::cli {

/// What all subcommands share: the threads, the request to stop, standard error, and how it ended.
class Context {
public:
    std::stop_token stop() const { return m_signals.stop(); }
    /// All cores of the machine; started at the first call.
    Workers& workers();
    /// For a job that takes a while.
    Progress progress() { return m_line.reporter(); }
    /// Before something is printed.
    void clearProgress() { m_line.clear(); }

    /// Prints one line to standard error: "note: ...".
    void note(std::string_view text);
    /// Prints one line to standard error: "warning: ...".
    void warn(std::string_view text);
    /// Prints an error to standard error.
    void reportError(const Error& error);

    /// Makes `run` what `command` does. Its failure is printed and decides the exit status.
    using Run = std::function<Outcome<ExitStatus>()>;
    void onRun(CLI::App& command, Run run);

    /// The exit status of the process, once a command has run.
    int status() const { return m_status; }

private:
    void finish(const Outcome<ExitStatus>& outcome);

    Signals m_signals;
    ProgressLine m_line;
    std::unique_ptr<Workers> m_workers;
    int m_status = 0;
};

/// Whether an error is about the command line itself, and not about a file.
bool isUsageError(const Error& error);

} // namespace tileline::cli
