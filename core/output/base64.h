// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace tileline {

/// The bytes in Base64, with padding.
std::string base64(std::string_view bytes);

/// The bytes that an even number of hexadecimal digits in lower case stands for.
std::string bytesOfHexadecimal(std::string_view digits);

} // namespace tileline
