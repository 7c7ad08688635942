// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/progressline.h"

#include "core/wording/phasetext.h"

#include <cstdio>
#include <unistd.h>

namespace tileline::cli {

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
    std::fprintf(stderr, "\r%s %3.0f %%\033[K", englishText(phasePhrase(phase)).c_str(), fraction * 100);
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
