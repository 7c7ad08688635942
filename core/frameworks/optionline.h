// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace tileline {

/// Where an extra option line comes from.
enum class OptionSource : uint8_t {
    PlanFile, ///< a plan file, which somebody else may have written
    Typed     ///< the user, who typed it in this run
};

/// The words for a source in a sentence: "from the plan file" or "typed".
std::string_view textOf(OptionSource source);

/// An extra option line, such as `outputMode(poptorch.OutputMode.All)`. PopTorch runs option lines as Python
/// code. The constructor therefore checks the line. Only a call that passes the check is written to a file. A
/// line must be one call of a known option (optionline.cpp) whose arguments are literals and PopTorch
/// enumerations. Options that use files are accepted only if the user typed them. For any other text, call()
/// returns an error.
class OptionLine {
public:
    OptionLine(std::string text, OptionSource source);

    /// The text as it was read or typed, even if it is refused.
    const std::string& text() const { return m_text; }
    OptionSource source() const { return m_source; }
    /// The call to write, in printable ASCII. If the line is refused: ExportRule, whose `item` is the place
    /// in the line, for example "column 5".
    const Result<std::string>& call() const { return m_call; }
    /// Text to show to the user: the call, or a refused line as a string literal, truncated if it is long.
    std::string shown() const;

    /// "column 5: expected ..., found ..."; empty if the line is not refused.
    std::string refusal() const;

    bool operator==(const OptionLine& other) const {
        return m_text == other.m_text && m_source == other.m_source;
    }

private:
    std::string m_text;
    OptionSource m_source;
    Result<std::string> m_call;
};

} // namespace tileline
