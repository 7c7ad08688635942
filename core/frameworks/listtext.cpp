// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/frameworks/listtext.h"

#include "core/frameworks/jsontext.h"
#include "core/frameworks/pythonliteral.h"
#include "core/frameworks/remedytext.h"

#include <algorithm>

namespace tileline {

namespace {

bool isKeyCharacter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

bool isBlank(char c) {
    return c == ' ' || c == '\t' || c == '\r';
}

/// Whether `text` has `key` at `offset`. Where the key has an underscore, the text may have a hyphen.
bool hasKeyAt(std::string_view text, size_t offset, std::string_view key) {
    if (text.size() - offset < key.size()) {
        return false;
    }
    return std::equal(key.begin(), key.end(), text.begin() + static_cast<std::ptrdiff_t>(offset),
                      [](char k, char c) { return k == c || (k == '_' && c == '-'); });
}

size_t skippedBlanks(std::string_view text, size_t at) {
    while (at < text.size() && isBlank(text[at])) {
        ++at;
    }
    return at;
}

/// The position of a key's value; npos if no value follows. `at` is the position after the key.
size_t valueAfterKey(std::string_view text, size_t at, bool isOption) {
    if (at < text.size() && (isKeyCharacter(text[at]) || text[at] == '-')) {
        return std::string_view::npos;
    }
    if (at < text.size() && (text[at] == '"' || text[at] == '\'')) {
        ++at;
    }
    const size_t next = skippedBlanks(text, at);
    if (next < text.size() && (text[next] == ':' || text[next] == '=')) {
        return next + 1;
    }
    const bool isCall = next < text.size() && text[next] == '(';
    return isCall || (isOption && next > at) ? next : std::string_view::npos;
}

class ListReader {
public:
    ListReader(std::string_view text, size_t offset)
        : m_text(text)
        , m_at(offset) {}

    Result<std::vector<ListItem>> read(bool whole) {
        m_at = skippedBlanks(m_text, m_at);
        // The list may be an argument of a call: ([0, 0, 1]).
        while ((m_closing.empty() && peek() == '(') ||
               ((m_closing.empty() || m_closing == ")") && peek() == '[')) {
            m_closing.push_back(peek() == '(' ? ')' : ']');
            ++m_at;
            skipGaps();
        }
        const bool brackets = bracketed();
        if (!brackets && (peek() == '\n' || beginsBlockItem())) {
            TRY(readBlock());
        } else {
            TRY(readItems());
        }
        if (whole) {
            skipGaps();
            m_at += brackets && peek() == ',' ? 1 : 0;
            skipGaps();
            if (m_at < m_text.size()) {
                return expected(RemedyText::tr("nothing after the list"));
            }
        }
        return std::move(m_items);
    }

private:
    char peek() const { return m_at < m_text.size() ? m_text[m_at] : '\0'; }
    bool bracketed() const { return !m_closing.empty(); }

    Error expected(std::string what) const {
        return badPlan(
            placeIn(m_text, m_at), std::move(what),
            m_at < m_text.size() ? pythonLiteral(m_text.substr(m_at, 20))
                                 : RemedyText::tr("the end of the text"),
            RemedyText::tr(
                "Write the list in one of these forms: \"[3, 7, 7, 7]\", \"3,7,7,7\" or \"3 7 7 7\"."));
    }

    /// Skips blanks, empty lines and comments.
    void skipGaps() {
        for (;;) {
            if (peek() == '#') {
                m_at = std::min(m_text.find('\n', m_at), m_text.size());
            } else if (m_at < m_text.size() && (isBlank(peek()) || peek() == '\n')) {
                ++m_at;
            } else {
                return;
            }
        }
    }
    void skipWithinList() {
        if (bracketed()) {
            skipGaps();
        } else {
            m_at = skippedBlanks(m_text, m_at);
        }
    }

    /// Whether a value of a YAML list begins at the current position.
    bool beginsBlockItem() const {
        return peek() == '-' && m_at + 1 < m_text.size() && isBlank(m_text[m_at + 1]);
    }

    Result<Done> readBlock() {
        for (;;) {
            skipGaps();
            if (!beginsBlockItem()) {
                return Done{};
            }
            m_at = skippedBlanks(m_text, m_at + 1);
            TRY(readItem());
            m_at = skippedBlanks(m_text, m_at);
            if (m_at < m_text.size() && peek() != '\n' && peek() != '#') {
                return expected(RemedyText::tr("one value on each line"));
            }
        }
    }

    /// Whether a list without brackets ends at the current position.
    bool lineEnds() const {
        const std::string_view rest = m_text.substr(m_at);
        return rest.empty() || rest.front() == '\n' || rest.front() == '#' || rest.front() == '\\' ||
               rest.starts_with("--");
    }

    Result<Done> readItems() {
        for (;;) {
            skipWithinList();
            if (bracketed() && peek() == m_closing.back() && m_at < m_text.size()) {
                return close();
            }
            if (!bracketed() && lineEnds()) {
                return Done{};
            }
            if (m_at == m_text.size()) {
                return expected(std::string("the closing bracket ") + m_closing.back());
            }
            TRY(readItem());
            skipWithinList();
            m_at += peek() == ',' ? 1 : 0;
        }
    }

    Result<Done> close() {
        ++m_at;
        m_closing.pop_back();
        if (!m_closing.empty()) {
            skipGaps();
            if (peek() != m_closing.back() && peek() != ',') {
                return expected(RemedyText::tr("one list"));
            }
            // Skip further arguments of the call, which do not belong to the list.
            m_at = m_text.find(m_closing.back(), m_at);
            m_at = m_at == std::string_view::npos ? m_text.size() : m_at + 1;
            m_closing.clear();
        }
        return Done{};
    }

    Result<Done> readItem() {
        if (m_items.size() == MaxListItems) {
            return expected("at most " + std::to_string(MaxListItems) + " values");
        }
        ListItem item{{}, m_at};
        if (peek() == '"' || peek() == '\'') {
            item.text = TRY(readQuoted());
        } else {
            while (m_at < m_text.size() &&
                   std::string_view(" \t\r\n,[](){}#").find(peek()) == std::string_view::npos) {
                item.text += m_text[m_at++];
            }
            if (item.text.empty()) {
                return expected(RemedyText::tr("a value"));
            }
        }
        m_items.push_back(std::move(item));
        return Done{};
    }

    Result<std::string> readQuoted() {
        const size_t begin = m_at;
        const char quote = m_text[m_at++];
        std::string value;
        while (m_at < m_text.size() && m_text[m_at] != quote && m_text[m_at] != '\n') {
            if (m_text[m_at] == '\\' && m_at + 1 < m_text.size()) {
                ++m_at;
                if (std::string_view("\\\"'/").find(m_text[m_at]) == std::string_view::npos) {
                    return expected(
                        RemedyText::tr("another backslash or a quotation mark after this backslash"));
                }
            }
            value += m_text[m_at++];
        }
        if (peek() != quote || m_at == m_text.size()) {
            m_at = begin;
            return expected(RemedyText::tr("a value whose quotation marks are closed on the same line"));
        }
        ++m_at;
        return value;
    }

    std::string_view m_text;
    size_t m_at;
    std::string m_closing; ///< the closing brackets that are still missing; the last one must come next
    std::vector<ListItem> m_items;
};

} // namespace

std::vector<size_t> findKeyedValues(std::string_view text, std::string_view key) {
    std::vector<size_t> values;
    for (size_t at = 0; at + key.size() <= text.size(); ++at) {
        if (text[at] == '#') {
            at = std::min(text.find('\n', at), text.size());
            continue;
        }
        if (text[at] != key.front() || !hasKeyAt(text, at, key)) {
            continue;
        }
        const bool isOption = at >= 2 && text.substr(at - 2, 2) == "--";
        const char before = at > 0 ? text[at - 1] : ' ';
        if (isKeyCharacter(before) || (before == '-' && !isOption)) {
            continue;
        }
        const size_t value = valueAfterKey(text, at + key.size(), isOption);
        if (value != std::string_view::npos) {
            values.push_back(value);
        }
    }
    return values;
}

Result<std::vector<ListItem>> readList(std::string_view text, size_t offset, bool whole) {
    return ListReader(text, offset).read(whole);
}

} // namespace tileline
