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

/// Makes an option accept only a whole number within a range, in decimal digits. Without this check, CLI11
/// would parse numbers as C does: 010 would become 8, and both -1 and numbers that are too large would become
/// the largest number. The help shows `type` in place of the number.
CLI::Option* takeWholeNumber(CLI::Option* option, uint64_t minimum, uint64_t maximum,
                             const std::string& type = "N");

/// Makes an option accept every number that Python's int() accepts. The number may have a sign, underscores
/// between digits, and spaces around it. A number that is too large for int64_t becomes the largest int64_t
/// with its sign.
CLI::Option* takePythonNumber(CLI::Option* option);

/// Makes an option accept only one of `choices`. The help shows `type` in place of the choice.
CLI::Option* takeOneOf(CLI::Option* option, std::vector<std::string> choices,
                       const std::string& type = "NAME");

/// Makes an option refuse an empty value. Scripts usually pass an empty value because a variable is unset.
CLI::Option* refuseEmpty(CLI::Option* option);
/// Makes a positional argument required, and makes it refuse an empty value.
CLI::Option* requireArgument(CLI::Option* argument);

/// Makes an option refuse an empty value. The help shows FILE in place of the path.
CLI::Option* takePath(CLI::Option* option);

/// Makes an option accept the name of an output file, but not "-" for standard output.
CLI::Option* takeFileName(CLI::Option* option);

/// A section of the help: a title, then a line for each item with the item's id and help text.
template <class Items>
std::string helpList(const std::string& title, const Items& items) {
    std::string text = "\n" + title + ":\n";
    for (const auto& item : items) {
        const std::string gap(item.id.size() < 15 ? 17 - item.id.size() : 2, ' ');
        text.append("  ").append(item.id).append(gap).append(item.help).append("\n");
    }
    return text;
}

/// Adds the option --anyway to a command that would otherwise refuse to write a doubtful file. `although`
/// says why the file is doubtful.
void addAnyway(CLI::App& command, bool& anyway, const std::string& although);

} // namespace tileline::cli
