// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/debug/contextlayers.h"
#include "core/profile/debug/contextreceiver.h"

#include <algorithm>

namespace tileline {

namespace {

/// Whether an operation, or its name, can come from a context of this layer.
bool makesOperations(ContextLayer layer) {
    switch (layer) {
    case ContextLayer::Poptorch:
    case ContextLayer::Onnx:
    case ContextLayer::Popart:
    case ContextLayer::XlaOp:
    case ContextLayer::HloInstruction:
        return true;
    default:
        return false;
    }
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

ContextFields::Common ContextFields::commonField(std::string_view field) {
    constexpr std::array<std::pair<std::string_view, Common>, 5> fields{{{"id", Common::Id},
                                                                         {"parentId", Common::Parent},
                                                                         {"layer", Common::Layer},
                                                                         {"name", Common::Name},
                                                                         {"location", Common::Location}}};
    const auto found =
        std::find_if(fields.begin(), fields.end(), [&](const auto& entry) { return entry.first == field; });
    return found == fields.end() ? Common::None : found->second;
}

void ContextFields::clear() {
    m_context = {};
    m_hasId = false;
    m_api.clear();
    for (NamedField& field : m_named) {
        field.value.clear();
    }
    (void)m_debug.take();
    m_json.clear();
}

void ContextFields::text(std::string_view field, std::string_view value) {
    if (field == "layer") {
        m_context.layer = contextLayerOf(value);
        return;
    }
    if (field == "discard") {
        m_context.discard = value == "1" || value == "true";
        return;
    }
    if (field == "api") {
        m_api = value;
    }
    const auto named = std::find_if(m_named.begin(), m_named.end(),
                                    [&](const NamedField& entry) { return entry.name == field; });
    if (named != m_named.end()) {
        named->value = value;
    }
    m_debug.text(field, value);
}

void ContextFields::number(std::string_view field, const Number& value) {
    if (field == "discard") {
        m_context.discard = value.natural() == 1;
    }
    m_debug.number(field, value);
}

void ContextFields::flag(std::string_view field, bool value) {
    if (field == "discard") {
        m_context.discard = value;
    }
}

bool ContextFields::commonNumber(Common field, const Number& value) {
    switch (field) {
    case Common::Id:
        m_hasId = true;
        return assign(m_context.id, value);
    case Common::Parent:
        return assign(m_context.parent, value);
    case Common::Name:
        // A name is not needed, so a wrong one is no error.
        (void)assign(m_context.name, value);
        return true;
    default:
        return true;
    }
}

bool ContextFields::locationNumber(std::string_view field, const Number& value) {
    if (field == "fileName") {
        return assign(m_context.file, value);
    }
    if (field == "functionName") {
        return assign(m_context.function, value);
    }
    return field != "lineNumber" || assign(m_context.line, value);
}

RawFields ContextFields::takeFields() {
    const ContextFieldNames names = fieldNamesOf(m_context.layer);
    RawFields fields;
    for (NamedField& field : m_named) {
        if (field.name == names.operationName) {
            fields.operationName = field.value;
        } else if (field.name == names.operationType) {
            fields.operationType = field.value;
        }
    }
    return fields;
}

void ContextFields::finish(DebugStore& store) {
    if (!m_hasId) {
        return;
    }
    if (!store.linksAreKnown) {
        store.links.add(m_context.id, m_context.parent);
        return;
    }
    if (!store.links.isUsed(m_context.id)) {
        return;
    }
    if (makesOperations(m_context.layer)) {
        RawFields fields = takeFields();
        if (store.wantsOperations) {
            fields.debug = m_debug.take();
            fields.debug.json = m_json.result();
        }
        m_context.fields = static_cast<uint32_t>(store.fields.size());
        store.fields.push_back(std::move(fields));
    }
    if (!isNamed(m_context.layer)) {
        m_context.name = NoId;
    } else if (m_context.layer == ContextLayer::Poplibs && !m_api.empty()) {
        const auto [entry, added] =
            store.positionOfApi.emplace(m_api, static_cast<uint32_t>(store.apis.size()));
        if (added) {
            store.apis.push_back(m_api);
        }
        m_context.api = entry->second;
    }
    want(store, m_context.name);
    want(store, m_context.file);
    want(store, m_context.function);
    store.contexts.push_back(m_context);
}

} // namespace tileline
