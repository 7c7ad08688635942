// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/printable.h"

#include <algorithm>

namespace tileline {

std::string printable(std::string_view text, LineFeeds lineFeeds) {
    std::string result(text);
    std::replace_if(
        result.begin(), result.end(),
        [lineFeeds](char c) {
            const auto byte = static_cast<unsigned char>(c);
            const bool kept = c == '\n' && lineFeeds == LineFeeds::Kept;
            return (byte < 0x20 || byte == 0x7F) && !kept;
        },
        '?');
    return result;
}

} // namespace tileline
