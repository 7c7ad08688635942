// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace tileline {

/// `text` as a Python string literal in double quotes, printable ASCII only, whatever the bytes are: quotes
/// and backslashes are escaped, a line feed is `\n`, and everything else outside of printable ASCII is
/// `\xNN`,
/// `\uNNNN` or `\UNNNNNNNN`. Bytes that are no UTF-8 become the lone surrogates that Python itself uses for
/// them (PEP 383: byte 0xNN is `\udcNN`), so that different texts stay different.
std::string pythonLiteral(std::string_view text);

/// A number as a Python literal; the shortest that reads back the same.
std::string pythonNumber(double number);

/// One code point of UTF-8 text.
struct CodePoint {
    char32_t value = 0;
    size_t length = 1; ///< in bytes
};
/// The code point that `text` begins with; nothing where it begins with no valid UTF-8. `text` is not empty.
std::optional<CodePoint> decodeUtf8(std::string_view text);

/// Appends a code point as UTF-8.
void appendUtf8(std::string& text, char32_t codePoint);

} // namespace tileline
