// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/planpage/ipubars.h"

#include "ui/session/selection.h"
#include "ui/text/layertext.h"
#include "ui/text/plaintext.h"
#include "ui/text/settingtext.h"
#include "ui/text/timetext.h"
#include "ui/text/verdicttext.h"
#include "ui/text/warningtext.h"

#include <QAction>
#include <QEvent>
#include <QMenu>
#include <QResizeEvent>

#include <algorithm>

namespace tileline {

namespace {

/// More are not kept: a few hundred drags.
constexpr size_t MaxParts = 4096;
/// Of a row that has no text.
constexpr int MinRowHeight = 4;
constexpr int MinColumnWidth = 280;
/// Above and below all rows.
constexpr int OuterMargin = 2;

} // namespace

IpuBars::IpuBars(PlanEditor* editor, Selection* selection, QWidget* parent)
    : QWidget(parent)
    , m_editor(editor)
    , m_session(editor->session())
    , m_selection(selection)
    , m_compare(new QAction(tr("Compare with this plan"), this))
    , m_noBaseline(new QAction(tr("No baseline"), this)) {
    const QString tip = tr("The bars of other plans then show how they differ from this one");
    m_compare->setToolTip(plainToolTip(tip));
    m_compare->setStatusTip(tip);
    connect(m_compare, &QAction::triggered, this, [this] { setBaseline(true); });
    connect(m_noBaseline, &QAction::triggered, this, [this] { setBaseline(false); });
    connect(m_session, &Session::planChanged, this, &IpuBars::refresh);
    connect(m_session, &Session::resultChanged, this, &IpuBars::refresh);
    connect(m_session, &Session::selfChecksChanged, this, &IpuBars::refresh);
    connect(m_session, &Session::profileChanged, this, [this] { setBaseline(false); });
    connect(editor, &PlanEditor::movingChanged, this, &IpuBars::onMovingChanged);
    selection->follow<StageIndex>(this, &IpuBars::markSelected);
    refresh();
}

IpuBars::Peaks IpuBars::peaksNow() const {
    Peaks peaks;
    for (const StageEstimate& stage : m_session->result()->estimate.stages) {
        peaks.push_back(stage.peakTileBytes);
    }
    return peaks;
}

void IpuBars::onMovingChanged() {
    const bool begins = m_editor->moving() && m_session->resultIsCurrent();
    m_beforeMoves = begins ? std::optional(peaksNow()) : std::nullopt;
    refresh();
}

void IpuBars::setBaseline(bool chosen) {
    m_baseline = chosen && m_session->resultIsCurrent() ? std::optional(peaksNow()) : std::nullopt;
    refresh();
}

void IpuBars::setWhatIf(const std::optional<WhatIf>& whatIf) {
    m_whatIf = whatIf;
    refresh();
}

void IpuBars::refresh() {
    const std::vector<PlacedStage> ipus =
        m_session->estimator() ? m_session->placement().ipus : std::vector<PlacedStage>();
    if (m_estimator != m_session->estimator() || m_parts.size() > MaxParts) {
        m_estimator = m_session->estimator();
        m_parts.clear();
    }
    const PartitionResultPtr result = m_session->result();
    m_time = result ? m_session->timeOf(result->estimate) : std::nullopt;
    const size_t count = ipus.size();
    const bool otherCount = m_bars.size() != count;
    while (m_bars.size() > count) {
        m_bars.back()->hide();
        m_bars.back()->deleteLater();
        m_bars.pop_back();
    }
    while (m_bars.size() < count) {
        m_bars.push_back(addBar());
    }
    // The scale must not jump while one moves a split.
    m_scale = m_editor->moving() ? std::max(m_scale, neededScale()) : neededScale();
    for (uint32_t stage = 0; stage < count; ++stage) {
        m_bars[stage]->setValues(dataOf({stage}, ipus[stage]));
    }
    if (otherCount) {
        updateGeometry();
        arrange();
    }
    m_compare->setEnabled(m_session->resultIsCurrent());
    m_noBaseline->setEnabled(m_baseline.has_value());
    markSelected();
}

QSize IpuBars::sizeHint() const {
    const int row = m_bars.empty() ? 0 : m_bars.front()->sizeHint().height();
    return {2 * MinColumnWidth, static_cast<int>(m_bars.size()) * row + 2 * OuterMargin};
}

QSize IpuBars::minimumSizeHint() const {
    const auto count = static_cast<int>(m_bars.size());
    const int maxColumns = std::max(1, width() / MinColumnWidth);
    return {MinColumnWidth, (count + maxColumns - 1) / maxColumns * MinRowHeight + 2 * OuterMargin};
}

/// As few columns as leave a line of text to each row; if none does, as many as there is room for.
int IpuBars::chooseColumns() const {
    const auto count = static_cast<int>(m_bars.size());
    const int maxColumns = std::max(1, width() / MinColumnWidth);
    for (int columns = 1; columns < maxColumns; ++columns) {
        const int rows = (count + columns - 1) / columns;
        if ((height() - 2 * OuterMargin) / rows >= m_bars.front()->lineHeight()) {
            return columns;
        }
    }
    return maxColumns;
}

/// Shares the area among the bars, column by column.
void IpuBars::arrange() {
    if (m_bars.empty()) {
        return;
    }
    m_columns = chooseColumns();
    const auto count = static_cast<int>(m_bars.size());
    const int rows = (count + m_columns - 1) / m_columns;
    const double tall = std::max<double>(MinRowHeight, (height() - 2.0 * OuterMargin) / rows);
    const double wide = static_cast<double>(width()) / m_columns;
    for (int i = 0; i < count; ++i) {
        const int left = static_cast<int>(i / rows * wide);
        const int right = static_cast<int>((i / rows + 1) * wide);
        const int top = OuterMargin + static_cast<int>(i % rows * tall);
        // All are equally high, or only some would have room for their cycles.
        m_bars[static_cast<size_t>(i)]->setGeometry(left, top, right - left, static_cast<int>(tall));
    }
}

void IpuBars::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    if (event->size().width() != event->oldSize().width()) {
        updateGeometry(); // the number of columns, and with it the minimum height, can change
    }
    arrange();
}

void IpuBars::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange) {
        arrange();
    }
}

IpuBar* IpuBars::addBar() {
    auto* const bar = new IpuBar(this);
    connect(bar, &IpuBar::explainRequested, this, [this](StageIndex stage) {
        select(stage);
        emit explainRequested();
    });
    connect(bar, &IpuBar::limitRequested, this, &IpuBars::limitRequested);
    connect(bar, &IpuBar::moveFocus, this, [this, bar](int by) {
        const auto next = static_cast<size_t>(static_cast<int>(bar->values().stage.value) + by);
        if (next < m_bars.size()) {
            m_bars[next]->setFocus(Qt::OtherFocusReason);
            emit barFocused(m_bars[next]);
        }
    });
    connect(bar, &IpuBar::menuRequested, this, [this](QMenu* menu) { menu->addActions(baselineActions()); });
    bar->show();
    return bar;
}

IpuBarData IpuBars::dataOf(StageIndex stage, const PlacedStage& placed) {
    const Plan& state = m_session->plan();
    IpuBarData values;
    values.stage = stage;
    values.placed = placed;
    values.layerNames = placedText(placed, *m_session->layers());
    values.setting = estimateName(m_session->setting().setting);
    values.limit = state.limitOf(stage);
    values.memory = state.memory().memoryOf(stage);
    values.limitText = limitText(state.memory(), stage);
    values.scale = m_scale;
    const std::optional<Peaks>& other = m_baseline ? m_baseline : m_beforeMoves;
    if (other && stage.index() < other->size()) {
        values.comparedTo = (*other)[stage.index()];
    }
    const PartitionResultPtr result = m_session->result();
    if (result && stage.index() < result->estimate.stages.size()) {
        values.estimate = result->estimate.stages[stage.index()];
        values.current = result->estimate.placement.ipus[stage.index()] == placed;
        if (values.current) {
            values.parts = partsOf(placed, values.estimate->peakTile);
        }
        values.fit = {values.estimate->peakTileBytes <= values.limit, m_session->warnings(&result->estimate)};
    }
    addCycles(values);
    if (m_whatIf && m_whatIf->estimate && stage.index() < m_whatIf->estimate->stages.size()) {
        const uint64_t peak = m_whatIf->estimate->stages[stage.index()].peakTileBytes;
        if (!values.estimate || peak != values.estimate->peakTileBytes) {
            values.whatIfPeak = peak;
        }
    }
    return values;
}

void IpuBars::addCycles(IpuBarData& values) const {
    values.showsCycles = m_estimator->uses() != nullptr;
    const PartitionResultPtr result = m_session->result();
    if (!m_time || values.stage.index() >= result->estimate.placement.ipus.size()) {
        return;
    }
    IpuCycles cycles;
    for (const uint32_t number : result->estimate.placement.stagesOf(values.stage.index())) {
        const PipelineTime::Stage& stage = m_time->stages[number];
        size_t phase = 0;
        for (const double inStage : {stage.forward, stage.recompute, stage.backward}) {
            cycles.inPhase[phase++] += inStage;
        }
    }
    cycles.period = m_time->period;
    values.cycles = cycles;
    values.cycleSource = cycleSourceText(*m_session);
}

TileParts IpuBars::partsOf(const PlacedStage& placed, TileId tile) {
    const auto [known, added] = m_parts.try_emplace({placed, tile});
    if (added) {
        known->second = m_estimator->tileParts(placed, tile);
    }
    return known->second;
}

uint64_t IpuBars::neededScale() const {
    const MemoryLimits& memory = m_session->plan().memory();
    Peaks values = m_baseline.value_or(Peaks());
    values.insert(values.end(), memory.ofIpu.begin(), memory.ofIpu.end());
    if (const PartitionResultPtr result = m_session->result()) {
        values.push_back(result->estimate.peakTileBytes());
    }
    values.push_back(memory.perTile);
    const uint64_t maximum = *std::max_element(values.begin(), values.end());
    return maximum + maximum / 50;
}

void IpuBars::select(StageIndex stage) {
    const IpuBarData values = m_bars[stage.index()]->values();
    if (values.estimate && values.current) {
        m_selection->choose({stage, values.estimate->peakTile, values.estimate->peakStep});
    } else {
        m_selection->choose(stage);
    }
}

void IpuBars::markSelected() {
    for (IpuBar* const bar : m_bars) {
        bar->setSelected(m_selection->chosen<StageIndex>() == bar->values().stage);
    }
}

} // namespace tileline
