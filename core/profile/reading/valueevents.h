// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/profile/profile.h"
#include "core/profile/reading/source.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace tileline {

/// A number in CBOR or JSON. A whole number may arrive as an integer or as a float; receivers do not need to
/// distinguish the two.
class Number {
public:
    explicit Number(uint64_t natural)
        : m_value(natural) {}
    explicit Number(int64_t integer)
        : m_value(integer) {}
    explicit Number(double real)
        : m_value(real) {}

    /// The value as a natural number; empty if the value is not a natural number.
    std::optional<uint64_t> natural() const;
    /// The number as JSON text. Whole numbers have no decimal point.
    std::string text() const;

private:
    std::variant<uint64_t, int64_t, double> m_value;
};

/// A part of a value in CBOR or JSON.
struct ValueEvent {
    enum Kind : uint8_t { BeginMap, EndMap, BeginArray, EndArray, Key, Text, NumberValue, True, False, Null };

    explicit ValueEvent(Kind of, std::string_view content = {})
        : kind(of)
        , text(content) {}
    explicit ValueEvent(Number value)
        : kind(NumberValue)
        , number(value) {}

    bool begins() const { return kind == BeginMap || kind == BeginArray; }
    bool ends() const { return kind == EndMap || kind == EndArray; }

    Kind kind;
    std::string_view text;      ///< set if `kind` is Key or Text
    Number number{uint64_t{0}}; ///< for NumberValue
};

/// Receives the events of a streaming parser for CBOR or JSON.
class ValueReceiver {
public:
    virtual ~ValueReceiver() = default;
    /// Returns false to end the parse. The receiver must remember the reason.
    virtual bool receive(const ValueEvent& event) = 0;
};

/// The position at which a text stops being valid JSON, and the reason.
struct JsonProblem {
    size_t position = 0; ///< byte offset
    std::string message;
};

/// Parses a text. Returns nothing if the text is valid JSON or if `receiver` ended the parse.
std::optional<JsonProblem> parseJson(std::string_view text, ValueReceiver& receiver);
/// Parses a file piece by piece. Returns nothing if the file is valid JSON or if `receiver` ended the parse.
std::optional<JsonProblem> parseJson(SourceStream& file, ValueReceiver& receiver);

/// Parses one CBOR value from a file of `fileBytes` bytes. Strings, arrays and maps may have indefinite
/// lengths. The parser does not recurse, and its buffer grows no larger than the longest string. It is no
/// error if `receiver` ends the parse. Errors: Truncated, CorruptFile (with the position), TooLarge.
Outcome<Done> parseCbor(SourceStream& file, uint64_t fileBytes, ValueReceiver& receiver);

/// Maximum nesting depth of debug information. More deeply nested input is refused.
inline constexpr size_t MaxNesting = 64;

/// Receives a map, such as a debug context, and collects the fields that Tileline uses. The receiver also
/// keeps all fields as JSON, without white space and with the keys in the order in which they arrive. Equal
/// fields give equal JSON, whether they come from a table or from debug information. `inputs` and `outputs`
/// are taken only from arrays of strings. At most MaxNames strings are taken from each, because every string
/// takes at least 32 bytes of memory.
class OperationFields : public ValueReceiver {
public:
    bool receive(const ValueEvent& event) override;
    /// Whether the first value is a map. If it is not, the parse ends there.
    bool isMap() const { return m_isMap; }
    bool tooDeep() const { return m_depth > MaxNesting; }

    /// Returns the fields that were received. Must be called before the next map begins.
    OperationDebug take();
    void clear();

private:
    static constexpr size_t MaxNames = 100'000;

    void add(const ValueEvent& value);

    OperationDebug m_debug;
    std::string m_field; ///< key of the current field
    size_t m_depth = 0;
    bool m_inArray = false; ///< whether the parse is inside an array that is the value of a field
    bool m_isMap = false;
};

/// Reads `operation_detail.debug_json`. Errors: WrongType if the text is not a JSON object, NestedTooDeep.
Result<OperationDebug> readOperationDebug(std::string_view json);

} // namespace tileline
