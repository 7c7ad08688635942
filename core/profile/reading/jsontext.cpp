// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/reading/jsontext.h"

namespace tileline {

void JsonText::key(std::string_view key) {
    separate();
    quote(key);
    m_text += ':';
}

void JsonText::text(std::string_view text) {
    separate();
    quote(text);
}

void JsonText::literal(std::string_view text) {
    separate();
    m_text += text;
}

void JsonText::open(char bracket) {
    separate();
    m_text += bracket;
}

void JsonText::close(char bracket) {
    m_text += bracket;
}

/// Appends a comma, unless the text is empty or ends with an opening bracket or a key's colon. Its last
/// character is enough to decide that: string values end with a quote.
void JsonText::separate() {
    const char last = m_text.empty() ? '[' : m_text.back();
    if (last != '{' && last != '[' && last != ':') {
        m_text += ',';
    }
}

void JsonText::quote(std::string_view text) {
    constexpr std::string_view digits = "0123456789abcdef";
    m_text += '"';
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\') {
            m_text += {'\\', c};
        } else if (c == '\n') {
            m_text += "\\n";
        } else if (byte < 0x20 || byte == 0x7F) {
            m_text += {'\\', 'u', '0', '0', digits[byte / 16], digits[byte % 16]};
        } else {
            m_text += c;
        }
    }
    m_text += '"';
}

} // namespace tileline
