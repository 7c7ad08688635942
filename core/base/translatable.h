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

/// Gives a struct a tr() that only marks a string for lupdate. The window later translates the string, with
/// `context` as the translation context. lupdate treats this macro like Qt's Q_DECLARE_TR_FUNCTIONS
/// (translations/CMakeLists.txt).
#define TILELINE_TR_FUNCTIONS(context)                                                                       \
    static constexpr const char* tr(const char* english) {                                                   \
        return english;                                                                                      \
    }

/// Gives a struct a tr() that takes the arguments of Qt's tr() and returns a Phrase with the translation
/// context `name`. lupdate treats TILELINE_PHRASES like Qt's Q_DECLARE_TR_FUNCTIONS, too.
#define TILELINE_PHRASES(name)                                                                               \
    static Phrase tr(const char* english, const char* = nullptr, uint64_t count = Phrase::NoCount) {         \
        return {#name, english, count};                                                                      \
    }

namespace tileline {

struct Phrase;
/// A number of bytes. The window shows it in a suitable unit, in the number format of the user's language.
struct ByteCount {
    uint64_t bytes = 0;
};
/// A number of bytes that is shown with all its digits in every language.
struct ExactByteCount {
    uint64_t bytes = 0;
};
struct Share {
    double of1 = 0; ///< a fraction from 0 to 1; shown as a percentage with one digit after the point
};
/// A value in a Phrase: a string from a file, a whole number, a number of bytes, a share, or a phrase. A
/// phrase is stored in a vector with one element, because Phrase is still an incomplete type here.
using PhraseValue =
    std::variant<std::string, uint64_t, ByteCount, ExactByteCount, Share, std::vector<Phrase>>;

/// A sentence or a part of a sentence, with values. The command line and HTML reports write phrases in
/// English; the window translates them (translated()).
struct Phrase {
    static constexpr uint64_t NoCount = UINT64_MAX;

    /// Translation context. If the context is an empty string, `text` is not translated. If the context is
    /// null, `text` is the separator between the values.
    const char* context = nullptr;
    const char* text = "";    ///< English text; %1 to %9 stand for the values
    uint64_t count = NoCount; ///< the number that replaces %n or %Ln in `text`
    std::vector<PhraseValue> values = {};

    bool empty() const { return context == nullptr && values.empty(); }

    /// Returns the phrase with `given` appended to its values. The first nine values replace %1 to %9.
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
/// Joins the phrases that are not empty.
Phrase joined(std::vector<Phrase> phrases, const char* separator = " ");

/// Returns a copy of `text` in which `values` replace %1 to %9.
std::string withValues(std::string_view text, const std::vector<std::string>& values);
/// The phrase in English. Numbers of bytes are written with all digits; "(s)" becomes "s" or nothing,
/// depending on the count.
std::string englishText(const Phrase& phrase);

/// Writes `part` as a percentage of `whole`, with one digit after the point.
std::string percentText(double part, double whole);

} // namespace tileline
