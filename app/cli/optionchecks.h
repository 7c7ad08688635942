// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>

namespace CLI {
class App;
class Option;
} // namespace CLI

namespace tileline::cli {

/// Makes an option accept only decimal digits within a range. CLI11 by itself parses numbers as C does: it
/// reads 010 as 8, and -1 and numbers that are too large as the largest number.
CLI::Option* takeWholeNumber(CLI::Option* option, uint64_t minimum, uint64_t maximum);

/// Makes an option accept what Python's int() accepts: surrounding spaces, a sign, underscores between
/// digits. A number that is too large for 64 bits becomes the largest 64-bit number.
CLI::Option* takePythonNumber(CLI::Option* option);

/// Makes an option refuse an empty value, which is usually a script variable that was not set.
CLI::Option* refuseEmpty(CLI::Option* option);

/// Makes an option take the name of a file to be written, and not "-" for standard output.
CLI::Option* takeFileName(CLI::Option* option);

/// Adds --anyway, for commands that refuse to write what a user may regret. `although`: what they refuse.
void addAnyway(CLI::App& command, bool& anyway, const std::string& although);

} // namespace tileline::cli
