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
    return c == U'"' || c == U'\\' ? std::string{'\\', static_cast<char>(c)}
           : c == U'\n'            ? "\\n"
           : c >= 0x20 && c < 0x7F ? std::string{static_cast<char>(c)}
           : c <= 0xFF             ? "\\x" + hexText(c, 2)
           : c <= 0xFFFF           ? "\\u" + hexText(c, 4)
                                   : "\\U" + hexText(c, 8);
}

} // namespace

std::string pythonLiteral(std::string_view text) {
    std::string literal = "\"";
    while (!text.empty()) {
        const auto first = static_cast<unsigned char>(text.front());
        const size_t length = utf8Length(text);
        literal += escaped(length == 0 ? 0xDC00U + first : codePointOf(text.substr(0, length)));
        text.remove_prefix(std::max<size_t>(length, 1));
    }
    return literal + '"';
}

std::string pythonNumber(double number) {
    std::array<char, 32> buffer{};
    const auto [end, error] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), number);
    return {buffer.data(), end};
}

} // namespace tileline
