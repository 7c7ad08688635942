// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/startpages/startpages.h"

#include "ui/look/icons.h"
#include "ui/look/metrics.h"
#include "ui/text/controls.h"
#include "ui/text/errortext.h"
#include "ui/text/translations.h"

#include <QApplication>
#include <QBoxLayout>
#include <QClipboard>
#include <QFileInfo>
#include <QIcon>
#include <QKeyEvent>
#include <QLabel>

#include <cmath>

namespace tileline {

namespace {

constexpr int ShownEntries = 5;
constexpr int EmptyPageWidth = 560;
constexpr int ErrorPageWidth = 640;
constexpr int LoadingPageWidth = 480;
constexpr int IconSize = 48;
constexpr int Steps = 1000;

/// Lays out a page as one centred column, at most `width` pixels wide and slightly above the middle.
void layOut(QWidget* page, int width, int spacing, std::initializer_list<Part> parts) {
    auto* const centred = new QWidget;
    centred->setMaximumWidth(width);
    rowOf({Part::stretch(), {centred, 10}, Part::stretch()}, page);
    QVBoxLayout* const column = columnOf(parts, centred);
    column->setSpacing(spacing);
    column->insertStretch(0, 2);
    column->addStretch(3);
}

/// Makes a label bold. `scale` is the size of its font relative to other labels.
QLabel* heading(double scale, QLabel* label) {
    label->setFont(metrics::bold(metrics::sized(label->font(), scale)));
    return label;
}

QLabel* iconLabel(const char* name, int size) {
    auto* const label = plainLabel();
    label->setPixmap(QIcon(QStringLiteral(":/tileline/icons/%1.svg").arg(QLatin1String(name))).pixmap(size));
    return label;
}

} // namespace

EmptyPage::EmptyPage(const RecentFiles* recent, bool hasSample, QWidget* parent)
    : QWidget(parent)
    , m_recent(recent)
    , m_recentLayout(new QVBoxLayout(m_recentArea)) {
    auto* const text = wrappedLabel(tr(
        "1. Open the report of a model that was compiled for one IPU.\n2. Drag the splits, or let Tileline "
        "find the best plan, until every stage fits into the memory of its IPU.\n3. Export the plan for the "
        "framework of the model."));
    auto* const open = button(tr("&Open profile…"), this, &EmptyPage::openRequested, "openProfile");
    open->setDefault(true);
    auto* const directory = button(tr("Open report &directory…"), this, &EmptyPage::openDirectoryRequested);
    auto* const sample = button(tr("Open the &sample"), this, &EmptyPage::openSampleRequested, "openSample");
    layOut(
        this, EmptyPageWidth, 12,
        {iconLabel("tileline", 64),
         heading(metrics::LargeType, wrappedLabel(tr("See why a model does not fit, and where to split it"))),
         text, Part::space(6), rowOf({open, directory, sample, Part::stretch()}),
         wrappedLabel(tr("Or drop a profile or a report directory written by Poplar here.")), Part::space(12),
         m_recentArea});
    sample->setVisible(hasSample);
    withoutMargins(m_recentLayout);
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
    m_recentLayout->addWidget(heading(1, plainLabel(tr("Recent"))));
    int shown = 0;
    for (const QStringList& paths : m_recent->entries()) {
        if (shown++ == ShownEntries) {
            break;
        }
        const QFileInfo file(paths.front());
        //: a recent file: %1 is its name, %2 its directory
        auto* const entry = button(tr("%1 in %2").arg(withoutKeys(file.fileName()), withoutKeys(file.path())),
                                   this, [this, paths] { emit recentRequested(paths); });
        entry->setIcon(iconOf("open"));
        entry->setFlat(true);
        entry->setStyleSheet(QStringLiteral("text-align: left; padding: 4px"));
        entry->setToolTip(plainToolTip(paths.join(QLatin1Char('\n'))));
        // Without a description, screen readers would read the tool tip aloud.
        entry->setAccessibleDescription(shownText(paths.join(QLatin1Char('\n')), LineFeeds::Kept));
        m_recentLayout->addWidget(entry);
    }
}

ErrorPage::ErrorPage(QWidget* parent)
    : QWidget(parent)
    , m_summary(heading(metrics::LargeType, selectableLabel(ByMouseOrKey))) {
    const auto copy = [this] { QApplication::clipboard()->setText(m_copy); };
    layOut(this, ErrorPageWidth, 12,
           {iconLabel("warning", IconSize), m_summary, m_details, m_remedy, Part::space(6),
            rowOf({button(tr("&Try again"), this, &ErrorPage::retryRequested, "retryLoad"),
                   button(tr("&Open another profile…"), this, &ErrorPage::openRequested),
                   button(tr("&Copy"), this, copy, "copyError"),
                   button(tr("&Dismiss"), this, &ErrorPage::dismissed, "dismissError"), Part::stretch()})});
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
    , m_title(heading(metrics::LargeType, wrappedLabel()))
    , m_cancel(button(tr("&Cancel"), this, &LoadingPage::cancelRequested, "cancelLoad")) {
    m_bar->setRange(0, Steps);
    m_bar->setAccessibleName(tr("Progress of loading"));
    layOut(this, LoadingPageWidth, 10, {m_title, m_path, m_bar, rowOf({{m_phase, 1}, m_cancel})});
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
