// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/startpages/messagebar.h"

#include "ui/charts/chartcolors.h"
#include "ui/text/errortext.h"
#include "ui/text/plaintext.h"

#include <QApplication>
#include <QClipboard>
#include <QEvent>
#include <QHBoxLayout>
#include <QIcon>
#include <QLabel>
#include <QPushButton>

namespace tileline {

namespace {

QString lines(const QString& plain) {
    return shownText(plain, LineFeeds::Kept)
        .toHtmlEscaped()
        .replace(QLatin1Char('\n'), QStringLiteral("<br>"));
}

} // namespace

MessageBar::MessageBar(QWidget* parent)
    : QFrame(parent)
    , m_icon(plainLabel())
    , m_label(plainLabel())
    , m_offer(new QPushButton) {
    setObjectName(QStringLiteral("messageBar"));
    setAutoFillBackground(true);
    setFrameShape(QFrame::StyledPanel);
    m_label->setWordWrap(true);
    m_label->setTextFormat(Qt::RichText);
    m_label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_offer->setObjectName(QStringLiteral("offer"));
    connect(m_offer, &QPushButton::clicked, this, [this] {
        const auto act = std::move(m_act);
        dismiss();
        act();
    });
    auto* const copy = new QPushButton(tr("&Copy"));
    copy->setObjectName(QStringLiteral("copyMessage"));
    connect(copy, &QPushButton::clicked, this, [this] { QApplication::clipboard()->setText(m_copy); });
    auto* const dismissButton = new QPushButton(tr("&Dismiss"));
    dismissButton->setObjectName(QStringLiteral("dismissMessage"));
    connect(dismissButton, &QPushButton::clicked, this, &MessageBar::dismiss);
    auto* const layout = new QHBoxLayout(this);
    layout->setContentsMargins(10, 6, 10, 6);
    layout->addWidget(m_icon, 0, Qt::AlignTop);
    layout->addWidget(m_label, 1);
    layout->addWidget(m_offer, 0, Qt::AlignTop);
    layout->addWidget(copy, 0, Qt::AlignTop);
    layout->addWidget(dismissButton, 0, Qt::AlignTop);
    updateColours();
    hide();
}

void MessageBar::showError(const Error& error) {
    const ErrorText words = errorText(error);
    QString text = QStringLiteral("<b>%1</b>").arg(words.summary.toHtmlEscaped());
    if (!words.details.isEmpty()) {
        text += QStringLiteral("<br>") + lines(words.details);
    }
    show(text + QStringLiteral("<br>") + lines(words.remedy), plainText(error), true);
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
