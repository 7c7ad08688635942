// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
} // namespace CLI

namespace tileline::cli {

/// Makes an option accept only a whole number within a range, in decimal digits. By itself, CLI11 parses
/// numbers as C does: 010 becomes 8; -1 and numbers that are too large become the largest number. `type`
/// stands for the number in the help.
CLI::Option* takeWholeNumber(CLI::Option* option, uint64_t minimum, uint64_t maximum,
                             const std::string& type = "N");

/// Makes an option accept what Python's int() accepts: surrounding spaces, a sign, underscores between
/// digits. A number that is too large for 64 bits becomes the largest 64-bit number.
CLI::Option* takePythonNumber(CLI::Option* option);

/// Makes an option accept only one of `choices`. `type` stands for the chosen word in the help.
CLI::Option* takeOneOf(CLI::Option* option, std::vector<std::string> choices,
                       const std::string& type = "NAME");

/// Makes an option refuse an empty value, which usually comes from an unset variable in a script.
CLI::Option* refuseEmpty(CLI::Option* option);
/// Makes a positional argument required, and refuses an empty one.
CLI::Option* requireArgument(CLI::Option* argument);

/// Makes an option accept the path of a file.
CLI::Option* takePath(CLI::Option* option);

/// Makes an option accept the name of an output file, but not "-" for standard output.
CLI::Option* takeFileName(CLI::Option* option);

/// A help section: the title, then a line for each of `items` with its id and its help text.
template <class Items>
std::string helpList(const std::string& title, const Items& items) {
    std::string text = "\n" + title + ":\n";
    for (const auto& item : items) {
        const std::string gap(item.id.size() < 15 ? 17 - item.id.size() : 2, ' ');
        text.append("  ").append(item.id).append(gap).append(item.help).append("\n");
    }
    return text;
}

/// Adds --anyway to a command that refuses to write a doubtful file. `although` is the reason for refusing.
void addAnyway(CLI::App& command, bool& anyway, const std::string& although);

} // namespace tileline::cli
