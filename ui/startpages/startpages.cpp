// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/startpages/startpages.h"

#include "ui/text/errortext.h"
#include "ui/text/plaintext.h"
#include "ui/text/statustext.h"

#include <QApplication>
#include <QClipboard>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QIcon>
#include <QKeyEvent>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QVBoxLayout>

#include <cmath>

namespace tileline {

namespace {

constexpr int ShownEntries = 5;
constexpr int EmptyPageWidth = 560;
constexpr int ErrorPageWidth = 640;
constexpr int LoadingPageWidth = 480;
constexpr int IconSize = 48;
constexpr int Steps = 1000;

/// Lays out a page with one column in its middle, at most `width` wide. What the caller adds begins a bit
/// above the middle; the caller ends with a stretch of 3.
QVBoxLayout* addColumn(QWidget& page, int width, int spacing) {
    auto* const centred = new QWidget;
    centred->setMaximumWidth(width);
    auto* const layout = new QHBoxLayout(&page);
    layout->addStretch(1);
    layout->addWidget(centred, 10);
    layout->addStretch(1);
    auto* const column = new QVBoxLayout(centred);
    column->setSpacing(spacing);
    column->addStretch(2);
    return column;
}

/// A bold label. `scale` is the size of its font, where 1 is that of other labels.
QLabel* heading(double scale, const QString& text = {}) {
    auto* const label = plainLabel(text);
    QFont font = label->font();
    font.setPointSizeF(font.pointSizeF() * scale);
    font.setBold(true);
    label->setFont(font);
    return label;
}

QLabel* selectable(QLabel* label) {
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
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
    QVBoxLayout* const column = addColumn(*this, EmptyPageWidth, 12);
    column->addWidget(icon);
    column->addWidget(heading(1.6, tr("No profile is open")));
    column->addWidget(text);
    column->addSpacing(6);
    column->addLayout(buttons);
    column->addWidget(hint);
    column->addSpacing(12);
    column->addWidget(m_recentArea);
    column->addStretch(3);
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
    m_recentLayout->addWidget(heading(1, tr("Recent")));
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

ErrorPage::ErrorPage(QWidget* parent)
    : QWidget(parent)
    , m_summary(selectable(heading(1.4)))
    , m_details(selectable(plainLabel()))
    , m_remedy(selectable(plainLabel())) {
    auto* const icon = plainLabel();
    icon->setPixmap(QIcon(QStringLiteral(":/tileline/icons/warning.svg")).pixmap(IconSize));
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
    QVBoxLayout* const column = addColumn(*this, ErrorPageWidth, 12);
    column->addWidget(icon);
    column->addWidget(m_summary);
    column->addWidget(m_details);
    column->addWidget(m_remedy);
    column->addSpacing(6);
    column->addLayout(buttons);
    column->addStretch(3);
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

LoadingPage::LoadingPage(QWidget* parent)
    : QWidget(parent)
    , m_title(heading(1.4))
    , m_path(plainLabel())
    , m_phase(plainLabel())
    , m_bar(new QProgressBar)
    , m_cancel(new QPushButton(tr("&Cancel"))) {
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
    QVBoxLayout* const column = addColumn(*this, LoadingPageWidth, 10);
    column->addWidget(m_title);
    column->addWidget(m_path);
    column->addWidget(m_bar);
    column->addLayout(row);
    column->addStretch(3);
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
