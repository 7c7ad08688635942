// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/datapage.h"

#include "ui/pages/partssplitter.h"
#include "ui/session/latesttask.h"
#include "ui/text/errortext.h"
#include "ui/text/plaintext.h"

#include <QLabel>
#include <QStackedLayout>
#include <QVBoxLayout>

namespace tileline {

DataPage::DataPage(Session* session, Selection* selection, QString noProfile, QWidget* parent)
    : QWidget(parent)
    , m_session(session)
    , m_selection(selection)
    , m_noProfile(std::move(noProfile))
    , m_stack(new QStackedLayout)
    , m_message(plainLabel()) {
    auto* const body = new QWidget;
    m_content = new QVBoxLayout(body);
    m_message->setTextFormat(Qt::RichText);
    m_message->setAlignment(Qt::AlignCenter);
    m_message->setWordWrap(true);
    m_message->setMargin(24);
    m_message->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_stack->addWidget(body);
    m_stack->addWidget(m_message);
    setLayout(m_stack);
    connect(session, &Session::profileChanged, this, &DataPage::profileChanged);
    connect(session, &Session::layersChanged, this, &DataPage::profileChanged);
    showNoProfile();
}

void DataPage::profileChanged() {
    m_shownStage.reset(); // it holds what was computed from the layers
    if (m_session->profile()) {
        invalidate();
    } else {
        // At once: the memory of this profile must be free before the next one is read.
        reset();
        showNoProfile();
    }
}

void DataPage::showNoProfile() {
    showMessage(tr("No profile is open"), m_noProfile);
}

void DataPage::invalidate() {
    m_stale = true;
    // Queued, so that one refresh is enough: a load announces a new profile and then its layers.
    QMetaObject::invokeMethod(this, &DataPage::refreshIfShown, Qt::QueuedConnection);
}

void DataPage::refreshIfShown() {
    if (m_stale && isVisible() && m_session->profile()) {
        m_stale = false;
        for (const LatestTask* const query : findChildren<LatestTask*>()) {
            connect(query, &LatestTask::outOfMemory, this, &DataPage::showOutOfMemory, Qt::UniqueConnection);
        }
        m_shownStage = stage();
        m_shownLimit = limit();
        showContent();
        refresh();
    }
}

/// The next time that the page is shown, it tries again.
void DataPage::showOutOfMemory() {
    m_stale = true;
    showMessage(tr("There is not enough memory for this page"),
                tr("Close other pages, windows or programs, or choose a layer expression that finds fewer "
                   "layers. The plan is kept."));
}

void DataPage::addParts(QLayout* bar, QWidget* chart, QLayout* details) {
    auto* const second = new QWidget;
    details->setContentsMargins(0, 0, 0, 0);
    second->setLayout(details);
    auto* const parts = new PartsSplitter;
    parts->addWidget(chart);
    parts->addWidget(second);
    parts->share();
    m_content->addLayout(bar);
    m_content->addWidget(parts, 1);
}

StageBox* DataPage::makeStageBox(const QString& whole) {
    connect(m_selection, &Selection::stageChanged, this, &DataPage::followStage);
    connect(m_session, &Session::planChanged, this, &DataPage::followStage);
    connect(m_session, &Session::resultChanged, this, &DataPage::followStage);
    connect(m_session, &Session::selfChecksChanged, this, &DataPage::followStage);
    return new StageBox(m_session, m_selection, whole);
}

std::optional<uint64_t> DataPage::limit() const {
    const auto shown = stage();
    return shown ? limitOf(shown->ipu) : m_session->plan().memory().limit();
}

std::optional<uint64_t> DataPage::limitOf(StageIndex ipu) const {
    return figuresHold(m_session->warnings()) ? std::optional(m_session->plan().limitOf(ipu)) : std::nullopt;
}

/// While a marker is dragged, the page waits for the figures of the plan: there is no use in computing more
/// than they do.
void DataPage::followStage() {
    const bool settled = !m_session->estimator() || m_session->resultIsCurrent();
    if (settled && m_session->profile() && !(stage() == m_shownStage && limit() == m_shownLimit)) {
        invalidate();
    }
}

void DataPage::showMessage(const QString& title, const QString& text) {
    m_message->setText(QStringLiteral("<p><b>%1</b></p><p style='white-space:pre-wrap'>%2</p>")
                           .arg(title.toHtmlEscaped(), text.toHtmlEscaped()));
    m_message->setAccessibleName(title + QStringLiteral(". ") + text);
    m_stack->setCurrentIndex(1);
}

void DataPage::showFailure(const Failure& failure) {
    if (!failure.cancelled()) {
        const ErrorText words = errorText(failure.error());
        showMessage(words.summary, words.details +
                                       (words.details.isEmpty() ? QString() : QStringLiteral("\n")) +
                                       words.remedy);
    }
}

void DataPage::showContent() {
    m_stack->setCurrentIndex(0);
}

bool DataPage::showsMessage() const {
    return m_stack->currentIndex() == 1;
}

void DataPage::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    refreshIfShown();
}

} // namespace tileline
