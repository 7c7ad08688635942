// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/startpages/startpages.h"

#include "ui/look/icons.h"
#include "ui/look/metrics.h"
#include "ui/text/controls.h"
#include "ui/text/errortext.h"
#include "ui/text/translations.h"

#include <QApplication>
#include <QClipboard>
#include <QFileInfo>
#include <QHeaderView>
#include <QIcon>
#include <QKeyEvent>
#include <QLocale>
#include <QTableWidget>

#include <cmath>

namespace tileline {

namespace {

constexpr int EmptyPageWidth = 760;
constexpr QSize DrawingSize(740, 132);
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

/// Makes the font of a label bold, and `scale` times as large as that of other labels.
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

EmptyPage::EmptyPage(const RecentFiles* recent, bool hasSample)
    : m_recent(recent)
    , m_table(new QTableWidget(0, 4)) {
    const auto step = [](const char* icon, const QString& title, const QString& text) {
        QLabel* const picture = plainLabel();
        picture->setPixmap(iconOf(icon).pixmap(metrics::IconSize));
        auto* const words = wrappedLabel(text);
        words->setAlignment(Qt::AlignLeft | Qt::AlignTop);
        return inColumn({rowOf({picture, {heading(1, plainLabel(title)), 1}}), {words, 1}});
    };
    auto* const steps = rowOf(
        {{step("open", tr("1. Open"), tr("the report of a model that was compiled for one IPU.")), 1},
         {step("plan", tr("2. Split"), tr("by hand, or use the best plan, until every stage fits.")), 1},
         {step("export", tr("3. Export"), tr("the plan for the framework of the model.")), 1}});
    steps->setSpacing(2 * metrics::Margin);
    QLabel* const drawing = plainLabel();
    drawing->setPixmap(iconOf("start").pixmap(DrawingSize));
    drawing->setAccessibleName(tr("A model that is too large for one IPU fits on four"));
    auto* const open = button(tr("&Open profile…"), this, &EmptyPage::openRequested, "openProfile");
    open->setDefault(true);
    auto* const directory = button(tr("Open report &directory…"), this, &EmptyPage::openDirectoryRequested);
    auto* const sample = button(tr("Open the &sample"), this, &EmptyPage::openSampleRequested, "openSample");
    layOut(this, EmptyPageWidth, metrics::Margin,
           {heading(metrics::LargeType,
                    wrappedLabel(tr("See why a model does not fit on an IPU, and where to split it"))),
            drawing,
            steps,
            rowOf({open, directory, sample, Part::stretch()}),
            wrappedLabel(tr("Or drop a profile or a whole report directory here.")),
            {m_table, 30}});
    sample->setVisible(hasSample);
    setUpRows(m_table, "recentTable", tr("Recent reports"), 1);
    m_table->setHorizontalHeaderLabels({tr("Recent report"), tr("Directory"), tr("Opened"), tr("Last plan")});
    m_table->verticalHeader()->setDefaultSectionSize(metrics::rowHeight(fontMetrics()));
    m_table->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft);
    m_table->setShowGrid(false);
    m_table->setTextElideMode(Qt::ElideMiddle);
    m_table->setTabKeyNavigation(false);
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    const auto choose = [this](int row) {
        emit recentRequested(m_recent->entries()[static_cast<size_t>(row)].paths);
    };
    connect(m_table, &QTableWidget::cellClicked, this, choose, Qt::QueuedConnection);
    connect(
        m_table, &QTableWidget::cellActivated, this,
        [this, choose](int row) {
            // If a double click has already opened the profile, this page is hidden.
            if (isVisible()) {
                choose(row);
            }
        },
        Qt::QueuedConnection);
    connect(recent, &RecentFiles::changed, this, &EmptyPage::fillRecent);
    fillRecent();
}

void EmptyPage::fillRecent() {
    const auto& entries = m_recent->entries();
    m_table->setVisible(!entries.empty());
    m_table->setRowCount(static_cast<int>(entries.size()));
    for (int row = 0; row < m_table->rowCount(); ++row) {
        const RecentFile& entry = entries[static_cast<size_t>(row)];
        const QFileInfo file(entry.paths.front());
        const QString fits = !entry.fits ? QStringLiteral("–") : *entry.fits ? tr("fits") : tr("overflows");
        const QString texts[]{shownText(file.fileName()), shownText(file.path()),
                              QLocale().toString(entry.opened, QLocale::ShortFormat), fits};
        for (int column = 0; column < m_table->columnCount(); ++column) {
            auto* const item = new QTableWidgetItem(texts[column]);
            item->setToolTip(plainToolTip(entry.paths.join(QLatin1Char('\n'))));
            m_table->setItem(row, column, item);
        }
        if (entry.fits) {
            m_table->item(row, 3)->setIcon(iconOf(*entry.fits ? "fits" : "over"));
        }
    }
    // The table is never higher than its rows require.
    m_table->setMaximumHeight(m_table->horizontalHeader()->sizeHint().height() + 2 * m_table->frameWidth() +
                              m_table->verticalHeader()->length());
}

ErrorPage::ErrorPage()
    : m_summary(heading(metrics::LargeType, selectableLabel(ByMouseOrKey))) {
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

LoadingPage::LoadingPage()
    : m_title(heading(metrics::LargeType, wrappedLabel()))
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
