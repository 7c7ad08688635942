// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace tileline::cli {

/// Exit statuses of tileline-cli. Scripts rely on them. If a signal ends the program, the status is 128 + its
/// number.
enum class ExitStatus : int {
    Done = 0, ///< success; for evaluate and solve, the plan also fits
    DoesNotFit =
        1,        ///< the plan does not fit, splits a weight, or does not exist; or the output needs --anyway
    BadUsage = 2, ///< the command line is wrong
    BadInput = 3, ///< a file is missing or damaged, or the output could not be written
    NotKnown = 4, ///< evaluate and solve: a warning voids the figures; goes before DoesNotFit
};

} // namespace tileline::cli
