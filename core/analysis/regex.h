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
    size_t begin = 0;                ///< byte offset of the whole match
    size_t end = 0;                  ///< after its last byte
    std::vector<std::string> groups; ///< the capture groups, empty where one took no part

    /// The groups joined, or all of `text` that matched where the expression has no groups.
    std::string joined(std::string_view text) const;
};

/// A compiled regular expression, with the meaning that Python's `re` gives it as far as PCRE2 can: Unicode,
/// matches found as `re.findall` finds them. Copies share the compiled code. Not for use by two threads.
class Regex {
public:
    /// `what` names the expression in errors ("layer regex"). BadRegex has the position in `item`.
    static Result<Regex> compile(const std::string& pattern, std::string_view what);

    /// All matches, without overlap. RegexTooSlow when the match limit is exceeded.
    Result<std::vector<RegexMatch>> findAll(std::string_view text) const;
    Result<bool> found(std::string_view text) const;

private:
    struct Code;
    explicit Regex(std::shared_ptr<const Code> code);
    Result<bool> matchAt(std::string_view text, size_t offset, bool mayBeEmpty) const;

    std::shared_ptr<const Code> m_code;
};

} // namespace tileline
