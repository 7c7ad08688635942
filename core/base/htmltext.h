// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/printable.h"

#include <string>
#include <string_view>

namespace tileline {

/// `text` as the content of an HTML element or of a quoted attribute. What HTML reads as markup is escaped.
/// Control characters, characters without a shape, and those that change the direction of a text become
/// U+FFFD, and so does each byte that is not UTF-8.
std::string htmlText(std::string_view text, LineFeeds lineFeeds = LineFeeds::Replaced);

} // namespace tileline
