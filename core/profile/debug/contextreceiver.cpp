// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/debug/contextreceiver.h"

#include "core/base/location.h"

namespace tileline {

namespace {

using Common = ContextFields::Common;

/// The place in errors that concern the whole file.
constexpr std::string_view Outermost = "the outermost value";

} // namespace

std::string ContextReceiver::placeText() const {
    if (m_depth < ListDepth || m_section == Section::Other) {
        return m_section == Section::Contexts ? "contexts" : "stringTable";
    }
    Location location{.table = m_section == Section::Contexts ? "contexts" : "stringTable"};
    location.entry = m_entry;
    std::string text = location.text();
    if (m_depth >= ContextDepth) {
        text += ", field " + m_field;
    }
    return m_depth >= FieldDepth && m_container == Container::Location ? text + "." + m_subfield : text;
}

bool ContextReceiver::wrongShape(std::string expected, std::string actual) {
    m_error = Error{ErrorCode::WrongShape,
                    {},
                    m_depth == 0 ? std::string(Outermost) : placeText(),
                    std::move(expected),
                    std::move(actual)};
    return false;
}

Result<Done> ContextReceiver::finish() const {
    if (m_hasContexts && m_hasStrings) {
        return Done{};
    }
    return Error{ErrorCode::WrongShape,
                 {},
                 std::string(Outermost),
                 "a map with the keys contexts and stringTable",
                 m_hasContexts  ? "no stringTable"
                 : m_hasStrings ? "no contexts"
                                : "neither of them"};
}

bool ContextReceiver::open() {
    if (++m_depth <= MaxNesting) {
        return true;
    }
    m_error = Error{ErrorCode::NestedTooDeep,
                    {},
                    placeText(),
                    "values nested at most " + std::to_string(MaxNesting) + " deep",
                    "deeper"};
    return false;
}

bool ContextReceiver::close() {
    --m_depth;
    if (m_depth == ListDepth) {
        ++m_entry;
    }
    m_complete = m_depth == 0;
    return true;
}

bool ContextReceiver::keepsJson() const {
    return keepsFields() && inContext() && m_common == Common::None;
}

bool ContextReceiver::beginContainer(bool map) {
    const char* const found = map ? "a map" : "an array";
    if (m_depth == 0 && !map) {
        return wrongShape("a map with the keys contexts and stringTable", found);
    }
    if (m_depth == TopDepth && m_section != Section::Other) {
        if (map) {
            return wrongShape("an array", found);
        }
        (m_section == Section::Contexts ? m_hasContexts : m_hasStrings) = true;
        m_entry = 0;
    }
    if (m_depth == ListDepth && m_section == Section::Strings) {
        return wrongShape("text", found);
    }
    if (m_depth == ListDepth && m_section == Section::Contexts && !map) {
        return wrongShape("a map", found);
    }
    if (m_depth == ContextDepth) {
        const bool location = map && m_common == Common::Location;
        m_container = location ? Container::Location : map ? Container::Other : Container::Array;
    }
    return true;
}

bool ContextReceiver::beginMap() {
    if (!beginContainer(true)) {
        return false;
    }
    if (m_section == Section::Contexts && m_depth == ListDepth) {
        m_fields.clear();
        m_field.clear();
        m_common = Common::None;
        if (keepsFields()) {
            m_fields.json().beginMap();
        }
    } else if (keepsJson()) {
        m_fields.json().beginMap();
    }
    return open();
}

bool ContextReceiver::endMap() {
    if (m_section == Section::Contexts && m_depth == ContextDepth) {
        if (keepsFields()) {
            m_fields.json().endMap();
        }
        m_fields.finish(m_store);
    } else if (keepsJson()) {
        m_fields.json().endMap();
    }
    return close();
}

bool ContextReceiver::beginArray() {
    if (!beginContainer(false)) {
        return false;
    }
    if (keepsJson()) {
        m_fields.json().beginArray();
    }
    return open();
}

bool ContextReceiver::endArray() {
    if (keepsJson()) {
        m_fields.json().endArray();
    }
    return close();
}

bool ContextReceiver::key(std::string_view key) {
    if (m_depth == TopDepth) {
        m_section = key == "contexts"      ? Section::Contexts
                    : key == "stringTable" ? Section::Strings
                                           : Section::Other;
        return true;
    }
    if (!inContext()) {
        return true;
    }
    if (m_depth == ContextDepth) {
        m_field = key;
        m_common = ContextFields::commonField(key);
    } else if (m_depth == FieldDepth) {
        m_subfield = key;
    }
    if (keepsJson()) {
        m_fields.json().key(key);
    }
    return true;
}

/// Refuses a scalar where a map or an array is required. Of the two lists, only the string table may hold
/// scalars, and these must be strings.
bool ContextReceiver::scalar() {
    if (m_depth == 0) {
        return wrongShape("a map with the keys contexts and stringTable", "another value");
    }
    if (m_depth == TopDepth && m_section != Section::Other) {
        return wrongShape("an array", "another value");
    }
    if (m_depth == ListDepth && m_section != Section::Other) {
        return wrongShape(m_section == Section::Contexts ? "a map" : "text", "another value");
    }
    return true;
}

bool ContextReceiver::text(std::string_view text) {
    if (m_depth == ListDepth && m_section == Section::Strings) {
        // If the contexts came first, the strings that they refer to are known, and only these are kept.
        const auto& wanted = m_store.wantedStrings;
        const bool keep = !m_hasContexts || (m_entry < wanted.size() && wanted[m_entry]);
        if (m_store.linksAreKnown) {
            m_store.strings.append(keep ? text : std::string_view());
        }
        ++m_entry;
        return true;
    }
    if (!scalar() || !inContext()) {
        return !m_error;
    }
    if (m_depth == ContextDepth) {
        if (m_common == Common::Id || m_common == Common::Parent) {
            return wrongShape("a whole number", "text");
        }
        m_fields.text(m_field, text);
    } else if (m_depth == FieldDepth && m_container == Container::Array) {
        m_fields.element(m_field, text);
    }
    if (keepsJson()) {
        m_fields.json().text(text);
    }
    return true;
}

bool ContextReceiver::number(Number number) {
    if (!scalar() || !inContext()) {
        return !m_error;
    }
    if (m_depth == ContextDepth) {
        if (!m_fields.commonNumber(m_common, number)) {
            return wrongShape("a whole number that is not negative", number.text());
        }
        m_fields.number(m_field, number);
    } else if (m_depth == FieldDepth && m_container == Container::Location &&
               !m_fields.locationNumber(m_subfield, number)) {
        return wrongShape("a whole number of 32 bits", number.text());
    }
    if (keepsJson()) {
        m_fields.json().number(number);
    }
    return true;
}

bool ContextReceiver::boolean(bool value) {
    if (!scalar() || !inContext()) {
        return !m_error;
    }
    if (m_depth == ContextDepth) {
        m_fields.flag(m_field, value);
    }
    if (keepsJson()) {
        m_fields.json().boolean(value);
    }
    return true;
}

bool ContextReceiver::null() {
    if (!scalar() || !inContext()) {
        return !m_error;
    }
    if (keepsJson()) {
        m_fields.json().null();
    }
    return true;
}

} // namespace tileline
