// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace tileline {

/// A number in CBOR or JSON. A whole number may arrive as an integer or as a float; receivers need not tell
/// these apart.
class Number {
public:
    explicit Number(uint64_t natural)
        : m_value(natural) {}
    explicit Number(int64_t integer)
        : m_value(integer) {}
    explicit Number(double real)
        : m_value(real) {}

    /// The value if it is a natural number.
    std::optional<uint64_t> natural() const;
    /// The number as JSON text. Whole numbers have no decimal point.
    std::string text() const;

private:
    std::variant<uint64_t, int64_t, double> m_value;
};

/// Receives the events of a streaming parser for CBOR or JSON. Each function returns false to end the parse;
/// the receiver then knows the reason.
class ValueEvents {
public:
    virtual ~ValueEvents() = default;
    virtual bool beginMap() = 0;
    virtual bool key(std::string_view key) = 0;
    virtual bool endMap() = 0;
    virtual bool beginArray() = 0;
    virtual bool endArray() = 0;
    virtual bool text(std::string_view text) = 0;
    virtual bool number(Number number) = 0;
    virtual bool boolean(bool value) = 0;
    virtual bool null() = 0;
};

} // namespace tileline
