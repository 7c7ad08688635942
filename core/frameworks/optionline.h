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
    Typed     ///< the user, in this run
};

/// "from the plan file" or "typed".
std::string_view textOf(OptionSource source);

/// An extra option line, as in `outputMode(poptorch.OutputMode.All)`. PopTorch runs such lines as Python, so
/// a line is checked when it is made, and only the call that passed can be written: one call of an option
/// that findPoptorchOption() knows, with literals and PopTorch's enumerations as arguments. Options that use
/// files have to be typed. Any other text is kept and refused.
class OptionLine {
public:
    OptionLine(std::string text, OptionSource source);

    /// As it was read or typed, whatever it is.
    const std::string& text() const { return m_text; }
    OptionSource source() const { return m_source; }
    /// What to write: printable ASCII. Or why the line is refused: ExportRule, with the column in `item`.
    const Result<std::string>& call() const { return m_call; }
    /// For people: the call; a refused line as a string literal that is cut where it is long.
    std::string shown() const;

    /// "column 5: expected ..., found ..."; empty where the line is not refused.
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
