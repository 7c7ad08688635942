// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/htmltext.h"

namespace tileline {

std::string htmlText(std::string_view text, LineFeeds lineFeeds) {
    std::string html;
    html.reserve(text.size());
    for (const char character : printable(text, lineFeeds)) {
        switch (character) {
        case '&':
            html += "&amp;";
            break;
        case '<':
            html += "&lt;";
            break;
        case '>':
            html += "&gt;";
            break;
        case '"':
            html += "&quot;";
            break;
        case '\'':
            html += "&#39;";
            break;
        default:
            html += character;
        }
    }
    return html;
}

} // namespace tileline
