// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/frameworks/jsontext.h"

#include "core/frameworks/pythonliteral.h"
#include "core/frameworks/remedytext.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <optional>
#include <set>
#include <vector>

namespace tileline {

namespace {

using OrderedJson = nlohmann::ordered_json;

Error badJson(std::string expected, std::string actual) {
    return {ErrorCode::BadPlan, {}, "the whole file", std::move(expected), std::move(actual)};
}

/// The maximum number of values in a text. A parsed value needs many times the memory of its text.
constexpr size_t MaxValues = 2'000'000;
/// The maximum number of keys in an object. More keys would take too long, because an ordered object compares
/// each new key with all other keys.
constexpr size_t MaxKeys = 1000;

/// Checks a text before its values are parsed: finds duplicate keys, and refuses texts with so many levels,
/// values or keys that they would overload the parser.
class JsonCheck : public nlohmann::json_sax<OrderedJson> {
public:
    explicit JsonCheck(int maximumDepth)
        : m_maximumDepth(static_cast<size_t>(maximumDepth)) {}

    Result<std::string> result() const { return m_error ? Result<std::string>(*m_error) : m_twice; }

    bool null() override { return addValue(); }
    bool boolean(bool) override { return addValue(); }
    bool number_integer(number_integer_t) override { return addValue(); }
    bool number_unsigned(number_unsigned_t) override { return addValue(); }
    bool number_float(number_float_t, const string_t&) override { return addValue(); }
    bool string(string_t&) override { return addValue(); }
    bool binary(binary_t&) override { return addValue(); }
    bool start_object(size_t) override { return open(); }
    bool end_object() override { return close(); }
    bool start_array(size_t) override { return open(); }
    bool end_array() override { return close(); }
    bool key(string_t& key) override {
        std::set<std::string>& keys = m_keys.back();
        if (!keys.insert(key).second && m_twice.empty()) {
            m_twice = shownJson(key);
        }
        return keys.size() <= MaxKeys || refuse("at most " + std::to_string(MaxKeys) + " keys in an object");
    }
    /// Syntax errors are reported later, when the values are parsed.
    bool parse_error(size_t, const std::string&, const OrderedJson::exception&) override { return false; }

private:
    bool refuse(std::string expected) {
        m_error = badJson(std::move(expected), "more");
        return false;
    }
    bool addValue() {
        return ++m_values <= MaxValues || refuse("at most " + std::to_string(MaxValues) + " values");
    }
    bool open() {
        m_keys.emplace_back();
        return m_keys.size() <= m_maximumDepth
                   ? addValue()
                   : refuse("at most " + std::to_string(m_maximumDepth) + " brackets inside each other");
    }
    bool close() {
        m_keys.pop_back();
        return true;
    }

    size_t m_maximumDepth;
    size_t m_values = 0;
    std::vector<std::set<std::string>> m_keys; ///< by nesting level: the keys read so far; empty in arrays
    std::string m_twice;
    std::optional<Error> m_error;
};

/// The error for invalid JSON. `byte` counts from 1, as in the JSON library.
Error notJson(std::string_view text, size_t byte) {
    const bool atEnd = byte > text.size();
    const size_t offset = std::min(byte > 0 ? byte - 1 : 0, text.size());
    return errorAt(atEnd ? ErrorCode::Truncated : ErrorCode::CorruptFile,
                   "byte " + std::to_string(byte) + ", " + placeIn(text, offset), "JSON",
                   atEnd ? "the end of the file" : pythonLiteral(text.substr(offset, 20)));
}

} // namespace

Result<std::string> readJsonText(std::string_view text, OrderedJson& json, int maximumDepth) {
    JsonCheck check(maximumDepth);
    OrderedJson::sax_parse(text.begin(), text.end(), &check);
    auto twice = TRY(check.result());
    try {
        // parse() gets no callback: with one, parse() would take quadratic time in the length of an array.
        json = OrderedJson::parse(text.begin(), text.end());
        return twice;
    } catch (const OrderedJson::parse_error& error) {
        return notJson(text, error.byte);
    } catch (const OrderedJson::exception& error) {
        return badJson(RemedyText::tr("numbers of a sensible size"), error.what());
    }
}

OrderedJson objectOf(const ImportedDocument& document, std::string_view format) {
    OrderedJson json;
    const bool fits = document.format == format && readJsonText(document.text, json) && json.is_object();
    return fits ? json : OrderedJson::object();
}

std::string fileText(const OrderedJson& json) {
    return json.dump(2, ' ', false, OrderedJson::error_handler_t::replace) + "\n";
}

std::string lineText(const OrderedJson& json, bool ascii) {
    return json.dump(-1, ' ', ascii, OrderedJson::error_handler_t::replace);
}

std::string placeIn(std::string_view text, size_t offset) {
    const std::string_view before = text.substr(0, offset);
    const size_t line = before.rfind('\n');
    return "line " + std::to_string(std::ranges::count(before, '\n') + 1) + ", column " +
           std::to_string(before.size() - (line == std::string_view::npos ? 0 : line + 1) + 1);
}

std::string shownJson(const OrderedJson& json) {
    constexpr size_t MaxShown = 60;
    const std::string text = lineText(json, true);
    return text.size() <= MaxShown ? text : text.substr(0, MaxShown) + "...";
}

} // namespace tileline
