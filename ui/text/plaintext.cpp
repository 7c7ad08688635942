// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/plaintext.h"

#include <QTextDocument>

#include <algorithm>

namespace tileline {

namespace {

/// At most this many characters of a text are shown: laying out a longer text would block the window.
constexpr qsizetype MaxShown = 4000;
/// A tool tip is wrapped if one of its lines has more characters than this.
constexpr qsizetype MaxLine = 100;

bool hasLongLine(const QString& text) {
    const QList<QStringView> lines = QStringView(text).split(QLatin1Char('\n'));
    return std::ranges::any_of(lines, [](QStringView line) { return line.size() > MaxLine; });
}

} // namespace

QString shownText(const QString& text, LineFeeds lineFeeds) {
    QString shown;
    for (const QChar letter : QStringView(text).left(MaxShown)) {
        if (isEscaped(letter.unicode(), lineFeeds)) {
            shown += QStringLiteral("\\u%1").arg(letter.unicode(), 4, 16, QLatin1Char('0'));
        } else {
            shown += letter;
        }
    }
    return text.size() > MaxShown ? shown + QStringLiteral("\u2026") : shown;
}

QString shownText(std::string_view text, LineFeeds lineFeeds) {
    return shownText(exactText(text.substr(0, 4 * MaxShown)), lineFeeds);
}

QString exactText(std::string_view text) {
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

QString plainToolTip(const QString& text) {
    const QString shown = shownText(text, LineFeeds::Kept);
    // Qt recognises HTML with mightBeRichText(), and wraps lines only in tool tips that are HTML.
    if (!Qt::mightBeRichText(shown) && !hasLongLine(shown)) {
        return shown;
    }
    return QStringLiteral("<p style='white-space:pre-wrap'>%1</p>").arg(shown.toHtmlEscaped());
}

QString withoutKeys(const QString& text) {
    return shownText(text).replace(QLatin1Char('&'), QLatin1String("&&"));
}

QString withoutChangeMark(const QString& text) {
    return shownText(text).replace(QLatin1String("[*]"), QLatin1String("[*][*]"));
}

QLabel* plainLabel(const QString& text, QWidget* buddy) {
    auto* const label = new QLabel;
    label->setTextFormat(Qt::PlainText);
    label->setText(text);
    label->setBuddy(buddy);
    return label;
}

QLabel* wrappedLabel(const QString& text, QWidget* buddy) {
    QLabel* const label = plainLabel(text, buddy);
    label->setWordWrap(true);
    return label;
}

QLabel* selectableLabel(Qt::TextInteractionFlags by) {
    QLabel* const label = wrappedLabel();
    label->setMinimumWidth(1); // a long word, such as a path, must not widen the window
    label->setTextInteractionFlags(by);
    return label;
}

} // namespace tileline
