// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/frameworks/pythonliteral.h"

#include <array>
#include <charconv>
#include <cstdint>
#include <optional>

namespace tileline {

namespace {

std::string hex(uint32_t value, size_t digits) {
    constexpr std::string_view Digits = "0123456789abcdef";
    std::string text(digits, '0');
    for (size_t i = digits; i-- > 0; value >>= 4) {
        text[i] = Digits[value & 0xF];
    }
    return text;
}

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
        return "\\x" + hex(c, 2);
    }
    return c <= 0xFFFF ? "\\u" + hex(c, 4) : "\\U" + hex(c, 8);
}

/// Length and minimum value of a UTF-8 sequence by its first byte; length 0 if the byte does not begin a
/// sequence.
struct Sequence {
    size_t length = 0;
    char32_t minimum = 0;
    char32_t bits = 0;
};

Sequence sequenceOf(unsigned char first) {
    if (first < 0x80) {
        return {1, 0, first};
    }
    if ((first & 0xE0) == 0xC0) {
        return {2, 0x80, first & 0x1FU};
    }
    if ((first & 0xF0) == 0xE0) {
        return {3, 0x800, first & 0x0FU};
    }
    if ((first & 0xF8) == 0xF0) {
        return {4, 0x10000, first & 0x07U};
    }
    return {};
}

/// One code point of UTF-8 text.
struct CodePoint {
    char32_t value = 0;
    size_t length = 1; ///< in bytes
};
/// The code point that `text` begins with; empty if `text` does not begin with valid UTF-8. `text` must not
/// be empty.
std::optional<CodePoint> decodeUtf8(std::string_view text) {
    const Sequence sequence = sequenceOf(static_cast<unsigned char>(text.front()));
    if (sequence.length == 0 || sequence.length > text.size()) {
        return std::nullopt;
    }
    char32_t value = sequence.bits;
    for (size_t i = 1; i < sequence.length; ++i) {
        const auto byte = static_cast<unsigned char>(text[i]);
        if ((byte & 0xC0) != 0x80) {
            return std::nullopt;
        }
        value = (value << 6) | (byte & 0x3FU);
    }
    const bool surrogate = value >= 0xD800 && value <= 0xDFFF;
    if (value < sequence.minimum || value > 0x10FFFF || surrogate) {
        return std::nullopt;
    }
    return CodePoint{value, sequence.length};
}

} // namespace

std::string pythonLiteral(std::string_view text) {
    std::string literal = "\"";
    while (!text.empty()) {
        if (const std::optional<CodePoint> point = decodeUtf8(text)) {
            literal += escaped(point->value);
            text.remove_prefix(point->length);
        } else {
            literal += escaped(0xDC00U + static_cast<unsigned char>(text.front()));
            text.remove_prefix(1);
        }
    }
    return literal + '"';
}

std::string pythonNumber(double number) {
    std::array<char, 32> buffer{};
    const auto [end, error] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), number);
    return {buffer.data(), end};
}

} // namespace tileline
