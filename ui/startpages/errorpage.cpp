// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/startpages/errorpage.h"

#include "ui/startpages/centredcolumn.h"
#include "ui/text/errortext.h"
#include "ui/text/plaintext.h"

#include <QApplication>
#include <QClipboard>
#include <QHBoxLayout>
#include <QIcon>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace tileline {

namespace {

constexpr int ErrorPageWidth = 640;
constexpr int IconSize = 48;

QLabel* selectable() {
    auto* const label = plainLabel();
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    return label;
}

} // namespace

ErrorPage::ErrorPage(QWidget* parent)
    : QWidget(parent)
    , m_summary(selectable())
    , m_details(selectable())
    , m_remedy(selectable()) {
    auto* const icon = plainLabel();
    icon->setPixmap(QIcon(QStringLiteral(":/tileline/icons/warning.svg")).pixmap(IconSize));
    QFont font = m_summary->font();
    font.setPointSizeF(font.pointSizeF() * 1.4);
    font.setBold(true);
    m_summary->setFont(font);
    auto* const retry = new QPushButton(tr("&Try again"));
    auto* const open = new QPushButton(tr("&Open another profile…"));
    auto* const copy = new QPushButton(tr("&Copy"));
    auto* const dismissButton = new QPushButton(tr("&Dismiss"));
    copy->setObjectName(QStringLiteral("copyError"));
    dismissButton->setObjectName(QStringLiteral("dismissError"));
    retry->setObjectName(QStringLiteral("retryLoad"));
    connect(retry, &QPushButton::clicked, this, &ErrorPage::retryRequested);
    connect(open, &QPushButton::clicked, this, &ErrorPage::openRequested);
    connect(copy, &QPushButton::clicked, this, [this] { QApplication::clipboard()->setText(m_copy); });
    connect(dismissButton, &QPushButton::clicked, this, &ErrorPage::dismissed);
    auto* const buttons = new QHBoxLayout;
    for (QPushButton* const button : {retry, open, copy, dismissButton}) {
        buttons->addWidget(button);
    }
    buttons->addStretch();
    auto* const column = new QVBoxLayout;
    column->setSpacing(12);
    column->addStretch(2);
    column->addWidget(icon);
    column->addWidget(m_summary);
    column->addWidget(m_details);
    column->addWidget(m_remedy);
    column->addSpacing(6);
    column->addLayout(buttons);
    column->addStretch(3);
    centreColumn(*this, column, ErrorPageWidth);
}

void ErrorPage::showError(const Error& error) {
    const ErrorText text = errorText(error);
    m_summary->setText(text.summary);
    m_details->setText(text.details);
    m_details->setVisible(!text.details.isEmpty());
    m_remedy->setText(text.remedy);
    m_copy = plainText(error);
    setAccessibleName(tr("Error"));
    setAccessibleDescription(m_copy);
}

} // namespace tileline
