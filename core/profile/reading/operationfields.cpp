// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/reading/operationfields.h"

#include "core/profile/reading/jsonevents.h"
#include "core/profile/reading/jsontext.h"

#include <utility>

namespace tileline {

void OperationFields::text(std::string_view field, std::string_view value) {
    if (field == "instanceId") {
        m_debug.instanceId = value;
    } else if (field == "tensorId") {
        m_debug.tensorId = value;
    } else if (field == "opid") {
        m_debug.opid = value;
    }
}

void OperationFields::number(std::string_view field, const Number& value) {
    text(field, value.text());
}

void OperationFields::element(std::string_view field, std::string_view value) {
    if (field == "inputs") {
        m_debug.inputs.emplace_back(value);
    } else if (field == "outputs") {
        m_debug.outputs.emplace_back(value);
    }
}

OperationDebug OperationFields::take() {
    return std::exchange(m_debug, {});
}

namespace {

/// Receives the events of one JSON object.
class DebugJsonReader : public ValueEvents {
public:
    OperationDebug take() {
        OperationDebug debug = m_fields.take();
        debug.json = m_text.result();
        return debug;
    }
    bool isObject() const { return m_isObject; }
    bool tooDeep() const { return m_depth > MaxNesting; }

    bool beginMap() override {
        m_isObject = m_isObject || m_depth == 0;
        m_text.beginMap();
        return open(false);
    }
    bool endMap() override {
        m_text.endMap();
        return close();
    }
    bool beginArray() override {
        m_text.beginArray();
        return open(m_depth == 1);
    }
    bool endArray() override {
        m_text.endArray();
        return close();
    }
    bool key(std::string_view key) override {
        m_text.key(key);
        if (m_depth == 1) {
            m_field = key;
        }
        return true;
    }
    bool text(std::string_view value) override {
        m_text.text(value);
        if (m_depth == 1) {
            m_fields.text(m_field, value);
        } else if (m_depth == 2 && m_inArray) {
            m_fields.element(m_field, value);
        }
        return m_depth > 0;
    }
    bool number(Number value) override {
        m_text.number(value);
        if (m_depth == 1) {
            m_fields.number(m_field, value);
        }
        return m_depth > 0;
    }
    bool boolean(bool value) override {
        m_text.boolean(value);
        return m_depth > 0;
    }
    bool null() override {
        m_text.null();
        return m_depth > 0;
    }

private:
    bool open(bool fieldArray) {
        ++m_depth;
        m_inArray = m_depth == 2 ? fieldArray : m_inArray;
        return m_isObject && !tooDeep();
    }
    bool close() {
        --m_depth;
        return true;
    }

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
