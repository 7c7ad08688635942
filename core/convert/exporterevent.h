// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tileline {

/// One line of the exporter's progress report (option --json-progress).
struct ExporterEvent {
    enum class Kind { Started, Progress, Missing, Failed, Finished };
    Kind kind = Kind::Started;
    double fraction = 0;     ///< Progress: 0 to 1
    std::string part;        ///< Missing: what libpva did not provide
    std::string consequence; ///< Missing: what that means for the profile
    uint64_t count = 0;      ///< Missing: how often
    std::string code;        ///< Failed: an error code, such as no-lowered-variables
    std::string message;     ///< Failed: a sentence
    std::string remedy;      ///< Failed: may be empty
};

/// Parses a line. Empty if it is not a line that the exporter writes.
std::optional<ExporterEvent> parseExporterEvent(std::string_view line);

} // namespace tileline
