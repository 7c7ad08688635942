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
    std::vector<std::string> groups; ///< the capture groups; a group that took no part is empty

    /// The groups joined. If the expression has no groups, the whole match in `text`.
    std::string joined(std::string_view text) const;
};

/// A compiled regular expression. Its meaning is that of Python's `re` as far as PCRE2 allows: Unicode, and
/// the matches that `re.findall` finds. Copies share the compiled code and its match buffer, so an object and
/// its copies must not be used by two threads at once.
class Regex {
public:
    /// `what` names the expression in errors ("layer regex"). BadRegex; `item` has the position.
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
