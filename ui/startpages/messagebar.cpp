// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/startpages/messagebar.h"

#include "ui/charts/chartcolors.h"
#include "ui/text/controls.h"
#include "ui/text/errortext.h"

#include <QApplication>
#include <QClipboard>
#include <QEvent>
#include <QIcon>

namespace tileline {

namespace {

QString lines(const QString& plain) {
    return shownText(plain, LineFeeds::Kept)
        .toHtmlEscaped()
        .replace(QLatin1Char('\n'), QStringLiteral("<br>"));
}

} // namespace

MessageBar::MessageBar()
    : m_offer(button(
          {}, this, [this] { takeOffer(); }, "offer")) {
    setObjectName(QStringLiteral("messageBar"));
    setAutoFillBackground(true);
    setFrameShape(QFrame::StyledPanel);
    m_label->setTextFormat(Qt::RichText);
    const auto copy = [this] { QApplication::clipboard()->setText(m_copy); };
    const auto onTop = [](QWidget* widget) { return Part(widget, 0, Qt::AlignTop); };
    rowOf({onTop(m_icon),
           {m_label, 1},
           onTop(m_offer),
           onTop(button(tr("&Copy"), this, copy, "copyMessage")),
           onTop(button(tr("&Dismiss"), this, &MessageBar::dismiss, "dismissMessage"))},
          this)
        ->setContentsMargins(10, 6, 10, 6);
    updateColours();
    hide();
}

void MessageBar::showError(const Error& error) {
    const ErrorText words = errorText(error);
    show(QStringLiteral("<b>%1</b><br>%2").arg(words.summary.toHtmlEscaped(), lines(words.rest())),
         plainText(error), true);
}

void MessageBar::showMessage(const QString& text) {
    if (!showsError() && !text.isEmpty()) {
        show(lines(text), text, false);
    }
}

void MessageBar::showOffer(const QString& text, const QString& button, std::function<void()> act) {
    if (!showsError()) {
        show(lines(text), text, false);
        m_act = std::move(act);
        m_offer->setText(button);
        m_offer->show();
    }
}

void MessageBar::show(const QString& richText, const QString& copy, bool isError) {
    m_isError = isError;
    m_copy = shownText(copy, LineFeeds::Kept);
    m_offer->hide();
    m_label->setText(richText);
    const int size = fontMetrics().height() + 2;
    const QString icon = isError ? QStringLiteral("warning") : QStringLiteral("information");
    m_icon->setPixmap(QIcon(QStringLiteral(":/tileline/icons/%1.svg").arg(icon)).pixmap(size));
    setAccessibleName(isError ? tr("Error") : tr("Message"));
    setAccessibleDescription(m_copy);
    QFrame::show();
}

void MessageBar::takeOffer() {
    const auto act = std::move(m_act);
    dismiss();
    act();
}

void MessageBar::dismiss() {
    hide();
    m_copy.clear();
    m_isError = false;
}

void MessageBar::updateColours() {
    QPalette colours = palette();
    colours.setColor(QPalette::Window, QApplication::palette().color(QPalette::ToolTipBase));
    colours.setColor(QPalette::WindowText, QApplication::palette().color(QPalette::ToolTipText));
    if (colours != palette()) {
        setPalette(colours);
    }
}

void MessageBar::changeEvent(QEvent* event) {
    QFrame::changeEvent(event);
    if (event->type() == QEvent::ApplicationPaletteChange) {
        updateColours();
    }
}

} // namespace tileline
