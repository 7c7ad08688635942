// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/startpages/loadingpage.h"

#include "ui/startpages/centredcolumn.h"
#include "ui/text/plaintext.h"
#include "ui/text/statustext.h"

#include <QFileInfo>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QVBoxLayout>

#include <cmath>

namespace tileline {

namespace {

constexpr int LoadingPageWidth = 480;
constexpr int Steps = 1000;

} // namespace

LoadingPage::LoadingPage(QWidget* parent)
    : QWidget(parent)
    , m_title(plainLabel())
    , m_path(plainLabel())
    , m_phase(plainLabel())
    , m_bar(new QProgressBar)
    , m_cancel(new QPushButton(tr("&Cancel"))) {
    QFont font = m_title->font();
    font.setPointSizeF(font.pointSizeF() * 1.4);
    font.setBold(true);
    m_title->setFont(font);
    m_title->setWordWrap(true);
    m_path->setWordWrap(true);
    m_path->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_bar->setRange(0, Steps);
    m_bar->setAccessibleName(tr("Progress of loading"));
    m_cancel->setObjectName(QStringLiteral("cancelLoad"));
    connect(m_cancel, &QPushButton::clicked, this, &LoadingPage::cancelRequested);
    auto* const row = new QHBoxLayout;
    row->addWidget(m_phase, 1);
    row->addWidget(m_cancel);
    auto* const column = new QVBoxLayout;
    column->setSpacing(10);
    column->addStretch(2);
    column->addWidget(m_title);
    column->addWidget(m_path);
    column->addWidget(m_bar);
    column->addLayout(row);
    column->addStretch(3);
    centreColumn(*this, column, LoadingPageWidth);
}

void LoadingPage::begin(const QStringList& paths, bool again) {
    const QString name = paths.isEmpty() ? QString() : shownText(QFileInfo(paths.front()).fileName());
    m_title->setText(again ? tr("Opening %1 again").arg(name) : tr("Opening %1").arg(name));
    m_path->setText(shownText(paths.join(QLatin1Char('\n')), LineFeeds::Kept));
    setProgress(Phase::Opening, 0);
}

void LoadingPage::setProgress(Phase phase, double fraction) {
    m_phase->setText(phaseText(phase));
    m_bar->setValue(static_cast<int>(std::lround(fraction * Steps)));
    m_bar->setFormat(QStringLiteral("%1 %").arg(std::lround(fraction * 100)));
}

void LoadingPage::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Escape) {
        emit cancelRequested();
        return;
    }
    QWidget::keyPressEvent(event);
}

void LoadingPage::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    m_cancel->setFocus();
}

} // namespace tileline
