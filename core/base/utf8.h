// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string_view>

namespace tileline {

/// Whether `text` is well-formed UTF-8 (no overlong forms, no surrogates).
bool isUtf8(std::string_view text);

/// The number of bytes of the character at the beginning of `text`; 0 if these bytes are not UTF-8.
size_t utf8Length(std::string_view text);

} // namespace tileline
