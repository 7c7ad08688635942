// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

/// Gives a struct a tr() that only marks a text for lupdate. The window translates the text later, in this
/// context. lupdate treats the macro as Qt's own Q_DECLARE_TR_FUNCTIONS (translations/CMakeLists.txt).
#define TILELINE_TR_FUNCTIONS(context)                                                                       \
    static constexpr const char* tr(const char* english) {                                                   \
        return english;                                                                                      \
    }

namespace tileline {

/// A sentence with values in it, which the window can translate.
struct Phrase {
    const char* text = ""; ///< marked for translation; %1 to %9 stand for the values
    std::vector<std::string> values = {};
};

/// `text` with `values` in the places of %1 to %9.
std::string withValues(std::string_view text, const std::vector<std::string>& values);
inline std::string englishText(const Phrase& phrase) {
    return withValues(phrase.text, phrase.values);
}

} // namespace tileline
