// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tables/textfilter.h"

namespace tileline {

namespace {

QRegularExpression expressionOf(const TextFilter& filter) {
    const QString pattern = filter.regex ? filter.text : QRegularExpression::escape(filter.text);
    return QRegularExpression(pattern, QRegularExpression::CaseInsensitiveOption);
}

} // namespace

std::optional<FilterError> checkFilter(const TextFilter& filter) {
    const QRegularExpression expression = expressionOf(filter);
    if (expression.isValid()) {
        return std::nullopt;
    }
    return FilterError{expression.errorString(), static_cast<int>(expression.patternErrorOffset())};
}

TextMatcher::TextMatcher(const TextFilter& filter)
    : m_all(filter.text.isEmpty())
    , m_expression(expressionOf(filter)) {
}

} // namespace tileline
