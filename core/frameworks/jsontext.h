// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/frameworks/poptorchoptions.h"

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <string_view>

namespace tileline {

/// Parses JSON from a file that somebody else may have written, and keeps the order of its keys. If a key
/// occurs twice in an object, the last value counts, as in Python. Parsing takes linear time. Returns the
/// first key that occurs twice in an object, as JSON; empty if there is none. Errors: Truncated, CorruptFile
/// (`item` is the place), BadPlan if a number is out of range, or if there are too many levels
/// (`maximumDepth`), keys in an object (1,000) or values (2,000,000).
Result<std::string> readJsonText(std::string_view text, nlohmann::ordered_json& json, int maximumDepth = 64);

/// The place of a byte in `text`, such as "line 3, column 7". Lines and columns count from 1.
std::string placeIn(std::string_view text, size_t offset);

/// The JSON object in `document` if the document has the format `format`; otherwise, an empty object.
nlohmann::ordered_json objectOf(const ImportedDocument& document, std::string_view format);

/// JSON as the text of a file, indented, with a line feed at the end.
std::string fileText(const nlohmann::ordered_json& json);

/// JSON on one line. If `ascii` is true, all non-ASCII characters are escaped.
std::string lineText(const nlohmann::ordered_json& json, bool ascii = false);

/// JSON for messages: one line of ASCII text, truncated if it is long.
std::string shownJson(const nlohmann::ordered_json& json);

} // namespace tileline
