// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/reading/valueevents.h"

#include "core/base/printable.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <istream>
#include <nlohmann/json.hpp>
#include <streambuf>
#include <utility>

namespace tileline {

namespace {

template <class T>
std::string shortest(T value) {
    std::array<char, 32> buffer{};
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr;
    return {buffer.data(), end};
}

constexpr double Two64 = 18446744073709551616.0;
constexpr double Two63 = 9223372036854775808.0;

std::string textOf(double value) {
    if (!std::isfinite(value)) {
        return "null";
    }
    if (value == std::trunc(value) && std::fabs(value) < Two63) {
        return shortest(static_cast<int64_t>(value));
    }
    return shortest(value);
}

void appendQuoted(std::string& json, std::string_view text) {
    const auto isPlain = [](char c) {
        return static_cast<unsigned char>(c) >= 0x20 && c != 0x7F && c != '"' && c != '\\';
    };
    json += '"';
    while (!text.empty()) {
        const auto plain = std::ranges::find_if_not(text, isPlain);
        json.append(text.begin(), plain);
        text.remove_prefix(static_cast<size_t>(plain - text.begin()));
        if (text.empty()) {
            break;
        }
        const auto byte = static_cast<unsigned char>(text.front());
        if (byte == '"' || byte == '\\') {
            json += {'\\', text.front()};
        } else if (byte == '\n') {
            json += "\\n";
        } else {
            json += "\\u" + hexText(byte, 4);
        }
        text.remove_prefix(1);
    }
    json += '"';
}

void appendJson(std::string& json, const ValueEvent& event) {
    // The last character written so far tells whether a comma is needed.
    const char last = json.empty() ? '[' : json.back();
    if (!event.ends() && last != '{' && last != '[' && last != ':') {
        json += ',';
    }
    if (event.kind == ValueEvent::Key || event.kind == ValueEvent::Text) {
        appendQuoted(json, event.text);
        json += event.kind == ValueEvent::Key ? ":" : "";
    } else if (event.kind == ValueEvent::NumberValue) {
        json += event.number.text();
    } else {
        constexpr std::string_view AllTexts[] = {"{", "}", "[", "]", "", "", "", "true", "false", "null"};
        json += AllTexts[event.kind];
    }
}

/// Forwards the events of nlohmann's parser to `receiver`.
class SaxAdapter : public nlohmann::json_sax<nlohmann::json> {
public:
    explicit SaxAdapter(ValueReceiver& receiver)
        : m_receiver(receiver) {}
    const std::optional<JsonProblem>& problem() const { return m_problem; }

    bool null() override { return send(ValueEvent::Null); }
    bool boolean(bool value) override { return send(value ? ValueEvent::True : ValueEvent::False); }
    bool number_integer(number_integer_t value) override { return send(Number(value)); }
    bool number_unsigned(number_unsigned_t value) override { return send(Number(value)); }
    bool number_float(number_float_t value, const string_t&) override { return send(Number(value)); }
    bool string(string_t& value) override { return send(ValueEvent::Text, value); }
    bool binary(binary_t&) override { return send(ValueEvent::Null); }
    bool start_object(size_t) override { return send(ValueEvent::BeginMap); }
    bool key(string_t& value) override { return send(ValueEvent::Key, value); }
    bool end_object() override { return send(ValueEvent::EndMap); }
    bool start_array(size_t) override { return send(ValueEvent::BeginArray); }
    bool end_array() override { return send(ValueEvent::EndArray); }
    bool parse_error(size_t position, const std::string&, const nlohmann::json::exception& problem) override {
        m_problem = JsonProblem{position, problem.what()};
        return false;
    }

private:
    template <class... Parts>
    bool send(const Parts&... parts) {
        return m_receiver.receive(ValueEvent(parts...));
    }

    ValueReceiver& m_receiver;
    std::optional<JsonProblem> m_problem;
};

/// A stream buffer that reads a source, for nlohmann's parser.
class FileBuffer : public std::streambuf {
public:
    explicit FileBuffer(SourceStream& file)
        : m_file(file) {}

protected:
    int_type underflow() override {
        const auto chunk = m_file.next();
        // Stream buffers require a pointer to writable characters, but an input stream only reads them.
        auto* const begin = const_cast<char*>(reinterpret_cast<const char*>(chunk.data()));
        setg(begin, begin, begin + chunk.size());
        return chunk.empty() ? traits_type::eof() : traits_type::to_int_type(*begin);
    }

private:
    SourceStream& m_file;
};

std::optional<JsonProblem> parse(auto&& input, ValueReceiver& receiver) {
    SaxAdapter adapter(receiver);
    nlohmann::json::sax_parse(input, &adapter);
    return adapter.problem();
}

} // namespace

std::optional<uint64_t> Number::natural() const {
    if (const auto* natural = std::get_if<uint64_t>(&m_value)) {
        return *natural;
    }
    if (const auto* integer = std::get_if<int64_t>(&m_value)) {
        return *integer < 0 ? std::nullopt : std::optional(static_cast<uint64_t>(*integer));
    }
    const double real = std::get<double>(m_value);
    if (!(real >= 0) || real >= Two64 || real != std::trunc(real)) {
        return std::nullopt;
    }
    return static_cast<uint64_t>(real);
}

std::string Number::text() const {
    if (const auto* real = std::get_if<double>(&m_value)) {
        return textOf(*real);
    }
    if (const auto* integer = std::get_if<int64_t>(&m_value)) {
        return shortest(*integer);
    }
    return shortest(std::get<uint64_t>(m_value));
}

std::optional<JsonProblem> parseJson(std::string_view text, ValueReceiver& receiver) {
    return parse(text, receiver);
}

std::optional<JsonProblem> parseJson(SourceStream& file, ValueReceiver& receiver) {
    FileBuffer buffer(file);
    return parse(std::istream(&buffer), receiver);
}

bool OperationFields::receive(const ValueEvent& event) {
    appendJson(m_debug.json, event);
    if (event.begins()) {
        m_isMap = m_isMap || (m_depth == 0 && event.kind == ValueEvent::BeginMap);
        m_inArray = m_depth == 1 ? event.kind == ValueEvent::BeginArray : m_inArray;
        ++m_depth;
        return m_isMap && !tooDeep();
    }
    if (event.ends()) {
        --m_depth;
        return true;
    }
    if (event.kind != ValueEvent::Key) {
        add(event);
    } else if (m_depth == 1) {
        m_field = event.text;
    }
    return m_depth > 0;
}

void OperationFields::add(const ValueEvent& value) {
    const bool isText = value.kind == ValueEvent::Text;
    if (m_depth == 2 && m_inArray && isText) {
        auto& names = m_field == "inputs" ? m_debug.inputs : m_debug.outputs;
        if ((m_field == "inputs" || m_field == "outputs") && names.size() < MaxNames) {
            names.emplace_back(value.text);
        }
    } else if (m_depth == 1 && (isText || value.kind == ValueEvent::NumberValue)) {
        const auto text = [&] { return isText ? std::string(value.text) : value.number.text(); };
        if (m_field == "instanceId") {
            m_debug.instanceId = text();
        } else if (m_field == "tensorId") {
            m_debug.tensorId = text();
        } else if (m_field == "elementType") {
            m_debug.elementType = text();
        } else if (m_field == "opid") {
            m_debug.opid = text();
        }
    }
}

OperationDebug OperationFields::take() {
    OperationDebug debug = std::move(m_debug);
    clear();
    return debug;
}

void OperationFields::clear() {
    std::string json = std::move(m_debug.json); // moved out and back, so that the string keeps its capacity
    json.clear();
    m_debug = {};
    m_debug.json = std::move(json);
    m_depth = 0;
}

Result<OperationDebug> readOperationDebug(std::string_view json) {
    OperationFields fields;
    const auto problem = parseJson(json, fields);
    if (fields.tooDeep()) {
        return errorAt(ErrorCode::NestedTooDeep, "",
                       "JSON nested at most " + std::to_string(MaxNesting) + " deep", "deeper");
    }
    if (problem || !fields.isMap()) {
        return errorAt(ErrorCode::WrongType, "", "a JSON object",
                       problem ? problem->message : "another JSON value");
    }
    return fields.take();
}

} // namespace tileline
