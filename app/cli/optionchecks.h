// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace CLI {
class Option;
}

namespace tileline::cli {

/// Makes an option take decimal digits of a range and nothing else. CLI11 by itself reads numbers as C does:
/// 010 is 8, -1 and what is too large are the largest number.
CLI::Option* takeWholeNumber(CLI::Option* option, uint64_t minimum, uint64_t maximum);

/// Makes an option take what Python's int() takes: spaces around it, a sign, underscores between digits. What
/// is too large for 64 bits becomes the largest such number.
CLI::Option* takePythonNumber(CLI::Option* option);

/// Makes an option refuse an empty value, which most often is a variable of a script that was not set.
CLI::Option* refuseEmpty(CLI::Option* option);

} // namespace tileline::cli
