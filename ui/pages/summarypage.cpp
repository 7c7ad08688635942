// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/summarypage.h"

#include "core/profile/reading/source.h"
#include "ui/text/bytestext.h"
#include "ui/text/settingtext.h"

#include <QClipboard>
#include <QEvent>
#include <QGuiApplication>
#include <QScrollBar>
#include <QSettings>

#include <algorithm>
#include <filesystem>
#include <sstream>

namespace tileline {

namespace {

/// The width of a column of the page, in letters. The widest table fits into this width without line breaks.
constexpr int LettersInColumn = 70;
constexpr int MaxColumns = 4;
constexpr auto FoldedKey = "summary/folded";

/// Reads the beginnings of the files that frameworks and applications write to a report directory. Skips
/// files that cannot be read.
std::vector<std::pair<QString, QString>> filesBeside(const std::string& profile) {
    constexpr size_t MaxBytes = size_t{1} << 14; // laying out a longer text would block the window
    std::vector<std::pair<QString, QString>> files;
    for (const char* const name : {"framework.json", "app.json"}) {
        const auto source = localSource(std::filesystem::path(profile).parent_path() / name);
        std::string text(source ? std::min<uint64_t>((*source)->bytes(), MaxBytes) : 0, '\0');
        const auto read = source ? (*source)->readAt(0, std::as_writable_bytes(std::span(text))) : 0;
        if (!read || text.empty()) {
            continue;
        }
        text.resize(*read);
        QStringList lines;
        std::istringstream rest(text);
        for (std::string line; std::getline(rest, line);) {
            lines += shownText(line);
        }
        if ((*source)->bytes() > MaxBytes) {
            lines += QStringLiteral("… %1 / %2").arg(bytesText(MaxBytes), bytesText((*source)->bytes()));
        }
        files.emplace_back(QLatin1String(name), lines.join(QLatin1Char('\n')));
    }
    return files;
}

} // namespace

SummaryPage::SummaryPage(Session* session, Selection* selection)
    : DataPage(session, selection, tr("Open a profile to see its summary.")) {
    m_text->setAccessibleName(tr("Summary of the profile"));
    m_text->setFrameShape(QFrame::NoFrame);
    m_text->setOpenLinks(false);
    // If the scroll bar appeared only after the text was laid out, the text would have to be laid out again.
    m_text->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOn);
    auto* const copy = button(tr("&Copy all"), this, &SummaryPage::copyAll);
    copy->setToolTip(tr("Copy the summary as plain text"));
    content()->addWidget(m_text, 1);
    content()->addLayout(rowOf({Part::stretch(), copy}));
    connect(session, &Session::selfChecksChanged, this, &SummaryPage::showAgain);
    connect(session->comparison(), &Comparison::changed, this, &SummaryPage::showAgain);
    connect(m_text, &QTextBrowser::anchorClicked, this, &SummaryPage::fold);
}

void SummaryPage::refresh() {
    m_figures.reset();
    m_text->verticalScrollBar()->setValue(0);
    showSummary();
    m_task.run(
        [profile = session()->profile(), layers = session()->layers(),
         estimator = session()->estimator()](const std::stop_token& stop) -> Outcome<SummaryFigures> {
            constexpr size_t MaxMissing = 20;
            Workers workers(1);
            auto diagnosis = TRY(diagnose(*profile, *layers, estimator, MaxMissing, workers, stop));
            auto instrumentation = TRY(instrumentationBytes(*profile, stop));
            uint64_t vertices = 0;
            for (const ComputeSet& set : profile->computeSets) {
                for (const VertexInstances& instances : set.vertices) {
                    vertices += sumOver(instances.count);
                }
            }
            return SummaryFigures{std::move(diagnosis), instrumentation, vertices,
                                  filesBeside(profile->path)};
        },
        [this](Outcome<SummaryFigures> figures) {
            if (figures) { // if the figures cannot be computed, the summary is shown without them
                m_figures = std::move(*figures);
                showSummary();
            }
        });
}

void SummaryPage::reset() {
    m_figures.reset();
    m_text->clear();
}

void SummaryPage::showSummary() {
    QTextDocument* const document = m_text->document();
    if (document->isLayoutEnabled()) {
        // The text is laid out only once, when the page has its final size. Until then, the text browser has
        // no scroll position, so the old position is restored afterwards.
        document->setLayoutEnabled(false);
        QMetaObject::invokeMethod(
            m_text,
            [this, scrolled = m_text->verticalScrollBar()->value()] {
                m_text->document()->setLayoutEnabled(true);
                m_text->verticalScrollBar()->setValue(scrolled);
            },
            Qt::QueuedConnection);
    }
    m_columns = columnsThatFit();
    m_text->setHtml(summaryHtml(*session()->profile(), *session()->layers(),
                                session()->comparison()->report().get(), m_figures ? &*m_figures : nullptr,
                                session()->selfChecks().get(), settingText(*session()), m_columns,
                                QSettings().value(FoldedKey).toStringList(), palette()));
}

/// Folds or unfolds the section whose heading was clicked, and remembers the new state.
void SummaryPage::fold(const QUrl& link) {
    QSettings settings;
    QStringList folded = settings.value(FoldedKey).toStringList();
    const QString section = link.path(QUrl::FullyDecoded);
    if (folded.removeAll(section) == 0) {
        folded += section;
    }
    settings.setValue(FoldedKey, folded);
    showAgain();
}

void SummaryPage::showAgain() {
    if (session()->profile() && !showsMessage()) {
        isVisible() ? showSummary() : invalidate();
    }
}

void SummaryPage::copyAll() const {
    QGuiApplication::clipboard()->setText(m_text->toPlainText());
}

int SummaryPage::columnsThatFit() const {
    return std::clamp(width() / (fontMetrics().averageCharWidth() * LettersInColumn), 1, MaxColumns);
}

void SummaryPage::resizeEvent(QResizeEvent* event) {
    DataPage::resizeEvent(event);
    if (columnsThatFit() != m_columns) {
        showAgain();
    }
}

void SummaryPage::changeEvent(QEvent* event) {
    DataPage::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) {
        showAgain();
    }
}

} // namespace tileline
