// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/abbreviations.h"

#include "core/base/printable.h"

#include <algorithm>
#include <string_view>

namespace tileline::cli {

namespace {

using Flags = std::vector<LongFlag>;
using Candidates = std::vector<const LongFlag*>;

/// The flags that a text stands for: the one that is called so, else all that begin so.
Candidates candidatesFor(std::string_view text, const Flags& flags) {
    Candidates candidates;
    for (const LongFlag& flag : flags) {
        if (flag.name == text) {
            return {&flag};
        }
        if (flag.name.starts_with(text)) {
            candidates.push_back(&flag);
        }
    }
    return candidates;
}

Candidates candidatesFor(std::string_view text, const Flags& own, const Flags& further) {
    // The exact name of a further flag must not be taken for the beginning of an own one.
    const Candidates exact = candidatesFor(text, further);
    if (exact.size() == 1 && exact.front()->name == text) {
        return exact;
    }
    Candidates candidates = candidatesFor(text, own);
    return candidates.empty() ? exact : candidates;
}

Error ambiguous(const std::string& argument, const Candidates& candidates) {
    std::string names;
    for (const LongFlag* flag : candidates) {
        names += (names.empty() ? "" : ", ") + flag->name;
    }
    return {ErrorCode::BadArgument,
            {},
            "the command line",
            "a beginning that only one flag has",
            printable(argument) + ", which could be " + names,
            "Write more of the flag."};
}

} // namespace

Result<std::vector<std::string>> expandAbbreviations(std::vector<std::string> arguments, const Flags& own,
                                                     const Flags& further) {
    for (size_t i = 0; i < arguments.size() && arguments[i] != "--"; ++i) {
        std::string& argument = arguments[i];
        if (!argument.starts_with("--")) {
            continue;
        }
        const size_t end = std::min(argument.find('='), argument.size());
        const Candidates candidates = candidatesFor(argument.substr(0, end), own, further);
        if (candidates.size() > 1) {
            return ambiguous(argument, candidates);
        }
        if (candidates.empty()) {
            continue;
        }
        const bool hasValue = end < argument.size();
        argument.replace(0, end, candidates.front()->name);
        i += candidates.front()->takesValue && !hasValue ? 1 : 0;
    }
    return arguments;
}

} // namespace tileline::cli
