// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/context.h"

#include "core/wording/phasetext.h"

#include <CLI/CLI.hpp>

#include <csignal>
#include <cstdio>
#include <string>
#include <unistd.h>

namespace tileline::cli {

namespace {

/// Whether an error is in the command line rather than in a file.
bool isUsageError(const Error& error) {
    switch (error.code) {
    case ErrorCode::BadArgument:
    case ErrorCode::BadRegex:
    case ErrorCode::RegexTooSlow:
    case ErrorCode::UnknownLayer:
    case ErrorCode::BadPlan:
    case ErrorCode::ExportRule:
        return error.file.empty();
    default:
        return false;
    }
}

} // namespace

Progress Context::progress() {
    if (::isatty(STDERR_FILENO) != 1) {
        return {};
    }
    return Progress([this](Phase phase, double fraction) {
        std::fprintf(stderr, "\r%s %3.0f %%\033[K", englishText(phasePhrase(phase)).c_str(), fraction * 100);
        std::fflush(stderr);
        m_progressShown = true;
    });
}

void Context::clearProgress() {
    if (std::exchange(m_progressShown, false)) {
        std::fputs("\r\033[K", stderr);
        std::fflush(stderr);
    }
}

Workers& Context::workers() {
    if (!m_workers) {
        m_workers = std::make_unique<Workers>();
    }
    return *m_workers;
}

void Context::print(const char* kind, const std::string& text) {
    clearProgress();
    std::fprintf(stderr, "%s: %s\n", kind, text.c_str());
}

CLI::App& Context::addCommand(CLI::App& app, const std::string& name, const std::string& description,
                              const std::string& footer, std::function<Outcome<ExitStatus>()> run) {
    CLI::App* const command = app.add_subcommand(name, description);
    command->footer(footer);
    command->final_callback([this, work = std::move(run)] { finish(work()); });
    return *command;
}

void Context::finish(const Outcome<ExitStatus>& outcome) {
    clearProgress();
    if (outcome) {
        m_status = static_cast<int>(*outcome);
        return;
    }
    if (outcome.failure().cancelled()) {
        const int signal = m_signals.received();
        m_status = 128 + (signal != 0 ? signal : SIGINT);
        return;
    }
    const Error& error = outcome.failure().error();
    reportError(error);
    m_status = static_cast<int>(isUsageError(error) ? ExitStatus::BadUsage : ExitStatus::BadInput);
}

} // namespace tileline::cli
