// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/profile/debug/debugstore.h"
#include "core/profile/reading/jsontext.h"
#include "core/profile/reading/operationfields.h"
#include "core/profile/reading/valueevents.h"

#include <array>
#include <optional>
#include <string>

namespace tileline {

/// Collects the fields of one debug context, which come in any order.
class ContextFields {
public:
    /// The fields that every context has. All others belong to the context's layer.
    enum class Common : uint8_t { None, Id, Parent, Layer, Name, Location };
    static Common commonField(std::string_view field);

    void clear();
    void text(std::string_view field, std::string_view value);
    void number(std::string_view field, const Number& value);
    void flag(std::string_view field, bool value);
    void element(std::string_view field, std::string_view value) { m_debug.element(field, value); }
    /// Returns false if the field must be a natural number in its range, and `value` is not.
    bool commonNumber(Common field, const Number& value);
    bool locationNumber(std::string_view field, const Number& value);
    JsonText& json() { return m_json; }

    /// Adds the context to `store`. Does nothing if the context has no id, because nothing can refer to it
    /// then.
    void finish(DebugStore& store);

private:
    RawFields takeFields();

    RawContext m_context;
    std::string m_api; ///< the field of poplibs that names the function
    bool m_hasId = false;
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

/// Receives the values of a debug information file, {"contexts": [...], "stringTable": [...]}, with its keys
/// in any order, and fills a DebugStore. Counts the nesting depth instead of recursing.
class ContextReceiver : public ValueEvents {
public:
    explicit ContextReceiver(DebugStore& store)
        : m_store(store) {}

    /// Why the receiver ended the parse.
    const std::optional<Error>& error() const { return m_error; }
    /// WrongShape if the outermost map did not have both keys.
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
    /// What the current top-level key contains.
    enum class Section : uint8_t { Other, Contexts, Strings };
    /// The kind of map or array that the current field of a context contains.
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
    /// Whether the fields of the context are kept as JSON.
    bool keepsFields() const { return m_store.wantsOperations && m_store.linksAreKnown; }
    bool keepsJson() const;
    bool wrongShape(std::string expected, std::string actual);
    std::string placeText() const;

    DebugStore& m_store;
    ContextFields m_fields;
    std::optional<Error> m_error;
    std::string m_field;    ///< key of the current field of the context
    std::string m_subfield; ///< key within the field's location map
    size_t m_depth = 0;
    size_t m_entry = 0; ///< position in contexts or stringTable
    Section m_section = Section::Other;
    Container m_container = Container::Other;
    ContextFields::Common m_common = ContextFields::Common::None;
    bool m_hasContexts = false;
    bool m_hasStrings = false;
    bool m_complete = false;
};

} // namespace tileline
