// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/progress.h"

namespace tileline::cli {

/// A line on standard error that shows the current work and its progress. Drawn only if standard error is a
/// terminal.
class ProgressLine {
public:
    ProgressLine();
    ~ProgressLine();
    ProgressLine(const ProgressLine&) = delete;
    ProgressLine& operator=(const ProgressLine&) = delete;

    /// A progress reporter that draws this line. The line must outlive the reporter.
    Progress reporter();
    /// Erases the line. Must be called before other output is printed.
    void clear();

private:
    void show(Phase phase, double fraction);

    bool m_terminal = false;
    bool m_shown = false;
};

} // namespace tileline::cli
