// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/datapage.h"

#include "ui/charts/heatmap.h"
#include "ui/charts/stackchart.h"
#include "ui/look/metrics.h"
#include "ui/tables/tablepanel.h"
#include "ui/text/errortext.h"

#include <QSplitter>

#include <algorithm>

namespace tileline {

namespace {

/// Splits a page into a chart and a table, whose sizes the user can change. If the page is tall or narrow,
/// the chart is above the table. Otherwise, the chart is to the left of the table, because a table needs
/// height more than width. If the chart has a time axis, a smaller height is enough for the page to count as
/// tall. If the page is too low to hold the chart above the table, the two are always side by side. The page
/// therefore needs only the height of the taller one.
class PartsSplitter : public QSplitter {
public:
    PartsSplitter(QWidget* first, QWidget* second, bool isAlongTime)
        : QSplitter(Qt::Vertical)
        , m_high(isAlongTime ? 640 : 900) {
        setChildrenCollapsible(false);
        connect(this, &QSplitter::splitterMoved, this, [this] { m_shares = sizes(); });
        for (QWidget* const part : {first, second}) {
            addWidget(part);
            setStretchFactor(count() - 1, 1);
        }
        setSizes(m_shares);
    }

    QSize minimumSizeHint() const override {
        return {QSplitter::minimumSizeHint().width(), std::max(heightOf(0), heightOf(1))};
    }

protected:
    void resizeEvent(QResizeEvent* event) override {
        constexpr int Narrow = 560;
        const bool low = height() < metrics::scaled(m_high, fontMetrics());
        const int narrow = metrics::scaled(Narrow, fontMetrics());
        const bool wide = width() >= std::max(narrow, widget(1)->minimumSizeHint().width() + narrow / 2);
        const bool beside = (low && wide) || height() < handleWidth() + heightOf(0) + heightOf(1);
        const Qt::Orientation wanted = beside ? Qt::Horizontal : Qt::Vertical;
        if (orientation() != wanted) {
            setOrientation(wanted);
            setSizes(m_shares);
        }
        QSplitter::resizeEvent(event);
    }

private:
    /// The minimum height of the chart or the table, in pixels.
    int heightOf(int part) const { return widget(part)->minimumSizeHint().height(); }

    /// A wide page with less height than this (in pixels at a common font size) has its chart on the left.
    const int m_high;
    QList<int> m_shares{5500, 4500}; ///< relative sizes of chart and table
};

} // namespace

DataPage::DataPage(Session* session, Selection* selection, QString noProfile, QWidget* parent)
    : QWidget(parent)
    , m_session(session)
    , m_selection(selection)
    , m_noProfile(std::move(noProfile)) {
    auto* const body = new QWidget;
    m_content = new QVBoxLayout(body);
    m_message->setTextFormat(Qt::RichText);
    m_message->setAlignment(Qt::AlignCenter);
    m_message->setMargin(24);
    m_stack->addWidget(body);
    m_stack->addWidget(m_message);
    setLayout(m_stack);
    connect(session, &Session::profileChanged, this, &DataPage::profileChanged);
    connect(session, &Session::layersChanged, this, [this] {
        if (m_session->profile()) { // if the profile was closed, profileChanged() was already called
            profileChanged();
        }
    });
    showNoProfile();
}

void DataPage::profileChanged() {
    // m_shownPart and m_origins were computed from the old layers.
    m_shownPart = {};
    m_origins.reset();
    if (m_session->profile()) {
        invalidate();
        return;
    }
    // The data are dropped at once, because their memory must be free before the next profile is read.
    for (LatestTask* const task : findChildren<LatestTask*>()) {
        task->cancel();
    }
    for (StackChart* const chart : findChildren<StackChart*>()) {
        chart->setReadout({});
        chart->setData(std::make_shared<StackChartData>());
    }
    for (HeatMap* const map : findChildren<HeatMap*>()) {
        map->setReadout({});
        map->setData(std::make_shared<HeatMapData>());
    }
    for (TablePanel* const table : findChildren<TablePanel*>()) {
        table->setData(std::make_shared<TableData>());
    }
    reset();
    showNoProfile();
}

void DataPage::invalidate() {
    m_stale = true;
    // The refresh is queued, because a new profile and its layers are announced separately, but need only one
    // refresh.
    QMetaObject::invokeMethod(this, &DataPage::refreshIfShown, Qt::QueuedConnection);
}

void DataPage::refreshIfShown() {
    if (m_stale && isVisible() && m_session->profile()) {
        m_stale = false;
        for (const LatestTask* const query : findChildren<LatestTask*>()) {
            connect(query, &LatestTask::outOfMemory, this, &DataPage::showOutOfMemory, Qt::UniqueConnection);
        }
        m_shownPart = shownPart();
        m_stack->setCurrentIndex(0);
        refresh();
    }
}

/// Shows a message that the memory is exhausted. The page computes its data again the next time it is shown.
void DataPage::showOutOfMemory() {
    m_stale = true;
    showMessage(tr("There is not enough memory for this page"),
                tr("Close other pages, windows or programs, or choose a layer expression that finds fewer "
                   "layers. The plan is kept."));
}

void DataPage::addParts(QLayout* bar, QWidget* chart, std::initializer_list<Part> details) {
    m_content->addLayout(bar);
    m_content->addWidget(new PartsSplitter(chart, inColumn(details), property(metrics::NeedsHeight).toBool()),
                         1);
}

StageBox* DataPage::makeStageBox(const QString& whole) {
    m_selection->follow<StageIndex>(this, &DataPage::followStage);
    for (const auto signal : {&Session::planChanged, &Session::resultChanged, &Session::selfChecksChanged}) {
        connect(m_session, signal, this, &DataPage::followStage);
    }
    return new StageBox(m_session, m_selection, whole);
}

std::optional<uint64_t> DataPage::limit() const {
    const auto shown = stage();
    return shown ? limitOf(shown->ipu) : m_session->plan().memory().limit();
}

std::optional<uint64_t> DataPage::limitOf(StageIndex ipu) const {
    return figuresHold(m_session->warnings()) ? std::optional(m_session->plan().limitOf(ipu)) : std::nullopt;
}

/// While a marker is dragged, the page refreshes only when the plan has new figures: other refreshes would
/// show nothing new.
void DataPage::followStage() {
    const bool settled = !m_session->estimator() || m_session->resultIsCurrent();
    if (settled && m_session->profile() && shownPart() != m_shownPart) {
        invalidate();
    }
}

void DataPage::chooseVariable(std::optional<uint32_t> variable) {
    if (!variable || *variable == NoId || !m_origins) {
        return;
    }
    const VariableIndex chosen{*variable};
    const auto operation = m_origins->operationOf(chosen);
    m_selection->choose(
        {chosen, operation, operation ? std::optional(m_origins->layerOf(chosen)) : std::nullopt});
}

void DataPage::showMessage(const QString& title, const QString& text) {
    m_message->setText(QStringLiteral("<p><b>%1</b></p><p style='white-space:pre-wrap'>%2</p>")
                           .arg(title.toHtmlEscaped(), text.toHtmlEscaped()));
    m_message->setAccessibleName(title + QStringLiteral(". ") + text);
    m_stack->setCurrentIndex(1);
}

void DataPage::showError(const Error& error) {
    const ErrorText words = errorText(error);
    showMessage(words.summary, words.rest());
}

void DataPage::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    refreshIfShown();
}

} // namespace tileline
