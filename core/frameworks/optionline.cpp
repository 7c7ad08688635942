// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/frameworks/optionline.h"

#include "core/frameworks/poptorchcalls.h"
#include "core/frameworks/pythonliteral.h"
#include "core/frameworks/remedytext.h"

#include <algorithm>
#include <charconv>
#include <span>
#include <vector>

namespace tileline {

namespace {

bool isDigit(char c) {
    return c >= '0' && c <= '9';
}

/// Whether `c` may be part of a dotted name.
bool isWordCharacter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || isDigit(c) || c == '_' || c == '.';
}

std::string_view trimmed(std::string_view text) {
    const size_t begin = text.find_first_not_of(' ');
    return begin == std::string_view::npos ? std::string_view()
                                           : text.substr(begin, text.find_last_not_of(' ') - begin + 1);
}

/// A literal in an option line.
struct Literal {
    std::string type;      ///< in the notation of PoptorchParameter::type
    std::string_view text; ///< as written in the line
};

bool matches(const Literal& literal, std::string_view type) {
    if (type == "0..4") {
        return literal.type == "int" && literal.text.size() == 1 && literal.text <= "4";
    }
    const bool quoted = type.starts_with('"');
    if (literal.type != "str" || (type != "plain name" && !quoted)) {
        return literal.type == type;
    }
    const std::string_view content = literal.text.substr(1, literal.text.size() - 2);
    return quoted ? content == type.substr(1, type.size() - 2)
                  : content.find_first_of("/\\") == std::string_view::npos && !content.starts_with('.');
}

bool matchesAny(const Literal& literal, std::string_view types) {
    const size_t bar = types.find('|');
    return matches(literal, types.substr(0, bar)) ||
           (bar != std::string_view::npos && matchesAny(literal, types.substr(bar + 1)));
}

/// Parses one call from left to right. The only nesting that it accepts is literals in one list or
/// dictionary.
class CallReader {
public:
    explicit CallReader(std::string_view text)
        : m_text(text) {}

    Result<Done> read(OptionSource source) {
        TRY(checkCharacters());
        const PoptorchOption* const option = TRY(readOption(source));
        TRY(take('(', "an opening bracket"));
        TRY(readArguments(*option));
        if (!atEnd()) {
            return expected("the end of the line: one call, nothing else");
        }
        return Done{};
    }

private:
    Error refused(size_t position, std::string expected, std::string found, std::string remedy) const {
        return {ErrorCode::ExportRule,
                {},
                "column " + std::to_string(position + 1),
                std::move(expected),
                std::move(found),
                std::move(remedy)};
    }

    Error expectedAt(size_t position, std::string what) const {
        return refused(
            position, std::move(what),
            position < m_text.size() ? pythonLiteral(m_text.substr(position, 20)) : "the end of the line",
            RemedyText::tr(
                "Write one call of an option with literals, as in outputMode(poptorch.OutputMode.All). "
                "Set everything else in the program that loads the file."));
    }
    Error expected(std::string what) const { return expectedAt(m_position, std::move(what)); }

    Result<Done> checkCharacters() const {
        const auto wrong =
            std::find_if(m_text.begin(), m_text.end(), [](char c) { return c < 0x20 || c > 0x7E; });
        if (wrong != m_text.end()) {
            return expectedAt(static_cast<size_t>(wrong - m_text.begin()), "printable ASCII on one line");
        }
        return Done{};
    }

    /// Moves to the next character that is not a blank, and returns its position.
    size_t skipBlanks() {
        return m_position = std::min(m_text.find_first_not_of(' ', m_position), m_text.size());
    }
    bool atEnd() { return skipBlanks() == m_text.size(); }
    /// The next character that is not a blank; 0 at the end.
    char peek() { return atEnd() ? '\0' : m_text[m_position]; }
    bool take(char c) {
        const bool there = peek() == c;
        m_position += there ? 1 : 0;
        return there;
    }
    Result<Done> take(char c, const char* name) {
        return take(c) ? Result<Done>(Done{}) : Result<Done>(expected(name));
    }
    std::string_view takeWord() {
        const size_t begin = skipBlanks();
        while (m_position < m_text.size() && isWordCharacter(m_text[m_position])) {
            ++m_position;
        }
        return m_text.substr(begin, m_position - begin);
    }

    Result<const PoptorchOption*> readOption(OptionSource source) {
        const std::string name(takeWord());
        const PoptorchOption* const option = findPoptorchOption(name);
        if (isSetByExport(name)) {
            return refused(0, "an option that the export does not set itself", name,
                           RemedyText::tr("Choose it among the options of the export."));
        }
        if (!option) {
            return expectedAt(0, "an option of PopTorch that takes literals");
        }
        if (option->usesFiles && source != OptionSource::Typed) {
            return refused(
                0, "an option that makes PopTorch use no files", name + ", which has to be typed",
                RemedyText::tr(
                    "Delete the line and type it again in the export dialog, or give it with --option."));
        }
        return option;
    }

    /// Reads the arguments after the opening bracket, and the closing bracket.
    Result<Done> readArguments(const PoptorchOption& option) {
        const auto parameters = option.parameters;
        std::vector<bool> given(parameters.size(), false);
        if (!take(')')) {
            size_t next = 0;
            bool keywords = false;
            do {
                const size_t begin = skipBlanks();
                const std::string_view keyword = takeKeyword();
                keywords = keywords || !keyword.empty();
                const size_t index = keywords ? indexOf(keyword, parameters) : next;
                if (index >= parameters.size() || given[index]) {
                    return expectedAt(begin, "a parameter of the option, once");
                }
                TRY(readArgument(parameters[index]));
                const bool repeats = parameters[index].name.starts_with('*');
                given[index] = !repeats;
                next += repeats ? 0 : 1;
            } while (take(','));
            TRY(take(')', "a comma or a closing bracket"));
        }
        for (size_t i = 0; i < parameters.size(); ++i) {
            if (parameters[i].required && !given[i]) {
                return expectedAt(m_position - 1, "the argument " + std::string(parameters[i].name));
            }
        }
        return Done{};
    }

    /// The index of the parameter called `name`; parameters.size() if there is none.
    static size_t indexOf(std::string_view name, std::span<const PoptorchParameter> parameters) {
        const auto found = std::find_if(parameters.begin(), parameters.end(),
                                        [&](const PoptorchParameter& known) { return known.name == name; });
        return static_cast<size_t>(found - parameters.begin());
    }

    /// The keyword of `keyword=value`; empty if there is none.
    std::string_view takeKeyword() {
        const size_t begin = m_position;
        const std::string_view word = takeWord();
        if (!word.empty() && take('=')) {
            return word;
        }
        m_position = begin;
        return {};
    }

    Result<Done> readArgument(const PoptorchParameter& parameter) {
        const size_t begin = skipBlanks();
        const Literal literal = TRY(readValue());
        if (!matchesAny(literal, parameter.type)) {
            return expectedAt(begin, std::string(parameter.name) + ": " + std::string(parameter.type));
        }
        return Done{};
    }

    /// Reads a scalar, a list of scalars or a dictionary of scalars.
    Result<Literal> readValue() {
        if (take('[')) {
            return readItems(']', [this] { return readScalar(); });
        }
        if (take('{')) {
            return readItems('}', [this]() -> Result<Literal> {
                const Literal key = TRY(readScalar());
                TRY(take(':', "a colon"));
                const Literal value = TRY(readScalar());
                return Literal{key.type + ": " + value.type, {}};
            });
        }
        return readScalar();
    }

    /// Reads items of one type and the bracket `closing`. The opening bracket has been read.
    template <class Read>
    Result<Literal> readItems(char closing, Read readItem) {
        const char opening = m_text[m_position - 1];
        std::string type;
        do {
            const size_t begin = skipBlanks();
            const Literal item = TRY(readItem());
            if (!type.empty() && type != item.type) {
                return expectedAt(begin, "items of one type");
            }
            type = item.type;
        } while (take(','));
        TRY(take(closing, "a comma or a closing bracket"));
        return Literal{opening + type + closing, {}};
    }

    Result<Literal> readScalar() {
        const char c = peek();
        const size_t begin = m_position;
        std::string type;
        if (c == '"' || c == '\'') {
            type = TRY(readString());
        } else if (c == '-' || isDigit(c)) {
            type = TRY(readNumber());
        } else {
            type = TRY(readName());
        }
        return Literal{std::move(type), m_text.substr(begin, m_position - begin)};
    }

    Result<std::string> readString() {
        const size_t begin = m_position;
        const char quote = m_text[m_position++];
        while (m_position < m_text.size() && m_text[m_position] != quote) {
            if (m_text[m_position] == '\\') {
                ++m_position;
                const bool known =
                    m_position < m_text.size() &&
                    std::string_view("\\\"'").find(m_text[m_position]) != std::string_view::npos;
                if (!known) {
                    return expected("a backslash or a quotation mark after the backslash");
                }
            }
            ++m_position;
        }
        if (m_position == m_text.size()) {
            return expectedAt(begin, "a string that ends on this line");
        }
        ++m_position;
        return std::string("str");
    }

    /// Options take only whole numbers as numbers. Python does not allow leading zeros.
    Result<std::string> readNumber() {
        const size_t begin = m_position;
        const std::string_view rest = m_text.substr(begin);
        int64_t value = 0;
        const auto [end, problem] = std::from_chars(rest.data(), rest.data() + rest.size(), value);
        m_position += static_cast<size_t>(end - rest.data());
        const std::string_view digits = rest.substr(rest.front() == '-' ? 1 : 0, m_position - begin);
        const bool leadingZero = digits.size() > 1 && digits[0] == '0' && isDigit(digits[1]);
        const bool ends = m_position == m_text.size() || !isWordCharacter(m_text[m_position]);
        if (problem != std::errc() || leadingZero || !ends) {
            return expectedAt(begin, "a whole number");
        }
        return std::string("int");
    }

    Result<std::string> readName() {
        const size_t begin = m_position;
        const std::string_view word = takeWord();
        if (word == "True" || word == "False") {
            return std::string("bool");
        }
        if (word == "None") {
            return std::string("None");
        }
        const std::string_view enumeration = enumerationOf(word);
        if (enumeration.empty()) {
            return expectedAt(begin, "a literal, or a value of PopTorch's as in poptorch.OutputMode.All");
        }
        return std::string(enumeration);
    }

    std::string_view m_text;
    size_t m_position = 0;
};

Result<std::string> checkedCall(std::string_view text, OptionSource source) {
    const std::string_view call = trimmed(text);
    TRY(CallReader(call).read(source));
    return std::string(call);
}

} // namespace

std::string_view textOf(OptionSource source) {
    return source == OptionSource::Typed ? "typed" : "from the plan file";
}

OptionLine::OptionLine(std::string text, OptionSource source)
    : m_text(std::move(text))
    , m_source(source)
    , m_call(checkedCall(m_text, source)) {
}

std::string OptionLine::shown() const {
    constexpr size_t Longest = 200;
    return m_call ? *m_call
                  : pythonLiteral(m_text.substr(0, Longest)) + (m_text.size() > Longest ? "..." : "");
}

std::string OptionLine::refusal() const {
    return m_call ? std::string()
                  : m_call.failure().item + ": expected " + m_call.failure().expected + ", found " +
                        m_call.failure().actual;
}

} // namespace tileline
