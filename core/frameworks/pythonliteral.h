// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace tileline {

/// `text` as a Python string literal in double quotes, with printable ASCII only for any bytes. Quotes and
/// backslashes are escaped, a line feed is `\n`, and everything else outside of printable ASCII is `\xNN`,
/// `\uNNNN` or `\UNNNNNNNN`. Bytes that are not valid UTF-8 become the lone surrogates that Python itself
/// uses for them (PEP 383: byte 0xNN is `\udcNN`), so that different texts stay different.
std::string pythonLiteral(std::string_view text);

/// Hexadecimal digits, in lower case.
std::string hexText(uint64_t value, size_t digits);

/// The shortest Python literal that reads back as the same number.
std::string pythonNumber(double number);

} // namespace tileline
