// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/context.h"

#include <CLI/CLI.hpp>

#include <csignal>
#include <cstdio>
#include <string>

namespace tileline::cli {

namespace {

/// Whether an error is about the command line itself, and not about a file.
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

Workers& Context::workers() {
    if (!m_workers) {
        m_workers = std::make_unique<Workers>();
    }
    return *m_workers;
}

void Context::print(const char* kind, const std::string& text) {
    m_line.clear();
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
    m_line.clear();
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
