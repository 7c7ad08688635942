// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/profile/reading/valueevents.h"

#include <string>

namespace tileline {

/// Writes events as JSON text without white space, with keys in the order in which they arrive. Equal fields
/// give equal text, whether they come from a table or from debug information.
class JsonText {
public:
    void beginMap() { open('{'); }
    void endMap() { close('}'); }
    void beginArray() { open('['); }
    void endArray() { close(']'); }
    void key(std::string_view key);
    void text(std::string_view text);
    void number(const Number& number) { literal(number.text()); }
    void boolean(bool value) { literal(value ? "true" : "false"); }
    void null() { literal("null"); }

    const std::string& result() const { return m_text; }
    void clear() { m_text.clear(); }

private:
    void open(char bracket);
    void close(char bracket);
    void literal(std::string_view text);
    void separate();
    void quote(std::string_view text);

    std::string m_text;
};

} // namespace tileline
