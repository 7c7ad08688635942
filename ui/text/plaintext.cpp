// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/plaintext.h"

#include <QLabel>
#include <QTextDocument>

#include <algorithm>

namespace tileline {

namespace {

/// Laying out a name of a megabyte would block the window for nothing.
constexpr qsizetype MaxToolTip = 4000;
/// Longer lines are wrapped.
constexpr qsizetype MaxLine = 100;

bool hasLongLine(const QString& text) {
    const QList<QStringView> lines = QStringView(text).split(QLatin1Char('\n'));
    return std::any_of(lines.begin(), lines.end(), [](QStringView line) { return line.size() > MaxLine; });
}

} // namespace

QString plainToolTip(const QString& text) {
    const QString shown = text.size() > MaxToolTip ? text.left(MaxToolTip) + QStringLiteral("\u2026") : text;
    // Qt decides in the same way, and wraps only the lines of HTML.
    if (!Qt::mightBeRichText(shown) && !hasLongLine(shown)) {
        return shown;
    }
    return QStringLiteral("<p style='white-space:pre-wrap'>%1</p>").arg(shown.toHtmlEscaped());
}

QString withoutKeys(QString text) {
    return text.replace(QLatin1Char('&'), QLatin1String("&&"));
}

QString withoutChangeMark(QString text) {
    return text.replace(QLatin1String("[*]"), QLatin1String("[*][*]"));
}

QLabel* plainLabel(const QString& text) {
    auto* const label = new QLabel;
    label->setTextFormat(Qt::PlainText);
    label->setText(text);
    return label;
}

} // namespace tileline
