// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace tileline {

enum class LineFeeds { Replaced, Kept };

/// Text with its control characters replaced by `?`, so that a name can neither move the cursor of a terminal
/// nor start a new line.
std::string printable(std::string_view text, LineFeeds lineFeeds = LineFeeds::Replaced);

} // namespace tileline
