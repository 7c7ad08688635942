// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/progressline.h"

#include <cstdio>
#include <unistd.h>

namespace tileline::cli {

namespace {

const char* phaseText(Phase phase) {
    switch (phase) {
    case Phase::Opening:
        return "Opening";
    case Phase::ReadingPrograms:
        return "Reading programs";
    case Phase::ReadingLiveness:
        return "Reading liveness";
    case Phase::ReadingVariables:
        return "Reading variables";
    case Phase::ReadingOperations:
        return "Reading operations";
    case Phase::ReadingDebug:
        return "Reading debug information";
    case Phase::Checking:
        return "Checking";
    case Phase::Layers:
        return "Finding layers";
    case Phase::Indexing:
        return "Indexing";
    case Phase::FillingTable:
        return "Filling the interval table";
    case Phase::Solving:
        return "Solving";
    case Phase::Writing:
        return "Writing";
    case Phase::ReadingReports:
        return "Reading reports";
    }
    return "Working";
}

} // namespace

ProgressLine::ProgressLine()
    : m_terminal(::isatty(STDERR_FILENO) == 1) {
}

ProgressLine::~ProgressLine() {
    clear();
}

Progress ProgressLine::reporter() {
    if (!m_terminal) {
        return {};
    }
    return Progress([this](Phase phase, double fraction) { show(phase, fraction); });
}

void ProgressLine::show(Phase phase, double fraction) {
    std::fprintf(stderr, "\r%s %3.0f %%\033[K", phaseText(phase), fraction * 100);
    std::fflush(stderr);
    m_shown = true;
}

void ProgressLine::clear() {
    if (m_shown) {
        std::fputs("\r\033[K", stderr);
        std::fflush(stderr);
        m_shown = false;
    }
}

} // namespace tileline::cli
