// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

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

} // namespace tileline
