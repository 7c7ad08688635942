// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace tileline::cli {

/// Exit statuses of tileline-cli; scripts rely on them. A signal ends it with 128 + its number.
enum class ExitStatus : int {
    Done = 0,       ///< it worked; for evaluate and solve: and the plan fits
    DoesNotFit = 1, ///< evaluate and solve: the plan does not fit, or there is none
    BadUsage = 2,   ///< the command line is wrong
    BadInput = 3,   ///< a file is missing or damaged, or the output could not be written
};

} // namespace tileline::cli
