// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/pythoncall.h"

#include "core/export/pythonliteral.h"

#include <charconv>
#include <utility>

namespace tileline {

namespace {

/// Deeper than any option, and safe for the stack.
constexpr size_t MaximumDepth = 32;

bool isLetter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool isDigit(char c) {
    return c >= '0' && c <= '9';
}

std::optional<uint32_t> hexNumber(std::string_view digits) {
    uint32_t value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value, 16);
    return error == std::errc() && end == digits.data() + digits.size() ? std::optional(value) : std::nullopt;
}

/// Recursive descent over one text. The first problem stays in m_error; after it nothing advances.
class Parser {
public:
    Parser(std::string_view text, bool severalLines)
        : m_text(text)
        , m_severalLines(severalLines) {}

    bool failed() const { return m_error.has_value(); }
    Error error() const { return *m_error; }
    size_t position() const { return m_position; }

    void fail(std::string expected) {
        if (!m_error) {
            const bool end = m_position >= m_text.size();
            m_error = Error{ErrorCode::ExportRule,
                            {},
                            "column " + std::to_string(m_position + 1),
                            std::move(expected),
                            end ? "the end of the line" : pythonLiteral(m_text.substr(m_position, 20))};
        }
    }

    void skipBlanks() {
        while (m_position < m_text.size()) {
            const char c = m_text[m_position];
            const bool blank = c == ' ' || c == '\t' || (m_severalLines && (c == '\n' || c == '\r'));
            if (!blank) {
                return;
            }
            ++m_position;
        }
    }

    bool atEnd() {
        skipBlanks();
        return m_position == m_text.size();
    }

    bool take(char c) {
        skipBlanks();
        if (failed() || m_position >= m_text.size() || m_text[m_position] != c) {
            return false;
        }
        ++m_position;
        return true;
    }

    char peek() {
        skipBlanks();
        return m_position < m_text.size() ? m_text[m_position] : '\0';
    }

    std::string identifier() {
        skipBlanks();
        const size_t begin = m_position;
        if (!isLetter(peek())) {
            fail("a name that begins with a letter");
            return {};
        }
        while (m_position < m_text.size() &&
               (isLetter(m_text[m_position]) || isDigit(m_text[m_position]) || m_text[m_position] == '_')) {
            ++m_position;
        }
        return std::string(m_text.substr(begin, m_position - begin));
    }

    std::vector<PythonPart> chain() {
        std::vector<PythonPart> parts;
        do {
            PythonPart part;
            part.name = identifier();
            if (take('(')) {
                part.called = true;
                part.arguments = arguments();
            }
            parts.push_back(std::move(part));
        } while (!failed() && take('.'));
        return parts;
    }

    PythonValue value() {
        PythonValue result;
        if (m_depth >= MaximumDepth) {
            fail("fewer brackets inside each other");
            return result;
        }
        ++m_depth;
        const char c = peek();
        if (c == '"' || c == '\'') {
            result.kind = PythonValue::Kind::String;
            result.text = string();
        } else if (isDigit(c) || c == '-' || c == '+' || c == '.') {
            result = number();
        } else if (c == '[' || c == '(') {
            result = sequence();
        } else if (c == '{') {
            result = dictionary();
        } else {
            result = named();
        }
        --m_depth;
        return result;
    }

    std::string string() {
        const char quote = peek();
        const size_t begin = m_position++;
        std::string text;
        while (!failed()) {
            if (m_position >= m_text.size() || m_text[m_position] == '\n') {
                m_position = begin;
                fail("a string that is closed on this line");
            } else if (m_text[m_position] == quote) {
                ++m_position;
                break;
            } else if (m_text[m_position] == '\\') {
                ++m_position;
                escape(text);
            } else {
                text += m_text[m_position++];
            }
        }
        if (m_position < m_text.size() && m_text[m_position] == quote) {
            fail("a string in single quotation marks");
        }
        return text;
    }

private:
    /// The argument list behind its opening bracket.
    std::vector<PythonArgument> arguments() {
        std::vector<PythonArgument> list;
        while (!failed() && !take(')')) {
            PythonArgument argument;
            argument.keyword = keyword();
            argument.value = value();
            list.push_back(std::move(argument));
            if (peek() != ')' && !take(',')) {
                fail("a comma or a closing bracket");
            }
        }
        return list;
    }

    std::string keyword() {
        const size_t begin = m_position;
        if (isLetter(peek())) {
            std::string name = identifier();
            if (take('=')) {
                return name;
            }
        }
        m_position = begin;
        return {};
    }

    PythonValue sequence() {
        const bool list = peek() == '[';
        ++m_position;
        PythonValue result;
        result.kind = list ? PythonValue::Kind::List : PythonValue::Kind::Tuple;
        const char closing = list ? ']' : ')';
        while (!failed() && !take(closing)) {
            result.items.push_back(value());
            if (peek() != closing && !take(',')) {
                fail("a comma or a closing bracket");
            }
        }
        return result;
    }

    PythonValue dictionary() {
        ++m_position;
        PythonValue result;
        result.kind = PythonValue::Kind::Dictionary;
        while (!failed() && !take('}')) {
            result.items.push_back(value());
            if (!take(':')) {
                fail("a colon");
            }
            result.items.push_back(value());
            if (peek() != '}' && !take(',')) {
                fail("a comma or a closing bracket");
            }
        }
        return result;
    }

    PythonValue number() {
        PythonValue result;
        const size_t begin = m_position;
        size_t end = begin;
        bool real = false;
        while (end < m_text.size()) {
            const char c = m_text[end];
            const bool sign =
                (c == '-' || c == '+') && (end == begin || m_text[end - 1] == 'e' || m_text[end - 1] == 'E');
            if (!isDigit(c) && c != '.' && c != 'e' && c != 'E' && !sign) {
                break;
            }
            real = real || c == '.' || c == 'e' || c == 'E';
            ++end;
        }
        const char* const first = m_text.data() + begin + (m_text[begin] == '+' ? 1 : 0);
        const char* const last = m_text.data() + end;
        result.kind = real ? PythonValue::Kind::Real : PythonValue::Kind::Integer;
        const auto [read, problem] =
            real ? std::from_chars(first, last, result.real) : std::from_chars(first, last, result.integer);
        if (problem != std::errc() || read != last) {
            fail("a number");
        } else {
            m_position = end;
        }
        return result;
    }

    PythonValue named() {
        PythonValue result;
        const size_t begin = m_position;
        result.chain = chain();
        if (failed()) {
            return result;
        }
        const PythonPart& head = result.chain.front();
        if (result.chain.size() == 1 && !head.called &&
            (head.name == "True" || head.name == "False" || head.name == "None")) {
            result.kind = head.name == "None" ? PythonValue::Kind::None : PythonValue::Kind::Boolean;
            result.boolean = head.name == "True";
            result.chain.clear();
            return result;
        }
        result.kind = PythonValue::Kind::Chain;
        const bool known = head.name == "poptorch" && !head.called && result.chain.size() > 1 &&
                           result.chain[1].name.front() >= 'A' && result.chain[1].name.front() <= 'Z';
        if (!known) {
            m_position = begin;
            fail("a literal, or a class of poptorch as in poptorch.Stage(...)");
        }
        return result;
    }

    /// What follows a backslash.
    void escape(std::string& text) {
        const char c = m_position < m_text.size() ? m_text[m_position++] : '\0';
        static constexpr std::pair<char, char> Simple[] = {
            {'n', '\n'},  {'r', '\r'}, {'t', '\t'}, {'\\', '\\'}, {'"', '"'},
            {'\'', '\''}, {'a', '\a'}, {'b', '\b'}, {'f', '\f'},  {'v', '\v'}};
        for (const auto& [letter, meaning] : Simple) {
            if (c == letter) {
                text += meaning;
                return;
            }
        }
        const size_t digits = c == 'x' ? 2 : c == 'u' ? 4 : c == 'U' ? 8 : 0;
        const auto code = digits > 0 && m_position + digits <= m_text.size()
                              ? hexNumber(m_text.substr(m_position, digits))
                              : std::nullopt;
        if (!code || *code > 0x10FFFF) {
            fail("an escape of the kinds \\\\ \\\" \\n \\xNN \\uNNNN \\UNNNNNNNN");
            return;
        }
        m_position += digits;
        appendCode(text, *code);
    }

    void appendCode(std::string& text, uint32_t code) {
        if (code >= 0xDC80 && code <= 0xDCFF) {
            text += static_cast<char>(code - 0xDC00);
        } else if (code >= 0xD800 && code <= 0xDFFF) {
            fail("a character, not half of one");
        } else {
            appendUtf8(text, code);
        }
    }

    std::string_view m_text;
    bool m_severalLines;
    size_t m_position = 0;
    size_t m_depth = 0;
    std::optional<Error> m_error;
};

} // namespace

Result<std::vector<PythonPart>> parseOptionLine(std::string_view line) {
    Parser parser(line, false);
    std::vector<PythonPart> chain = parser.chain();
    if (!parser.failed() && !chain.back().called) {
        parser.fail("brackets: without them the line does nothing");
    }
    if (!parser.failed() && !parser.atEnd() && parser.peek() != '#') {
        parser.fail("the end of the line: one call, nothing else");
    }
    if (parser.failed()) {
        return parser.error();
    }
    return chain;
}

std::optional<std::string> takeStringLiteral(std::string_view& text) {
    Parser parser(text, false);
    if (parser.peek() != '"') {
        return std::nullopt;
    }
    std::string value = parser.string();
    if (parser.failed()) {
        return std::nullopt;
    }
    text.remove_prefix(parser.position());
    return value;
}

Result<std::vector<std::pair<std::string, std::string>>> parsePairs(std::string_view text) {
    Parser parser(text, true);
    if (parser.peek() != '[') {
        parser.fail("a list");
    }
    const PythonValue list = parser.failed() ? PythonValue{} : parser.value();
    if (parser.failed()) {
        return parser.error();
    }
    std::vector<std::pair<std::string, std::string>> pairs;
    for (const PythonValue& item : list.items) {
        const bool pair = item.kind == PythonValue::Kind::Tuple && item.items.size() == 2 &&
                          item.items[0].kind == PythonValue::Kind::String &&
                          item.items[1].kind == PythonValue::Kind::String;
        if (!pair) {
            return Error{ErrorCode::ExportRule,
                         {},
                         "BLOCKS",
                         "pairs of strings: (module path, block)",
                         "something else"};
        }
        pairs.emplace_back(item.items[0].text, item.items[1].text);
    }
    return pairs;
}

std::string dottedName(const std::vector<PythonPart>& chain) {
    std::string name;
    for (const PythonPart& part : chain) {
        name += (name.empty() ? "" : ".") + part.name;
    }
    return name;
}

} // namespace tileline
