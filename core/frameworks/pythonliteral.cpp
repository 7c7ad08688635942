// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/frameworks/pythonliteral.h"

#include "core/base/printable.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace tileline {

namespace {

std::string escaped(char32_t c) {
    if (c == U'"' || c == U'\\') {
        return {'\\', static_cast<char>(c)};
    }
    if (c == U'\n') {
        return "\\n";
    }
    if (c >= 0x20 && c < 0x7F) {
        return {static_cast<char>(c)};
    }
    if (c <= 0xFF) {
        return "\\x" + hexText(c, 2);
    }
    return c <= 0xFFFF ? "\\u" + hexText(c, 4) : "\\U" + hexText(c, 8);
}

} // namespace

std::string pythonLiteral(std::string_view text) {
    std::string literal = "\"";
    while (!text.empty()) {
        const auto first = static_cast<unsigned char>(text.front());
        const size_t length = utf8Length(text);
        char32_t point = length == 0 ? 0xDC00U + first : length == 1 ? first : first & (0x7FU >> length);
        for (size_t i = 1; i < length; ++i) {
            point = (point << 6) | (static_cast<unsigned char>(text[i]) & 0x3FU);
        }
        literal += escaped(point);
        text.remove_prefix(std::max<size_t>(length, 1));
    }
    return literal + '"';
}

std::string hexText(uint64_t value, size_t digits) {
    constexpr std::string_view Digits = "0123456789abcdef";
    std::string text(digits, '0');
    for (size_t i = digits; i-- > 0; value >>= 4) {
        text[i] = Digits[value & 0xF];
    }
    return text;
}

std::string pythonNumber(double number) {
    std::array<char, 32> buffer{};
    const auto [end, error] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), number);
    return {buffer.data(), end};
}

} // namespace tileline
