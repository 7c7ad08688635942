// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRegularExpression>
#include <QString>

#include <optional>

namespace tileline {

/// A filter that the user typed: a text that must occur, or a regular expression (PCRE) that must match.
/// Ignores case. An empty filter lets everything pass.
struct TextFilter {
    QString text;
    bool regex = false;
};

/// What is wrong with a filter, and where.
struct FilterError {
    QString message;
    int position = 0;
};
/// The error of a filter; empty if the filter is valid.
std::optional<FilterError> checkFilter(const TextFilter& filter);

/// A filter that is ready to be applied to many texts. With an invalid filter, nothing passes.
class TextMatcher {
public:
    explicit TextMatcher(const TextFilter& filter);
    bool matches(const QString& text) const { return m_all || m_expression.match(text).hasMatch(); }
    /// Whether everything passes, so that matches() need not be called.
    bool all() const { return m_all; }

private:
    bool m_all;
    QRegularExpression m_expression;
};

} // namespace tileline
