// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/context.h"

#include <CLI/CLI.hpp>

#include <csignal>
#include <cstdio>
#include <string>

namespace tileline::cli {

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

void Context::onRun(CLI::App& command, Run run) {
    command.final_callback([this, work = std::move(run)] { finish(work()); });
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

} // namespace tileline::cli
