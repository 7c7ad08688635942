// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/profile/reading/valueevents.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace tileline {

class SourceStream;

/// Where and why a text is not valid JSON.
struct JsonProblem {
    size_t position = 0; ///< byte offset
    std::string message;
};

/// Parses a text. Returns nothing if the text is valid JSON or if `events` ended the parse.
std::optional<JsonProblem> parseJson(std::string_view text, ValueEvents& events);
/// Parses a file piece by piece. Returns nothing if it is valid JSON or if `events` ended the parse.
std::optional<JsonProblem> parseJson(SourceStream& file, ValueEvents& events);

} // namespace tileline
