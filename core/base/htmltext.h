// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/printable.h"

#include <string>
#include <string_view>

namespace tileline {

/// printable() as the content of an HTML element or of a quoted attribute: what HTML reads as markup is
/// escaped.
std::string htmlText(std::string_view text, LineFeeds lineFeeds = LineFeeds::Replaced);

} // namespace tileline
