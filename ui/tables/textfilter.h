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

    QRegularExpression expression() const {
        return QRegularExpression(regex ? text : QRegularExpression::escape(text),
                                  QRegularExpression::CaseInsensitiveOption);
    }
};

/// A filter that is ready to be applied to many texts. With an invalid filter, nothing passes.
class TextMatcher {
public:
    explicit TextMatcher(const TextFilter& filter)
        : m_all(filter.text.isEmpty())
        , m_expression(filter.expression()) {}
    bool matches(const QString& text) const { return m_all || m_expression.match(text).hasMatch(); }
    /// Whether everything passes, so that matches() need not be called.
    bool all() const { return m_all; }

private:
    bool m_all;
    QRegularExpression m_expression;
};

} // namespace tileline
