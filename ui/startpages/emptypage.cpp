// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/startpages/emptypage.h"

#include "ui/startpages/centredcolumn.h"
#include "ui/text/plaintext.h"

#include <QFileInfo>
#include <QHBoxLayout>
#include <QIcon>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace tileline {

namespace {

constexpr int ShownEntries = 5;
constexpr int EmptyPageWidth = 560;

QLabel* heading(const QString& text, double scale) {
    auto* const label = plainLabel(text);
    QFont font = label->font();
    font.setPointSizeF(font.pointSizeF() * scale);
    font.setBold(true);
    label->setFont(font);
    return label;
}

} // namespace

EmptyPage::EmptyPage(const RecentFiles* recent, bool hasSample, QWidget* parent)
    : QWidget(parent)
    , m_recent(recent)
    , m_recentArea(new QWidget)
    , m_recentLayout(new QVBoxLayout(m_recentArea)) {
    auto* const icon = plainLabel();
    icon->setPixmap(QIcon(QStringLiteral(":/tileline/icons/tileline.svg")).pixmap(64, 64));
    auto* const text = plainLabel(
        tr("Open a profile of a model that was compiled for one IPU. Tileline then shows where to split it "
           "into pipeline stages, so that every stage fits into the memory of its IPU."));
    text->setWordWrap(true);
    auto* const open = new QPushButton(tr("&Open profile…"));
    open->setObjectName(QStringLiteral("openProfile"));
    open->setDefault(true);
    auto* const directory = new QPushButton(tr("Open report &directory…"));
    auto* const sample = new QPushButton(tr("Open the &sample"));
    sample->setObjectName(QStringLiteral("openSample"));
    sample->setVisible(hasSample);
    connect(open, &QPushButton::clicked, this, &EmptyPage::openRequested);
    connect(directory, &QPushButton::clicked, this, &EmptyPage::openDirectoryRequested);
    connect(sample, &QPushButton::clicked, this, &EmptyPage::openSampleRequested);
    auto* const buttons = new QHBoxLayout;
    buttons->addWidget(open);
    buttons->addWidget(directory);
    buttons->addWidget(sample);
    buttons->addStretch();
    auto* const hint = plainLabel(tr("Or drop a report directory, as Poplar wrote it, or a profile here."));
    hint->setWordWrap(true);

    auto* const column = new QVBoxLayout;
    column->setSpacing(12);
    column->addStretch(2);
    column->addWidget(icon);
    column->addWidget(heading(tr("No profile is open"), 1.6));
    column->addWidget(text);
    column->addSpacing(6);
    column->addLayout(buttons);
    column->addWidget(hint);
    column->addSpacing(12);
    column->addWidget(m_recentArea);
    column->addStretch(3);
    centreColumn(*this, column, EmptyPageWidth);
    m_recentLayout->setContentsMargins(0, 0, 0, 0);
    m_recentLayout->setSpacing(2);
    connect(recent, &RecentFiles::changed, this, &EmptyPage::fillRecent);
    fillRecent();
}

void EmptyPage::fillRecent() {
    while (QLayoutItem* const item = m_recentLayout->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    m_recentArea->setVisible(!m_recent->entries().empty());
    m_recentLayout->addWidget(heading(tr("Recent"), 1.0));
    int shown = 0;
    for (const QStringList& paths : m_recent->entries()) {
        if (shown++ == ShownEntries) {
            break;
        }
        const QFileInfo file(paths.front());
        auto* const button = new QPushButton(
            QStringLiteral("%1  –  %2").arg(withoutKeys(file.fileName()), withoutKeys(file.path())));
        button->setFlat(true);
        button->setStyleSheet(QStringLiteral("text-align: left; padding: 4px"));
        button->setToolTip(plainToolTip(paths.join(QLatin1Char('\n'))));
        // Without a description, screen readers would read the tool tip aloud.
        button->setAccessibleDescription(shownText(paths.join(QLatin1Char('\n')), LineFeeds::Kept));
        connect(button, &QPushButton::clicked, this, [this, paths] { emit recentRequested(paths); });
        m_recentLayout->addWidget(button);
    }
}

} // namespace tileline
