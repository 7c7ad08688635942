// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/debug/contextreceiver.h"

#include "core/base/location.h"

#include <algorithm>

namespace tileline {

namespace {

/// The place in errors that concern the whole file, and what it must be.
constexpr const char* Outermost = "the outermost value";
constexpr const char* OutermostMap = "a map with the keys contexts and stringTable";

ContextLayer contextLayerOf(std::string_view name) {
    const auto found = std::find_if(ContextLayers.begin(), ContextLayers.end(),
                                    [&](const ContextLayerNames& names) { return names.layer == name; });
    return found == ContextLayers.end() ? ContextLayer::Other
                                        : static_cast<ContextLayer>(found - ContextLayers.begin());
}

/// Whether an operation, or its name, can come from a context of this layer.
bool makesOperations(ContextLayer layer) {
    return !namesOf(layer).operationType.empty();
}

/// Whether a context has a name of its own. Those of frameworks are named by their operations.
bool isNamed(ContextLayer layer) {
    return layer == ContextLayer::Poplar || layer == ContextLayer::Poplibs || layer == ContextLayer::Popxl ||
           layer == ContextLayer::Other;
}

bool assign(uint32_t& target, const Number& number) {
    const auto value = number.natural();
    if (!value || *value >= NoId) {
        return false;
    }
    target = static_cast<uint32_t>(*value);
    return true;
}

bool assign(uint64_t& target, const Number& number) {
    const auto value = number.natural();
    target = value.value_or(0);
    return value.has_value();
}

/// Marks a string as wanted. Ignores positions beyond the size of the file, which cannot exist in its string
/// table, so that they need no memory.
void want(DebugStore& store, uint32_t position) {
    auto& wanted = store.wantedStrings;
    if (position >= store.fileBytes) {
        return;
    }
    if (position >= wanted.size()) {
        wanted.resize(std::max<size_t>(position + 1, wanted.size() * 2), false);
    }
    wanted[position] = true;
}

} // namespace

std::string ContextReceiver::placeText() const {
    std::string list = m_section == Section::Contexts ? "contexts" : "stringTable";
    if (m_depth < ListDepth || m_section == Section::Other) {
        return list;
    }
    std::string text = Location{.table = list, .entry = m_entry}.text();
    if (m_depth >= ContextDepth) {
        text += ", field " + m_field;
    }
    return m_depth >= FieldDepth && m_container == Container::Location ? text + "." + m_subfield : text;
}

bool ContextReceiver::wrongShape(std::string expected, std::string actual) {
    m_error = Error{ErrorCode::WrongShape,
                    {},
                    m_depth == 0 ? Outermost : placeText(),
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
                 Outermost,
                 OutermostMap,
                 m_hasContexts  ? "no stringTable"
                 : m_hasStrings ? "no contexts"
                                : "neither of them"};
}

bool ContextReceiver::receive(const ValueEvent& event) {
    if (event.kind == ValueEvent::Key) {
        receiveKey(event.text);
        keepJson(event);
        return true;
    }
    if (event.ends()) {
        end(event);
        return true;
    }
    if (const char* const expected = required(event.kind)) {
        return wrongShape(expected, event.kind == ValueEvent::BeginMap     ? "a map"
                                    : event.kind == ValueEvent::BeginArray ? "an array"
                                                                           : "another value");
    }
    return event.begins() ? begin(event) : scalar(event);
}

/// What must be at this place, if it is not a value of this kind. Of the two lists, only the string table may
/// hold scalars, and these must be strings.
const char* ContextReceiver::required(ValueEvent::Kind kind) const {
    if (m_depth == 0) {
        return kind == ValueEvent::BeginMap ? nullptr : OutermostMap;
    }
    if (m_section == Section::Other || m_depth > ListDepth) {
        return nullptr;
    }
    if (m_depth == TopDepth) {
        return kind == ValueEvent::BeginArray ? nullptr : "an array";
    }
    if (m_section == Section::Contexts) {
        return kind == ValueEvent::BeginMap ? nullptr : "a map";
    }
    return kind == ValueEvent::Text ? nullptr : "text";
}

void ContextReceiver::receiveKey(std::string_view key) {
    if (m_depth == TopDepth) {
        m_section = key == "contexts"      ? Section::Contexts
                    : key == "stringTable" ? Section::Strings
                                           : Section::Other;
    } else if (inContext() && m_depth == ContextDepth) {
        m_field = key;
        m_common = key == "id"         ? Common::Id
                   : key == "parentId" ? Common::Parent
                   : key == "layer"    ? Common::Layer
                   : key == "name"     ? Common::Name
                   : key == "location" ? Common::Location
                                       : Common::None;
    } else if (inContext() && m_depth == FieldDepth) {
        m_subfield = key;
    }
}

void ContextReceiver::keepJson(const ValueEvent& event) {
    if (keepsFields() && inContext() && m_common == Common::None) {
        m_json.add(event);
    }
}

bool ContextReceiver::begin(const ValueEvent& event) {
    const bool map = event.kind == ValueEvent::BeginMap;
    if (m_depth == TopDepth && m_section != Section::Other) {
        (m_section == Section::Contexts ? m_hasContexts : m_hasStrings) = true;
        m_entry = 0;
    } else if (m_depth == ListDepth && m_section == Section::Contexts) {
        beginContext();
    } else if (m_depth == ContextDepth) {
        const bool location = map && m_common == Common::Location;
        m_container = location ? Container::Location : map ? Container::Other : Container::Array;
    }
    keepJson(event);
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

void ContextReceiver::end(const ValueEvent& event) {
    if (m_section == Section::Contexts && m_depth == ContextDepth) {
        finishContext();
    } else {
        keepJson(event);
    }
    if (--m_depth == ListDepth) {
        ++m_entry;
    }
}

bool ContextReceiver::scalar(const ValueEvent& event) {
    if (m_depth == ListDepth && m_section == Section::Strings) {
        addString(event.text);
        return true;
    }
    if (!inContext()) {
        return true;
    }
    const bool ok = m_depth != ContextDepth || field(event);
    if (m_depth == FieldDepth && m_container == Container::Array) {
        m_debug.addElement(m_field, event);
    } else if (m_depth == FieldDepth && m_container == Container::Location && !locationField(event)) {
        return wrongShape("a whole number of 32 bits", event.number.text());
    }
    keepJson(event);
    return ok;
}

/// If the contexts came first, the strings that they refer to are known, and only these are kept.
void ContextReceiver::addString(std::string_view text) {
    const auto& wanted = m_store.wantedStrings;
    const bool keep = !m_hasContexts || (m_entry < wanted.size() && wanted[m_entry]);
    if (m_store.linksAreKnown) {
        m_store.strings.append(keep ? text : std::string_view());
    }
    ++m_entry;
}

void ContextReceiver::beginContext() {
    m_field.clear();
    m_common = Common::None;
    m_context = {};
    m_hasId = false;
    m_api.clear();
    for (NamedField& named : m_named) {
        named.value.clear();
    }
    (void)m_debug.take();
    m_json.clear();
    if (keepsFields()) {
        m_json.add(ValueEvent(ValueEvent::BeginMap));
    }
}

bool ContextReceiver::field(const ValueEvent& value) {
    const bool isText = value.kind == ValueEvent::Text;
    const bool isNumber = value.kind == ValueEvent::NumberValue;
    switch (m_common) {
    case Common::Id:
    case Common::Parent:
        if (isText) {
            return wrongShape("a whole number", "text");
        }
        m_hasId = m_hasId || (isNumber && m_common == Common::Id);
        if (isNumber && !assign(m_common == Common::Id ? m_context.id : m_context.parent, value.number)) {
            return wrongShape("a whole number that is not negative", value.number.text());
        }
        return true;
    case Common::Name:
        // A name is not needed, so a wrong one is no error.
        (void)(isNumber && assign(m_context.name, value.number));
        return true;
    case Common::Layer:
        m_context.layer = isText ? contextLayerOf(value.text) : m_context.layer;
        return true;
    default:
        break;
    }
    if (!m_store.linksAreKnown) {
        return true; // it is read again, with the contexts that are used
    }
    if (m_field == "discard") {
        m_context.discard = isText
                                ? value.text == "1" || value.text == "true"
                                : value.kind == ValueEvent::True || (isNumber && value.number.natural() == 1);
    } else if (m_field == "api" && isText) {
        m_api = value.text;
    }
    const auto named = std::find_if(m_named.begin(), m_named.end(),
                                    [&](const NamedField& entry) { return entry.name == m_field; });
    if (named != m_named.end() && isText) {
        named->value = value.text;
    }
    m_debug.add(m_field, value);
    return true;
}

bool ContextReceiver::locationField(const ValueEvent& value) {
    uint32_t* const target = m_subfield == "fileName"       ? &m_context.file
                             : m_subfield == "functionName" ? &m_context.function
                             : m_subfield == "lineNumber"   ? &m_context.line
                                                            : nullptr;
    return target == nullptr || value.kind != ValueEvent::NumberValue || assign(*target, value.number);
}

RawFields ContextReceiver::takeFields() {
    const ContextLayerNames& names = namesOf(m_context.layer);
    RawFields fields;
    for (NamedField& named : m_named) {
        if (named.name == names.operationName) {
            fields.operationName = named.value;
        } else if (named.name == names.operationType) {
            fields.operationType = named.value;
        }
    }
    if (m_store.wantsOperations) {
        fields.debug = m_debug.take();
        fields.debug.json = m_json.result();
    }
    return fields;
}

void ContextReceiver::finishContext() {
    if (keepsFields()) {
        m_json.add(ValueEvent(ValueEvent::EndMap));
    }
    if (!m_hasId) {
        return;
    }
    if (!m_store.linksAreKnown) {
        m_store.links.add(m_context.id, m_context.parent);
        return;
    }
    if (!m_store.links.isUsed(m_context.id)) {
        return;
    }
    if (makesOperations(m_context.layer)) {
        m_context.fields = static_cast<uint32_t>(m_store.fields.size());
        m_store.fields.push_back(takeFields());
    }
    if (!isNamed(m_context.layer)) {
        m_context.name = NoId;
    } else if (m_context.layer == ContextLayer::Poplibs && !m_api.empty()) {
        const auto [entry, added] =
            m_store.positionOfApi.emplace(m_api, static_cast<uint32_t>(m_store.apis.size()));
        if (added) {
            m_store.apis.push_back(m_api);
        }
        m_context.api = entry->second;
    }
    for (const uint32_t string : {m_context.name, m_context.file, m_context.function}) {
        want(m_store, string);
    }
    m_store.contexts.push_back(m_context);
}

} // namespace tileline
