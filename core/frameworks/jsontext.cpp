// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/frameworks/jsontext.h"

#include "core/frameworks/pythonliteral.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>
#include <vector>

namespace tileline {

namespace {

using OrderedJson = nlohmann::ordered_json;

Error badJson(std::string expected, std::string actual) {
    return {ErrorCode::BadPlan, {}, "the whole file", std::move(expected), std::move(actual)};
}

/// Notes duplicate keys and too many levels during parsing.
class KeyWatch {
public:
    explicit KeyWatch(int maximumDepth)
        : m_maximumDepth(maximumDepth) {}

    bool operator()(int depth, OrderedJson::parse_event_t event, OrderedJson& parsed) {
        using Event = OrderedJson::parse_event_t;
        if (event == Event::object_start || event == Event::array_start) {
            m_tooDeep = m_tooDeep || depth >= m_maximumDepth;
        }
        if (event == Event::object_start) {
            m_keys.emplace_back();
        } else if (event == Event::object_end && !m_keys.empty()) {
            m_keys.pop_back();
        } else if (event == Event::key && !m_keys.empty()) {
            const auto& key = parsed.get_ref<const std::string&>();
            if (!m_keys.back().insert(key).second && m_oddities.twice.empty()) {
                m_oddities.twice = shownJson(parsed);
            }
        }
        // Returning false makes the parser discard the values that are too deep.
        return !m_tooDeep;
    }

    Result<JsonOddities> result() const {
        return m_tooDeep
                   ? Result<JsonOddities>(badJson(
                         "at most " + std::to_string(m_maximumDepth) + " brackets inside each other", "more"))
                   : m_oddities;
    }

private:
    int m_maximumDepth;
    std::vector<std::set<std::string>> m_keys;
    JsonOddities m_oddities;
    bool m_tooDeep = false;
};

/// `byte` counts from 1, as in the JSON library.
Error notJson(std::string_view text, size_t byte) {
    const bool atEnd = byte > text.size();
    const size_t offset = std::min(byte > 0 ? byte - 1 : 0, text.size());
    return {atEnd ? ErrorCode::Truncated : ErrorCode::CorruptFile,
            {},
            "byte " + std::to_string(byte) + ", " + placeIn(text, offset),
            "JSON",
            atEnd ? "the end of the file" : pythonLiteral(text.substr(offset, 20))};
}

} // namespace

Result<JsonOddities> readJsonText(std::string_view text, OrderedJson& json, int maximumDepth) {
    KeyWatch watch(maximumDepth);
    try {
        json = OrderedJson::parse(text.begin(), text.end(), std::ref(watch));
        return watch.result();
    } catch (const OrderedJson::parse_error& error) {
        return notJson(text, error.byte);
    } catch (const OrderedJson::exception& error) {
        return badJson("numbers of a sensible size", error.what());
    }
}

std::string placeIn(std::string_view text, size_t offset) {
    const std::string_view before = text.substr(0, offset);
    const size_t line = before.rfind('\n');
    return "line " + std::to_string(std::count(before.begin(), before.end(), '\n') + 1) + ", column " +
           std::to_string(before.size() - (line == std::string_view::npos ? 0 : line + 1) + 1);
}

std::string shownJson(const OrderedJson& json) {
    constexpr size_t MaxShown = 60;
    const std::string text = json.dump(-1, ' ', true, OrderedJson::error_handler_t::replace);
    return text.size() <= MaxShown ? text : text.substr(0, MaxShown) + "...";
}

} // namespace tileline
