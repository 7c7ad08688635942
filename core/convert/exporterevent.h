// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tileline {

/// One line of what the exporter says of its work (its option --json-progress).
struct ExporterEvent {
    enum class Kind { Started, Progress, Missing, Failed, Finished };
    Kind kind = Kind::Started;
    double fraction = 0;     ///< Progress: 0 to 1
    std::string part;        ///< Missing: what libpva did not give
    std::string consequence; ///< Missing: what that means for the profile
    uint64_t count = 0;      ///< Missing: how often
    std::string code;        ///< Failed: a word for programs, such as no-lowered-variables
    std::string message;     ///< Failed: a sentence
    std::string remedy;      ///< Failed: may be empty
};

/// Nothing where the line is none that the exporter writes.
std::optional<ExporterEvent> parseExporterEvent(std::string_view line);

} // namespace tileline
