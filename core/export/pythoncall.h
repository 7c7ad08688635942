// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tileline {

struct PythonPart;

/// A value of the small part of Python that PopTorch option lines consist of: literals, lists, tuples,
/// dictionaries, and chains of names and calls (`poptorch.Stage("a").ipu(0)`). Nothing is ever executed.
struct PythonValue {
    enum class Kind : uint8_t { None, Boolean, Integer, Real, String, List, Tuple, Dictionary, Chain };
    Kind kind = Kind::None;
    bool boolean = false;
    int64_t integer = 0;
    double real = 0;
    std::string text;               ///< String, as bytes: UTF-8, with the bytes that `\udcNN` stands for
    std::vector<PythonValue> items; ///< List, Tuple; Dictionary: key, value, key, value, ...
    std::vector<PythonPart> chain;  ///< Chain
};

/// An argument of a call.
struct PythonArgument {
    std::string keyword; ///< empty for a positional one
    PythonValue value;
};

/// A link of a chain: a name, and its arguments where it is called.
struct PythonPart {
    std::string name;
    bool called = false;
    std::vector<PythonArgument> arguments;
};

/// Reads one option line, a chain that ends with a call: `Training.gradientAccumulation(8)`. A comment may
/// follow. The grammar is all that is accepted, and within it only names that cannot leave the option object
/// or PopTorch's own classes: no name begins with an underscore, and chains inside the arguments begin with
/// `poptorch.` and a capital. ExportRule, with the column in `item`.
Result<std::vector<PythonPart>> parseOptionLine(std::string_view line);

/// Reads a string literal that `text` begins with and removes it from `text`. For comments that hold names.
std::optional<std::string> takeStringLiteral(std::string_view& text);

/// Reads `[("path", "block"), ...]`: pairs of strings, over several lines. ExportRule.
Result<std::vector<std::pair<std::string, std::string>>> parsePairs(std::string_view text);

/// The names joined with dots, as in `Training.gradientAccumulation`.
std::string dottedName(const std::vector<PythonPart>& chain);

} // namespace tileline
