// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/printable.h"

#include "core/base/utf8.h"

namespace tileline {

namespace {

/// The code point of a well-formed sequence of at most three bytes; all that are escaped are so short.
uint32_t codePointOf(std::string_view sequence) {
    const auto byte = [&](size_t i) {
        return static_cast<uint32_t>(static_cast<unsigned char>(sequence[i]));
    };
    switch (sequence.size()) {
    case 1:
        return byte(0);
    case 2:
        return (byte(0) & 0x1FU) << 6U | (byte(1) & 0x3FU);
    case 3:
        return (byte(0) & 0xFU) << 12U | (byte(1) & 0x3FU) << 6U | (byte(2) & 0x3FU);
    default:
        return UINT32_MAX;
    }
}

void appendHex(std::string& text, uint32_t number, int digits) {
    for (int shift = 4 * (digits - 1); shift >= 0; shift -= 4) {
        text += "0123456789abcdef"[number >> static_cast<unsigned>(shift) & 0xFU];
    }
}

} // namespace

bool isEscaped(uint32_t codePoint, LineFeeds lineFeeds) {
    if ((codePoint == '\n' && lineFeeds != LineFeeds::Replaced) ||
        (codePoint == '\t' && lineFeeds == LineFeeds::KeptWithTabs)) {
        return false;
    }
    const bool isControl = codePoint < 0x20 || (codePoint >= 0x7F && codePoint < 0xA0);
    const bool isSeparator = codePoint == 0x2028 || codePoint == 0x2029;
    const bool setsDirection = codePoint == 0x061C || codePoint == 0x200E || codePoint == 0x200F ||
                               (codePoint >= 0x202A && codePoint <= 0x202E) ||
                               (codePoint >= 0x2066 && codePoint <= 0x2069);
    return isControl || isSeparator || setsDirection;
}

std::string printable(std::string_view text, LineFeeds lineFeeds) {
    std::string result;
    result.reserve(text.size());
    while (!text.empty()) {
        const size_t length = utf8Length(text);
        if (length == 0) {
            appendHex(result += "\\x", static_cast<unsigned char>(text.front()), 2);
            text.remove_prefix(1);
            continue;
        }
        const std::string_view sequence = text.substr(0, length);
        const uint32_t codePoint = codePointOf(sequence);
        if (isEscaped(codePoint, lineFeeds)) {
            appendHex(result += "\\u", codePoint, 4);
        } else {
            result += sequence;
        }
        text.remove_prefix(length);
    }
    return result;
}

std::string htmlText(std::string_view text, LineFeeds lineFeeds) {
    std::string html;
    html.reserve(text.size());
    for (const char character : printable(text, lineFeeds)) {
        switch (character) {
        case '&':
            html += "&amp;";
            break;
        case '<':
            html += "&lt;";
            break;
        case '>':
            html += "&gt;";
            break;
        case '"':
            html += "&quot;";
            break;
        case '\'':
            html += "&#39;";
            break;
        default:
            html += character;
        }
    }
    return html;
}

} // namespace tileline
