// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/profileio/debug/debugstore.h"
#include "core/profileio/jsontext.h"
#include "core/profileio/operationfields.h"
#include "core/profileio/valueevents.h"

#include <array>
#include <optional>
#include <string>

namespace tileline {

/// Gathers one debug context from its fields, which come in any order.
class ContextFields {
public:
    /// Names of the fields that every context has. All others belong to its layer.
    enum class Common : uint8_t { None, Id, Parent, Layer, Name, Location };
    static Common commonField(std::string_view field);

    void clear();
    void text(std::string_view field, std::string_view value);
    void number(std::string_view field, const Number& value);
    void flag(std::string_view field, bool value);
    void element(std::string_view field, std::string_view value) { m_debug.element(field, value); }
    /// False where the field is wanted and the value is no natural number that fits it.
    bool commonNumber(Common field, const Number& value);
    bool locationNumber(std::string_view field, const Number& value);
    JsonText& json() { return m_json; }

    /// Adds the context to `store`; nothing where it has no id, for then nobody can refer to it.
    void finish(DebugStore& store);

private:
    RawFields takeFields();

    RawContext m_context;
    bool m_hasId = false;
    /// Values of the fields that are a name or type of an operation in some layer.
    struct NamedField {
        std::string_view name;
        std::string value;
    };
    std::array<NamedField, 6> m_named{
        {{"op_name", {}}, {"opName", {}}, {"op_type", {}}, {"opType", {}}, {"opid", {}}, {"opcode", {}}}};
    OperationFields m_debug;
    JsonText m_json;
};

/// Receives the values of a file of debug information, {"contexts": [...], "stringTable": [...]}, in any
/// order, and fills a DebugStore. Counts the nesting instead of recursing into it.
class ContextReceiver : public ValueEvents {
public:
    explicit ContextReceiver(DebugStore& store)
        : m_store(store) {}

    /// Why the parse was ended.
    const std::optional<Error>& error() const { return m_error; }
    /// WrongShape where the whole had not both keys.
    Result<Done> finish() const;
    /// Whether the outermost value is complete.
    bool complete() const { return m_complete; }

    bool beginMap() override;
    bool key(std::string_view key) override;
    bool endMap() override;
    bool beginArray() override;
    bool endArray() override;
    bool text(std::string_view text) override;
    bool number(Number number) override;
    bool boolean(bool value) override;
    bool null() override;

private:
    /// What the value of the current top-level key is.
    enum class Section : uint8_t { Other, Contexts, Strings };
    /// What the value of the current field of a context is, while it is a map or an array.
    enum class Container : uint8_t { Other, Location, Array };

    static constexpr size_t TopDepth = 1;     ///< inside the outermost map
    static constexpr size_t ListDepth = 2;    ///< inside contexts or stringTable
    static constexpr size_t ContextDepth = 3; ///< inside a context
    static constexpr size_t FieldDepth = 4;   ///< inside a map or array that is a context's field

    bool open();
    bool close();
    bool beginContainer(bool map);
    bool scalar();
    bool inContext() const { return m_section == Section::Contexts && m_depth >= ContextDepth; }
    bool keepsJson() const;
    bool wrongShape(std::string expected, std::string actual);
    std::string placeText() const;

    DebugStore& m_store;
    ContextFields m_fields;
    std::optional<Error> m_error;
    std::string m_field;    ///< key of the context's field
    std::string m_subfield; ///< key within its location
    size_t m_depth = 0;
    size_t m_entry = 0; ///< of contexts or stringTable
    Section m_section = Section::Other;
    Container m_container = Container::Other;
    ContextFields::Common m_common = ContextFields::Common::None;
    bool m_hasContexts = false;
    bool m_hasStrings = false;
    bool m_complete = false;
};

} // namespace tileline
