// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace CLI {
class App;
class Option;
} // namespace CLI

namespace tileline::cli {

/// The number that decimal digits represent; nothing if there is anything else, or it is too large.
std::optional<uint64_t> wholeNumber(std::string_view text);

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

/// A line of help for each of `items`, which have an id and a help, under a title.
template <class Items>
std::string helpList(const std::string& title, const Items& items) {
    std::string text = "\n" + title + ":\n";
    for (const auto& item : items) {
        const std::string gap(item.id.size() < 15 ? 17 - item.id.size() : 2, ' ');
        text.append("  ").append(item.id).append(gap).append(item.help).append("\n");
    }
    return text;
}

/// Adds --anyway, for commands that refuse to write what a user may regret. `although`: what they refuse.
void addAnyway(CLI::App& command, bool& anyway, const std::string& although);

} // namespace tileline::cli
