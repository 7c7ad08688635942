// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace tileline {

/// What printable() does with line feeds and tabs: replaces both, keeps only line feeds, or keeps both.
enum class LineFeeds { Replaced, Kept, KeptWithTabs };

/// A copy of a text. In the copy, visible escapes replace all characters that could act on a terminal or
/// deceive a reader. `\uXXXX` replaces control characters (C0, DEL and C1), characters that change the
/// direction of writing, the line and paragraph separators, U+FFFE and U+FFFF. `\xXX` replaces bytes that are
/// not UTF-8. Therefore, a name from a file cannot move a terminal's cursor, start a new line, or show its
/// letters in another order.
///
/// JSON uses the same escape `\uXXXX`, so printable() does not change the meaning of JSON if it keeps line
/// feeds.
std::string printable(std::string_view text, LineFeeds lineFeeds = LineFeeds::Replaced);

/// Whether printable() escapes a character. The code points of all escaped characters fit into 16 bits.
bool isEscaped(uint32_t codePoint, LineFeeds lineFeeds = LineFeeds::Replaced);

/// The lowest `digits` hexadecimal digits of a number, in lower case.
std::string hexText(uint64_t number, size_t digits);

/// Does what printable() does, and also escapes the characters that HTML reads as markup. Use htmlText() for
/// the content of an HTML element or a quoted attribute.
std::string htmlText(std::string_view text, LineFeeds lineFeeds = LineFeeds::Replaced);

/// A copy of a text in which A to Z are in lower case; other letters do not change.
std::string lowerCase(std::string_view text);

/// A count with the noun in the singular or plural: "1 IPU", "2 IPUs".
inline std::string countOf(uint64_t count, std::string_view thing) {
    return std::to_string(count).append(" ").append(thing).append(count == 1 ? "" : "s");
}

/// Whether `text` is well-formed UTF-8 (no overlong forms, no surrogates).
bool isUtf8(std::string_view text);

/// The length in bytes of the first character of `text`; 0 if `text` does not begin with UTF-8.
size_t utf8Length(std::string_view text);

/// The code point of one character in UTF-8.
uint32_t codePointOf(std::string_view character);

} // namespace tileline
