// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace tileline {

/// A Python string literal, in double quotes and printable ASCII, for `text`, which may contain any bytes.
/// Quotes and backslashes are escaped, a line feed is `\n`, and everything else outside printable ASCII is
/// `\xNN`, `\uNNNN` or `\UNNNNNNNN`. Bytes that are not valid UTF-8 become the lone surrogates that Python
/// itself uses for them (byte 0xNN is `\udcNN`, see PEP 383), so that different texts stay different.
std::string pythonLiteral(std::string_view text);

/// The shortest Python literal that Python reads as exactly `number`.
std::string pythonNumber(double number);

} // namespace tileline
