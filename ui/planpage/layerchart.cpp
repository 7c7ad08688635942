// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/planpage/layerchart.h"

#include "core/base/sequences.h"
#include "ui/charts/axis.h"
#include "ui/charts/chartcolors.h"
#include "ui/text/bytestext.h"
#include "ui/text/cyclestext.h"
#include "ui/text/settingtext.h"
#include "ui/text/warningtext.h"

#include <algorithm>
#include <cmath>

namespace tileline {

namespace {

/// The space above the highest bar of cycles, for its tile balance, as a fraction of the bar's height.
constexpr double LabelShare = 0.15;
constexpr int ChartGridLines = 3;

} // namespace

LayerChart::LayerChart(Session* session, QObject* parent)
    : QObject(parent)
    , m_session(session) {
    connect(session, &Session::layersChanged, this, &LayerChart::onLayersChanged);
    connect(session, &Session::layerEstimatesChanged, this, &LayerChart::onEstimatesChanged);
    onLayersChanged();
}

void LayerChart::choose(Measure measure) {
    if (m_chosen != measure) {
        m_chosen = measure;
        emit chosenChanged();
        emit changed();
    }
}

void LayerChart::onLayersChanged() {
    const StageEstimatorPtr estimator = m_session->estimator();
    const PipelineEntriesPtr entries = estimator ? estimator->entries() : nullptr;
    // If the changed options do not affect the entries, `entries` is the same object, and the cycles are
    // kept.
    if (!entries || entries != m_entries) {
        m_entries = entries;
        m_query.cancel();
        m_cycles.reset();
        m_maxCycles = 0;
        m_isComputed = false;
    }
    if (entries && !m_isComputed && !m_query.busy()) {
        m_query.run(
            [profile = m_session->profile(), entries](const std::stop_token& stop) {
                return EntryCycleFigures::find(*profile, *entries, stop);
            },
            [this](Outcome<std::optional<EntryCycleFigures>> found) {
                if (found) {
                    take(*std::move(found));
                }
            });
    }
    onEstimatesChanged();
}

void LayerChart::take(std::optional<EntryCycleFigures> cycles) {
    m_cycles = std::move(cycles);
    m_isComputed = true;
    double maximum = 0;
    for (size_t i = 0; m_cycles && i < m_cycles->cycles.forward.size(); ++i) {
        maximum = std::max(maximum, m_cycles->cycles.forward[i] + m_cycles->cycles.backward[i]);
    }
    m_maxCycles = static_cast<uint64_t>(std::ceil(maximum * (1 + LabelShare)));
    emit changed();
}

void LayerChart::onEstimatesChanged() {
    const LayerEstimatesPtr estimates = m_session->layerEstimates();
    const auto bytesOf = [](const auto& estimate) { return estimate ? estimate->bytes.total() : 0; };
    m_maxBytes = estimates ? greatestOf(*estimates, bytesOf) : 0;
    emit changed();
}

QString LayerChart::lack() const {
    if (!m_session->estimator() || hasCycles()) {
        return {};
    }
    return m_entries ? tr("The profile has cycle counts for too few programs.") + QLatin1Char(' ') +
                           cyclesRemedyText()
                     : tr("PopLiner's setting has no passes, so it has no cycles of layers. Choose the "
                          "setting Pipeline.");
}

std::vector<uint64_t> LayerChart::gridValues() const {
    return measure() == Measure::Bytes ? tileline::gridValues(m_maxBytes, ChartGridLines)
                                       : roundValues(0, m_maxCycles, ChartGridLines);
}

QString LayerChart::axisText(uint64_t value) const {
    return measure() == Measure::Bytes ? axisBytesText(value) : axisCyclesText(static_cast<double>(value));
}

QString LayerChart::title() const {
    const QString standIns = m_session->profile() ? standInsText(*m_session->profile()) : QString();
    if (measure() == Measure::Bytes) {
        const QString estimate = estimateName(m_session->setting().setting);
        //: %1 is "estimate of the pipeline" or "PopLiner's estimate"
        return tr("Bytes of each layer, summed over tiles (%1)")
            .arg(standIns.isEmpty() ? estimate : estimate + QStringLiteral("; ") + standIns);
    }
    if (!m_cycles) {
        return tr("Cycles of each layer for a micro-batch");
    }
    return m_cycles->cycles.measured ? tr("Cycles of each layer for a micro-batch (measured)")
                                     : tr("Cycles of each layer for a micro-batch (estimated by Poplar)");
}

QString LayerChart::bytesValues(LayerIndex layer) const {
    const LayerEstimatesPtr estimates = m_session->layerEstimates();
    if (!estimates || !(*estimates)[layer.index()]) {
        return {};
    }
    const CategoryBytes& bytes = (*estimates)[layer.index()]->bytes;
    QStringList lines;
    for (const StageCategoryInfo& info : StageCategories) {
        if (isCommon(info.category) || bytes.*info.bytes > 0) {
            lines += QStringLiteral("%1: %2").arg(categoryText(info.category), bytesText(bytes.*info.bytes));
        }
    }
    lines += tr("Total: %1").arg(bytesText(bytes.total()));
    return lines.join(QLatin1Char('\n'));
}

QString LayerChart::cyclesValues(LayerIndex layer) const {
    if (!m_cycles) {
        return {};
    }
    //: %1 is "1,234 cycles"
    QStringList lines{tr("Forward: %1").arg(exactCyclesText(m_cycles->cycles.forward[layer.index()]))};
    if (training()) {
        lines += tr("Backward: %1").arg(exactCyclesText(m_cycles->cycles.backward[layer.index()]));
    }
    const auto balance = m_cycles->tileBalance[layer.index()];
    lines +=
        balance ? tr("Tile balance: %1 (mean of the tiles divided by the slowest)").arg(percentText(*balance))
                : tr("Tile balance: unknown");
    return lines.join(QLatin1Char('\n'));
}

} // namespace tileline
