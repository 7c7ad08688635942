// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/profile/debug/debugstore.h"
#include "core/profile/reading/operationfields.h"

#include <array>
#include <optional>
#include <string>

namespace tileline {

/// Receives the values of a debug information file, {"contexts": [...], "stringTable": [...]}, with its keys
/// in any order, and fills a DebugStore. Counts the nesting depth instead of recursing.
class ContextReceiver : public ValueReceiver {
public:
    explicit ContextReceiver(DebugStore& store)
        : m_store(store) {}

    bool receive(const ValueEvent& event) override;
    /// Why the receiver ended the parse.
    const std::optional<Error>& error() const { return m_error; }
    /// WrongShape if the outermost map did not have both keys.
    Result<Done> finish() const;

private:
    /// What the current top-level key contains.
    enum class Section : uint8_t { Other, Contexts, Strings };
    /// The kind of map or array that the current field of a context contains.
    enum class Container : uint8_t { Other, Location, Array };
    /// The fields that every context has. All others belong to the context's layer.
    enum class Common : uint8_t { None, Id, Parent, Layer, Name, Location };

    static constexpr size_t TopDepth = 1;     ///< inside the outermost map
    static constexpr size_t ListDepth = 2;    ///< inside contexts or stringTable
    static constexpr size_t ContextDepth = 3; ///< inside a context
    static constexpr size_t FieldDepth = 4;   ///< inside a map or array that is a context's field

    const char* required(ValueEvent::Kind kind) const;
    void receiveKey(std::string_view key);
    bool begin(const ValueEvent& event);
    void end(const ValueEvent& event);
    bool scalar(const ValueEvent& event);
    void addString(std::string_view text);

    bool inContext() const { return m_section == Section::Contexts && m_depth >= ContextDepth; }
    /// Whether the fields of the context are kept as JSON.
    bool keepsFields() const { return m_store.wantsOperations && m_store.linksAreKnown; }
    void keepJson(const ValueEvent& event);
    bool wrongShape(std::string expected, std::string actual);
    std::string placeText() const;

    // The context whose fields are received, in any order.
    void beginContext();
    bool field(const ValueEvent& value);
    bool locationField(const ValueEvent& value);
    /// Adds the context to the store. Does nothing if the context has no id, because nothing can refer to it
    /// then.
    void finishContext();
    RawFields takeFields();

    DebugStore& m_store;
    std::optional<Error> m_error;
    std::string m_field;    ///< key of the current field of the context
    std::string m_subfield; ///< key within the field's location map
    size_t m_depth = 0;
    size_t m_entry = 0; ///< position in contexts or stringTable
    Section m_section = Section::Other;
    Container m_container = Container::Other;
    Common m_common = Common::None;
    bool m_hasContexts = false;
    bool m_hasStrings = false;

    RawContext m_context;
    bool m_hasId = false;
    std::string m_api; ///< the field of poplibs that names the function
    /// Values of the fields that hold the name or type of an operation in some layer.
    struct NamedField {
        std::string_view name;
        std::string value;
    };
    std::array<NamedField, 6> m_named{
        {{"op_name", {}}, {"opName", {}}, {"op_type", {}}, {"opType", {}}, {"opid", {}}, {"opcode", {}}}};
    OperationFields m_debug;
    JsonText m_json;
};

} // namespace tileline
