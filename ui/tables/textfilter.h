// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRegularExpression>
#include <QString>

#include <optional>

namespace tileline {

/// What the user typed to see less: a text that must occur, or a regular expression (PCRE) that must match.
/// Case does not matter. Empty: everything passes.
struct TextFilter {
    QString text;
    bool regex = false;
};

/// What is wrong with a filter, and where.
struct FilterError {
    QString message;
    int position = 0;
};
/// Nothing where the filter is good.
std::optional<FilterError> checkFilter(const TextFilter& filter);

/// A filter that is ready to be applied to many texts. With a bad filter nothing passes.
class TextMatcher {
public:
    explicit TextMatcher(const TextFilter& filter);
    bool matches(const QString& text) const { return m_all || m_expression.match(text).hasMatch(); }
    /// Everything passes: there is no need to ask.
    bool all() const { return m_all; }

private:
    bool m_all;
    QRegularExpression m_expression;
};

} // namespace tileline
