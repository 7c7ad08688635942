// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace tileline {

/// One match of a regular expression.
struct RegexMatch {
    size_t begin = 0;                ///< byte offset at which the whole match begins
    size_t end = 0;                  ///< byte offset after the last byte of the match
    std::vector<std::string> groups; ///< the capture groups; a group without a match is empty

    /// The texts of all groups, joined, or the whole match if there are no groups. `text` is the searched
    /// text.
    std::string joined(std::string_view text) const;
};

/// A compiled regular expression. As far as PCRE2 allows, the expression behaves as in Python's `re`: it
/// matches Unicode text and finds the matches that `re.findall` finds. Copies share the compiled code and its
/// match buffer, so two threads must not use copies at the same time.
class Regex {
public:
    /// `what` names the expression in errors ("layer regex"). Error: BadRegex; `item` contains the position.
    static Result<Regex> compile(const std::string& pattern, std::string_view what);

    /// All matches, without overlap. Error: RegexTooSlow if a match needs too many steps, or if all matches
    /// of the expression together take too much time.
    Result<std::vector<RegexMatch>> findAll(std::string_view text) const;
    Result<bool> found(std::string_view text) const;

private:
    struct Code;
    explicit Regex(std::shared_ptr<const Code> code);
    Result<bool> matchAt(std::string_view text, size_t offset, bool mayBeEmpty) const;

    std::shared_ptr<const Code> m_code;
};

} // namespace tileline
