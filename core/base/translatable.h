// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

/// Gives a struct a tr() that only marks a text for lupdate. The window translates the text later, in this
/// context. lupdate treats the macro as Qt's own Q_DECLARE_TR_FUNCTIONS (translations/CMakeLists.txt).
#define TILELINE_TR_FUNCTIONS(context)                                                                       \
    static constexpr const char* tr(const char* english) {                                                   \
        return english;                                                                                      \
    }

/// Gives a struct a tr() that makes the sentences of this context, with Qt's arguments. For lupdate as above.
#define TILELINE_PHRASES(name)                                                                               \
    static Phrase tr(const char* english, const char* = nullptr, uint64_t count = Phrase::NoCount) {         \
        return {#name, english, count};                                                                      \
    }

namespace tileline {

struct Phrase;
/// Values that each language writes in its own way.
struct ByteCount {
    uint64_t bytes = 0;
};
/// With all digits in any language.
struct ExactByteCount {
    uint64_t bytes = 0;
};
struct Share {
    double of1 = 0; ///< shown in per cent, with one digit after the point
};
/// A text from a file, a whole number, or a phrase: a list of one, because the type is not complete here.
using PhraseValue =
    std::variant<std::string, uint64_t, ByteCount, ExactByteCount, Share, std::vector<Phrase>>;

/// A sentence with values in it, or a part of one, which each surface writes in its language: the command
/// line and HTML in English, the window as translated() says.
struct Phrase {
    static constexpr uint64_t NoCount = UINT64_MAX;

    const char* context = nullptr; ///< of the translation; empty: there is none; null: the values, with
                                   ///< `text` between them
    const char* text = "";         ///< in English; %1 to %9 stand for the values
    uint64_t count = NoCount;      ///< what %n or %Ln stands for
    std::vector<PhraseValue> values = {};

    bool empty() const { return context == nullptr && values.empty(); }

    /// With values in the places of %1 to %9.
    template <class... Values>
    Phrase arg(Values... given) && {
        (add(std::move(given)), ...);
        return std::move(*this);
    }
    template <class Value>
    void add(Value value) {
        if constexpr (std::is_same_v<Value, Phrase>) {
            values.emplace_back(std::vector<Phrase>{std::move(value)});
        } else {
            values.emplace_back(std::move(value));
        }
    }
};
/// Phrases one after the other, without those that are empty.
Phrase joined(std::vector<Phrase> phrases, const char* separator = " ");

/// `text` with `values` in the places of %1 to %9.
std::string withValues(std::string_view text, const std::vector<std::string>& values);
/// The phrase in English: bytes with all digits, and "(s)" by its count.
std::string englishText(const Phrase& phrase);

/// `part` in per cent of `whole`, with one digit after the point.
std::string percentText(double part, double whole);

} // namespace tileline
