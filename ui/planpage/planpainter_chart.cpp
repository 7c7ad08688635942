// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
// The part of PlanPainter that draws the layer chart.
#include "core/base/sequences.h"
#include "ui/planpage/layerchart.h"
#include "ui/planpage/legend.h"
#include "ui/planpage/planpainter.h"

#include <QLocale>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace tileline {

void PlanPainter::drawChart(const QRect& part) {
    const QRectF& area = m_frame.rect;
    m_painter.fillRect(area.adjusted(0, -4, 0, 0), m_colors.background());
    m_painter.setPen(m_colors.grid());
    for (const uint64_t value : m_chart.gridValues()) {
        const double y = m_frame.pixelOfY(value);
        m_painter.drawLine(QPointF(area.left(), y), QPointF(area.right() - 1, y));
    }
    // Without antialiasing, hundreds of small rectangles are drawn in a fraction of the time and have sharp
    // edges.
    m_painter.setRenderHint(QPainter::Antialiasing, false);
    const auto [first, end] = m_geometry.layersBetween(part.left(), part.right() + 1);
    for (uint32_t layer = first; layer < end; ++layer) {
        drawBar({layer});
    }
    m_painter.setRenderHint(QPainter::Antialiasing);
    drawBarLabels(first, end);
    m_painter.setPen(m_colors.faintText());
    m_painter.drawLine(area.bottomLeft(), area.bottomRight() - QPointF(1, 0));
}

/// The parts of a layer's bar; empty if their values are not known yet.
std::vector<PlanPainter::Part> PlanPainter::partsOf(LayerIndex layer) const {
    std::vector<Part> parts;
    if (m_chart.measure() == LayerChart::Measure::Cycles) {
        if (const EntryCycleFigures* const figures = m_chart.cycles()) {
            parts = {{figures->cycles.forward[layer.index()], m_colors.phase(CyclePhase::Forward)},
                     {figures->cycles.backward[layer.index()], m_colors.phase(CyclePhase::Backward)}};
        }
        return parts;
    }
    const LayerEstimatesPtr estimates = m_session.layerEstimates();
    if (estimates && (*estimates)[layer.index()]) {
        const CategoryBytes& bytes = (*estimates)[layer.index()]->bytes;
        for (const auto& [category, id, member] : StageCategories) {
            parts.push_back({static_cast<double>(bytes.*member), m_colors.category(category)});
        }
    }
    return parts;
}

QRectF PlanPainter::barOf(LayerIndex layer, double value) const {
    const double width = m_geometry.layerWidth;
    const double gap = width < 3 ? 0 : std::clamp(width * 0.14, 0.5, 12.0);
    const double top = m_frame.pixelOfY(value);
    return {m_geometry.xOf(layer) + gap, top, width - 2 * gap, m_frame.rect.bottom() - top};
}

void PlanPainter::drawBar(LayerIndex layer) {
    const std::vector<Part> parts = partsOf(layer);
    QRectF bar = barOf(layer, 0);
    if (parts.empty()) {
        m_painter.fillRect(QRectF(bar.left(), m_frame.rect.bottom() - 7, bar.width(), 6), m_colors.grid());
        return;
    }
    double total = 0;
    for (const Part& part : parts) {
        total += part.value;
        const double top = barOf(layer, total).top();
        part.colors.paint(m_painter, QRectF(bar.left(), top, bar.width(), bar.top() - top));
        bar.setTop(top);
    }
    if (m_chart.measure() == LayerChart::Measure::Cycles) {
        if (const auto balance = m_chart.cycles()->tileBalance[layer.index()]) {
            // The tile balance is the cycles of the mean tile divided by those of the slowest tile.
            drawMeanTile(m_painter, bar.left() - 1, bar.right() + 1, bar.bottom() - bar.height() * *balance,
                         m_colors);
        }
    }
}

void PlanPainter::drawBarSelection(LayerIndex layer) {
    if (const double total = sumOf(partsOf(layer), &Part::value); total > 0) {
        m_painter.setPen(QPen(m_colors.selection(), 2));
        m_painter.setBrush(Qt::NoBrush);
        m_painter.drawRect(barOf(layer, total).adjusted(-1, -1, 1, 1));
    }
}

/// Writes the tile balance above each bar that is wide enough. The tool tips show it for every bar.
void PlanPainter::drawBarLabels(uint32_t first, uint32_t end) {
    const EntryCycleFigures* const figures = m_chart.cycles();
    if (m_chart.measure() == LayerChart::Measure::Bytes || !figures) {
        return;
    }
    const QFontMetrics metrics = m_painter.fontMetrics();
    m_painter.setPen(m_colors.text());
    for (uint32_t i = first; i < end; ++i) {
        const auto balance = figures->tileBalance[i];
        if (!balance) {
            continue;
        }
        const QString text = QLocale().toString(std::lround(*balance * 100)) + QChar::Nbsp + QLatin1Char('%');
        const double width = metrics.horizontalAdvance(text);
        const QRectF bar = barOf({i}, figures->cycles.forward[i] + figures->cycles.backward[i]);
        if (width + 2 <= m_geometry.layerWidth) {
            m_painter.drawText(QPointF(bar.center().x() - width / 2, bar.top() - metrics.descent() - 1),
                               text);
        }
    }
}

} // namespace tileline
