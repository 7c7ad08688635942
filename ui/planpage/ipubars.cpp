// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/planpage/ipubars.h"

#include "core/session/selection.h"
#include "ui/text/layertext.h"
#include "ui/text/settingtext.h"
#include "ui/text/timetext.h"
#include "ui/text/warningtext.h"

#include <QVBoxLayout>

#include <algorithm>

namespace tileline {

namespace {

/// More are not kept: a few hundred drags.
constexpr size_t MaxParts = 4096;

} // namespace

IpuBars::IpuBars(Session* session, Selection* selection, QWidget* parent)
    : QWidget(parent)
    , m_session(session)
    , m_selection(selection)
    , m_layout(new QVBoxLayout(this)) {
    m_layout->setContentsMargins(0, 2, 0, 2);
    m_layout->setSpacing(1);
    m_layout->addStretch();
    connect(session, &Session::planChanged, this, &IpuBars::refresh);
    connect(session, &Session::resultChanged, this, &IpuBars::refresh);
    connect(selection, &Selection::stageChanged, this, &IpuBars::markSelected);
    refresh();
}

void IpuBars::setWhatIf(const std::optional<WhatIf>& whatIf) {
    m_whatIf = whatIf;
    refresh();
}

void IpuBars::refresh() {
    std::vector<PlacedStage> ipus;
    if (m_session->estimator()) {
        ipus = m_session->placement().ipus;
    }
    if (m_estimator != m_session->estimator() || m_parts.size() > MaxParts) {
        m_estimator = m_session->estimator();
        m_parts.clear();
    }
    m_time.reset();
    if (const PartitionResultPtr result = m_session->result()) {
        m_time = m_session->timeOf(result->estimate);
    }
    const size_t count = ipus.size();
    while (m_bars.size() > count) {
        m_bars.back()->hide();
        m_bars.back()->deleteLater();
        m_bars.pop_back();
    }
    while (m_bars.size() < count) {
        m_bars.push_back(addBar());
    }
    const uint64_t right = scale();
    for (uint32_t stage = 0; stage < count; ++stage) {
        m_bars[stage]->setValues(dataOf({stage}, ipus[stage], right));
    }
    markSelected();
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
    m_layout->insertWidget(m_layout->count() - 1, bar);
    return bar;
}

IpuBarData IpuBars::dataOf(StageIndex stage, const PlacedStage& placed, uint64_t right) {
    const Plan& state = m_session->plan();
    IpuBarData values;
    values.stage = stage;
    values.placed = placed;
    const Layers& layers = *m_session->layers();
    values.layerNames = layersText(placed.entries, layers);
    if (placed.withOutput) {
        values.layerNames += QStringLiteral(", ") + layerName(layers, layers.last());
    }
    values.setting = estimateName(m_session->setting().setting);
    values.limit = state.limitOf(stage);
    values.ownLimit = values.limit != state.memory().perTile;
    values.scale = right;
    const PartitionResultPtr result = m_session->result();
    if (result && stage.index() < result->estimate.stages.size()) {
        values.estimate = result->estimate.stages[stage.index()];
        values.current = result->estimate.placement.ipus[stage.index()] == placed;
        if (values.current) {
            values.parts = partsOf(placed, values.estimate->peakTile);
        }
        values.doubtful = !figuresHold(result->estimate, *m_session);
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
        cycles.forward += stage.forward;
        cycles.recompute += stage.recompute;
        cycles.backward += stage.backward;
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

uint64_t IpuBars::scale() const {
    const Plan& state = m_session->plan();
    uint64_t maximum = state.memory().perTile;
    for (const uint64_t limit : state.memory().ofIpu) {
        maximum = std::max(maximum, limit);
    }
    if (const PartitionResultPtr result = m_session->result()) {
        maximum = std::max(maximum, result->estimate.peakTileBytes());
    }
    return maximum + maximum / 50;
}

void IpuBars::select(StageIndex stage) {
    const IpuBarData values = m_bars[stage.index()]->values();
    m_selection->setStage(stage);
    if (values.estimate && values.current) {
        m_selection->setTile(values.estimate->peakTile);
        m_selection->setStep(values.estimate->peakStep);
    }
}

void IpuBars::markSelected() {
    for (IpuBar* const bar : m_bars) {
        bar->setSelected(m_selection->stage() == bar->values().stage);
    }
}

} // namespace tileline
