// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/printable.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <iterator>
#include <utility>

namespace tileline {

namespace {

/// The length in bytes of the UTF-8 character at `byte`; 0 if [byte, end) does not begin with a complete,
/// valid character (Unicode, table 3-7).
size_t lengthFrom(const uint8_t* byte, const uint8_t* end) {
    const uint8_t lead = *byte++;
    if (lead < 0x80) {
        return 1;
    }
    const ptrdiff_t following = lead < 0xE0 ? 1 : lead < 0xF0 ? 2 : 3;
    if (lead < 0xC2 || lead > 0xF4 || end - byte < following) {
        return 0;
    }
    // Some lead bytes restrict the values that the next byte may have.
    const uint8_t minimum = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
    const uint8_t maximum = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
    const auto continues = [](uint8_t next) { return next >= 0x80 && next <= 0xBF; };
    return *byte >= minimum && *byte <= maximum && std::all_of(byte + 1, byte + following, continues)
               ? static_cast<size_t>(following) + 1
               : 0;
}

/// Skips plain ASCII, eight bytes at a time.
const uint8_t* skipAscii(const uint8_t* byte, const uint8_t* end) {
    uint64_t word = 0;
    while (static_cast<size_t>(end - byte) >= sizeof word) {
        std::memcpy(&word, byte, sizeof word);
        if ((word & 0x8080808080808080U) != 0) {
            break;
        }
        byte += sizeof word;
    }
    return byte;
}

} // namespace

uint32_t codePointOf(std::string_view character) {
    constexpr uint32_t BitsOfLead[] = {0, 0x7F, 0x1F, 0xF, 0x7};
    uint32_t point = static_cast<unsigned char>(character.front()) & BitsOfLead[character.size()];
    for (const char c : character.substr(1)) {
        point = point << 6U | (static_cast<unsigned char>(c) & 0x3FU);
    }
    return point;
}

bool isUtf8(std::string_view text) {
    const auto* byte = reinterpret_cast<const uint8_t*>(text.data());
    const auto* const end = byte + text.size();
    for (byte = skipAscii(byte, end); byte != end; byte = skipAscii(byte, end)) {
        const size_t length = lengthFrom(byte, end);
        if (length == 0) {
            return false;
        }
        byte += length;
    }
    return true;
}

size_t utf8Length(std::string_view text) {
    const auto* const bytes = reinterpret_cast<const uint8_t*>(text.data());
    return text.empty() ? 0 : lengthFrom(bytes, bytes + text.size());
}

std::string hexText(uint64_t number, size_t digits) {
    std::string text(digits, '0');
    for (size_t i = digits; i-- > 0; number >>= 4U) {
        text[i] = "0123456789abcdef"[number & 0xFU];
    }
    return text;
}

std::string lowerCase(std::string_view text) {
    std::string lower(text);
    for (char& c : lower) {
        c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    }
    return lower;
}

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
    const bool isNoCharacter = codePoint == 0xFFFE || codePoint == 0xFFFF; // not allowed in XML
    return isControl || isSeparator || setsDirection || isNoCharacter;
}

std::string printable(std::string_view text, LineFeeds lineFeeds) {
    std::string result;
    result.reserve(text.size());
    while (!text.empty()) {
        const size_t length = utf8Length(text);
        if (length == 0) {
            result += "\\x" + hexText(static_cast<unsigned char>(text.front()), 2);
            text.remove_prefix(1);
            continue;
        }
        const std::string_view sequence = text.substr(0, length);
        const uint32_t codePoint = codePointOf(sequence);
        if (isEscaped(codePoint, lineFeeds)) {
            result += "\\u" + hexText(codePoint, 4);
        } else {
            result += sequence;
        }
        text.remove_prefix(length);
    }
    return result;
}

std::string htmlText(std::string_view text, LineFeeds lineFeeds) {
    constexpr std::pair<char, std::string_view> Entities[] = {
        {'&', "&amp;"}, {'<', "&lt;"}, {'>', "&gt;"}, {'"', "&quot;"}, {'\'', "&#39;"}};
    std::string html;
    html.reserve(text.size());
    for (const char character : printable(text, lineFeeds)) {
        const auto* const found =
            std::ranges::find_if(Entities, [&](const auto& entity) { return entity.first == character; });
        found == std::end(Entities) ? html += character : html += found->second;
    }
    return html;
}

} // namespace tileline
