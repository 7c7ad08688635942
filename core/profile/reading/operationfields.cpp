// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/reading/operationfields.h"

#include <utility>

namespace tileline {

void OperationFields::add(std::string_view field, const ValueEvent& value) {
    if (value.kind != ValueEvent::Text && value.kind != ValueEvent::NumberValue) {
        return;
    }
    const auto text = [&] {
        return value.kind == ValueEvent::Text ? std::string(value.text) : value.number.text();
    };
    if (field == "instanceId") {
        m_debug.instanceId = text();
    } else if (field == "tensorId") {
        m_debug.tensorId = text();
    } else if (field == "elementType") {
        m_debug.elementType = text();
    } else if (field == "opid") {
        m_debug.opid = text();
    }
}

void OperationFields::addElement(std::string_view field, const ValueEvent& value) {
    if (value.kind == ValueEvent::Text && field == "inputs") {
        m_debug.inputs.emplace_back(value.text);
    } else if (value.kind == ValueEvent::Text && field == "outputs") {
        m_debug.outputs.emplace_back(value.text);
    }
}

OperationDebug OperationFields::take() {
    return std::exchange(m_debug, {});
}

namespace {

/// Receives the events of one JSON object.
class DebugJsonReader : public ValueReceiver {
public:
    OperationDebug take() {
        OperationDebug debug = m_fields.take();
        debug.json = m_text.result();
        return debug;
    }
    bool isObject() const { return m_isObject; }
    bool tooDeep() const { return m_depth > MaxNesting; }

    bool receive(const ValueEvent& event) override {
        m_text.add(event);
        if (event.begins()) {
            m_isObject = m_isObject || (m_depth == 0 && event.kind == ValueEvent::BeginMap);
            m_inArray = m_depth == 1 ? event.kind == ValueEvent::BeginArray : m_inArray;
            ++m_depth;
            return m_isObject && !tooDeep();
        }
        if (event.ends()) {
            --m_depth;
            return true;
        }
        if (event.kind == ValueEvent::Key) {
            m_field = m_depth == 1 ? event.text : m_field;
        } else if (m_depth == 1) {
            m_fields.add(m_field, event);
        } else if (m_depth == 2 && m_inArray) {
            m_fields.addElement(m_field, event);
        }
        return m_depth > 0;
    }

private:
    OperationFields m_fields;
    JsonText m_text;
    std::string m_field;
    size_t m_depth = 0;
    bool m_inArray = false; ///< at depth 2: inside an array that is the value of a field
    bool m_isObject = false;
};

} // namespace

Result<OperationDebug> readOperationDebug(std::string_view json) {
    DebugJsonReader reader;
    const auto problem = parseJson(json, reader);
    if (reader.tooDeep()) {
        return Error{ErrorCode::NestedTooDeep,
                     {},
                     {},
                     "JSON nested at most " + std::to_string(MaxNesting) + " deep",
                     "deeper"};
    }
    if (problem || !reader.isObject()) {
        return Error{
            ErrorCode::WrongType, {}, {}, "a JSON object", problem ? problem->message : "another JSON value"};
    }
    return reader.take();
}

} // namespace tileline
