// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/planpage/noplanpanel.h"

#include "ui/text/plaintext.h"

#include <QCoreApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace tileline {

NoPlanPanel::NoPlanPanel(QWidget* parent)
    : QWidget(parent)
    , m_text(plainLabel()) {
    m_text->setObjectName(QStringLiteral("planMissing"));
    m_text->setAlignment(Qt::AlignCenter);
    m_text->setWordWrap(true);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    auto* const pages = new QHBoxLayout;
    pages->addStretch();
    pages->addWidget(plainLabel(tr("What the profile holds:")));
    for (const auto& [id, title] :
         {std::pair("tilememory", "Tile memory"), std::pair("liveness", "Liveness"),
          std::pair("programtree", "Program tree"), std::pair("summary", "Summary")}) {
        // The titles are those of the pages.
        auto* const button = new QPushButton(QCoreApplication::translate("Pages", title));
        button->setObjectName(QLatin1String(id));
        connect(button, &QPushButton::clicked, this,
                [this, id = QString::fromLatin1(id)] { emit pageRequested(id); });
        pages->addWidget(button);
    }
    pages->addStretch();
    auto* const layout = new QVBoxLayout(this);
    layout->addStretch();
    layout->addWidget(m_text);
    layout->addLayout(pages);
    layout->addStretch();
}

void NoPlanPanel::setText(const QString& text) {
    m_text->setText(text);
}

} // namespace tileline
