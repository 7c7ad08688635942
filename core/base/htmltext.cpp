// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/htmltext.h"

#include "core/base/utf8.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace tileline {

namespace {

constexpr std::string_view Replacement = "\xEF\xBF\xBD"; // U+FFFD

struct CodePoints {
    uint32_t first;
    uint32_t last;
};

/// What would let a name hide a part of itself, or show it somewhere else.
constexpr std::array<CodePoints, 10> Replaced{{{0x00, 0x1F},
                                               {0x7F, 0x9F},
                                               {0x61C, 0x61C},       // Arabic letter mark
                                               {0x200B, 0x200B},     // zero width space
                                               {0x200E, 0x200F},     // left-to-right and right-to-left mark
                                               {0x2028, 0x202E},     // separators of lines; embeddings
                                               {0x2060, 0x206F},     // isolates and other format characters
                                               {0xFEFF, 0xFEFF},     // byte order mark
                                               {0xFFF9, 0xFFFB},     // annotations
                                               {0xE0000, 0xE007F}}}; // tags

bool isReplaced(uint32_t codePoint) {
    return std::any_of(Replaced.begin(), Replaced.end(), [codePoint](const CodePoints& range) {
        return range.first <= codePoint && codePoint <= range.last;
    });
}

/// The bytes of the character at the start of `text`; empty if there is none.
std::string_view firstCharacter(std::string_view text) {
    const auto lead = static_cast<uint8_t>(text.front());
    const size_t length = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    const std::string_view character = text.substr(0, length);
    return isUtf8(character) ? character : std::string_view();
}

uint32_t codePointOf(std::string_view character) {
    const auto lead = static_cast<uint8_t>(character.front());
    uint32_t codePoint = character.size() == 1 ? lead : lead & (0x7FU >> character.size());
    for (const char next : character.substr(1)) {
        codePoint = codePoint << 6 | (static_cast<uint8_t>(next) & 0x3FU);
    }
    return codePoint;
}

} // namespace

std::string htmlText(std::string_view text, LineFeeds lineFeeds) {
    std::string html;
    html.reserve(text.size());
    while (!text.empty()) {
        const std::string_view character = firstCharacter(text);
        if (character == "&") {
            html += "&amp;";
        } else if (character == "<") {
            html += "&lt;";
        } else if (character == ">") {
            html += "&gt;";
        } else if (character == "\"") {
            html += "&quot;";
        } else if (character == "'") {
            html += "&#39;";
        } else if (character == "\n" && lineFeeds == LineFeeds::Kept) {
            html += character;
        } else {
            html += character.empty() || isReplaced(codePointOf(character)) ? Replacement : character;
        }
        text.remove_prefix(std::max<size_t>(character.size(), 1));
    }
    return html;
}

} // namespace tileline
