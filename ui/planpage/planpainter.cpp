// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/planpage/planpainter.h"

#include "core/base/sequences.h"
#include "ui/look/metrics.h"
#include "ui/planpage/legend.h"
#include "ui/session/selection.h"
#include "ui/text/bytestext.h"
#include "ui/text/layertext.h"
#include "ui/text/linetext.h"
#include "ui/text/warningtext.h"

#include <QCoreApplication>
#include <QLocale>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace tileline {

namespace {

/// In the row of crossing bytes: the gap between two figures, and the radius of a dot that replaces a figure.
constexpr double CrossingGap = 8;
constexpr double CrossingDot = 2.5;
constexpr double StageRadius = 4;
constexpr int GaugeHeight = 4;
/// The position of the limit on gauges, as a fraction of their length.
constexpr double LimitAt = 0.75;
constexpr double LayerRadius = 3;
/// Layer boxes that are narrower than this have no rounded corners.
constexpr double MinRoundedWidth = 24;
/// Layers that are narrower than this have no gaps between them.
constexpr double MinLayerGap = 5;
/// If a box is wider than this and its name does not fit, the name is elided.
constexpr double MinElidedWidth = 48;

QString stageText(const QString& about, uint32_t ipu, const QFont& font, double width) {
    const QString name = QCoreApplication::translate("Plan", "IPU %1").arg(ipu);
    const QString whole = QCoreApplication::translate("Plan", "%1 · %2").arg(name, about);
    if (lineWidth(whole, font) <= width) {
        return whole;
    }
    return lineWidth(name, font) <= width ? name : QString::number(ipu);
}

} // namespace

PlanPainter::PlanPainter(QPainter& painter, const PlanCanvas& canvas, const Session& session,
                         const Selection& selection)
    : m_painter(painter)
    , m_canvas(canvas)
    , m_session(session)
    , m_selection(selection)
    , m_colors(canvas.palette())
    , m_geometry(canvas.geometry())
    , m_chart(*canvas.chart())
    , m_frame(canvas.chartFrame()) {
}

QRectF PlanPainter::span(LayerRange range, const QRect& row) const {
    const double left = m_geometry.xOf(range.first);
    return {left, static_cast<double>(row.top()), m_geometry.xOf(range.last.next()) - left,
            static_cast<double>(row.height())};
}

/// Draws an IPU's latest known peak as a gauge along the lower edge of `stage`. Returns the peak as text.
QString PlanPainter::drawPeak(StageIndex ipu, const QRectF& stage) {
    const PartitionResultPtr result = m_session.result();
    if (!result || ipu.index() >= result->estimate.stages.size()) {
        return {};
    }
    const uint64_t peak = result->estimate.stages[ipu.index()].peakTileBytes;
    const uint64_t limit = m_session.plan().limitOf(ipu);
    const bool over = peak > limit && fitOf(result->estimate, m_session).known();
    const QRect gauge = QRectF(stage.left() + StageRadius, stage.bottom() - GaugeHeight - 1,
                               stage.width() - 2 * StageRadius, GaugeHeight)
                            .toRect();
    const auto until = [&](uint64_t bytes) {
        const double share = static_cast<double>(bytes) / static_cast<double>(std::max<uint64_t>(limit, 1));
        return static_cast<int>(gauge.width() * LimitAt * std::min(share, 1 / LimitAt));
    };
    const int limitX = until(limit);
    m_painter.fillRect(gauge, m_colors.background());
    m_painter.fillRect(QRect(gauge.topLeft(), QSize(std::min(until(peak), limitX), gauge.height())),
                       m_colors.stage(ipu.index()));
    if (over) {
        hatch(m_painter, gauge.adjusted(limitX, 0, until(peak) - gauge.width(), 0), m_colors.limit());
    }
    m_painter.fillRect(QRect(gauge.left() + limitX, gauge.top() - 2, 2, gauge.height() + 3),
                       over ? m_colors.limit() : m_colors.text());
    return !over ? bytesText(peak)
                 //: %1 and %2 are numbers of bytes
                 : QCoreApplication::translate("Plan", "%1, over by %2")
                       .arg(bytesText(peak), bytesText(peak - limit));
}

void PlanPainter::drawStages(const QRect& row, const QRect& part) {
    const StagePlacement placement = m_session.placement();
    const LayersPtr layers = m_session.layers();
    const QFont font = metrics::bold(m_canvas.font());
    m_painter.setFont(font);
    for (const LayerRange& stage : placement.stages) {
        const QRectF band = span(stage, row).adjusted(1, 0, -1, 0);
        const uint32_t ipu = placement.ipuOf(stage.first);
        const QColor colour = m_canvas.isLine() ? m_colors.stageTint(ipu) : m_colors.stage(ipu);
        m_painter.setPen(Qt::NoPen);
        m_painter.setBrush(colour);
        m_painter.drawRoundedRect(band, StageRadius, StageRadius);
        const QString peak = m_canvas.isLine() ? drawPeak({ipu}, band) : QString();
        m_painter.setPen(textOn(colour));
        // Centres the text in the visible part of the stage, so that the text does not scroll out of view.
        const QRectF shown = (peak.isEmpty() ? band : band.adjusted(0, 0, 0, -GaugeHeight)) & QRectF(part);
        drawLine(m_painter, shown, Qt::AlignCenter,
                 stageText(peak.isEmpty() ? layersText(stage, *layers) : peak, ipu, font, shown.width() - 8));
    }
    m_painter.setFont(m_canvas.font());
}

void PlanPainter::drawLayers(const QRect& row, const std::vector<LayerLabel>& labels, const QRect& part) {
    const StagePlacement placement = m_session.placement();
    const auto [first, end] = m_geometry.layersBetween(part.left(), part.right() + 1);
    for (uint32_t layer = first; layer < end; ++layer) {
        const QColor fill = m_colors.stageTint(placement.ipuOf({layer}));
        const QRectF box = span({{layer}, {layer}}, row).adjusted(1, 0, -1, 0);
        if (m_geometry.layerWidth >= MinRoundedWidth) {
            m_painter.setPen(QPen(m_colors.grid(), 1));
            m_painter.setBrush(fill);
            m_painter.drawRoundedRect(box, LayerRadius, LayerRadius);
        } else {
            // Aligns the boxes to whole pixels. This makes drawing hundreds of boxes much faster.
            const double gap = m_geometry.layerWidth >= MinLayerGap ? 0 : 1;
            m_painter.fillRect(box.adjusted(-gap, 0, gap, 0).toRect(), gap > 0 ? fill : m_colors.grid());
            m_painter.fillRect(box.toRect().adjusted(1, 1, -1, -1), fill);
        }
    }
    m_painter.setPen(m_colors.text());
    for (const LayerLabel& label : labels) {
        if (label.area.intersects(part)) {
            drawLine(m_painter, label.area, Qt::AlignCenter, label.text);
        }
    }
}

void PlanPainter::drawSelection(const PlanRows& rows) {
    m_painter.setBrush(Qt::NoBrush);
    const StagePlacement placement = m_session.placement();
    m_painter.setPen(QPen(m_colors.text(), 2));
    for (const LayerRange& stage : placement.stages) {
        if (m_selection.chosen<StageIndex>() == StageIndex{placement.ipuOf(stage.first)}) {
            m_painter.drawRoundedRect(span(stage, rows.stages).adjusted(1, 0, -1, 0), StageRadius,
                                      StageRadius);
        }
    }
    const auto layer = m_selection.chosen<LayerIndex>();
    if (layer && layer->index() < m_geometry.layerCount) {
        m_painter.setPen(QPen(m_colors.selection(), 2.5));
        m_painter.drawRoundedRect(span({*layer, *layer}, rows.layers).adjusted(1, 0, -1, 0), LayerRadius,
                                  LayerRadius);
        drawBarSelection(*layer);
    }
}

void PlanPainter::drawTiedWeights(const std::vector<TiedWeights>& all, const QRect& row) {
    const StagePlacement placement = m_session.placement();
    const double top = row.bottom() + 1;
    const double line = top + 5;
    for (const TiedWeights& tied : all) {
        const bool split = isSplit(tied, placement);
        const QColor colour = split ? m_colors.limit() : m_colors.faintText();
        m_painter.setPen(QPen(colour, split ? 2 : 1, split ? Qt::SolidLine : Qt::DotLine));
        m_painter.drawLine(QPointF(m_geometry.centreOf(tied.entries.front()), line),
                           QPointF(m_geometry.centreOf(tied.entries.back()), line));
        m_painter.setPen(QPen(colour, split ? 2 : 1));
        m_painter.setBrush(split ? colour : m_colors.background());
        for (const LayerIndex entry : tied.entries) {
            const double x = m_geometry.centreOf(entry);
            m_painter.drawLine(QPointF(x, top), QPointF(x, line));
            m_painter.drawEllipse(QPointF(x, line), 2.5, 2.5);
        }
    }
}

void PlanPainter::drawForbidden(const QRect& row) {
    m_painter.setPen(QPen(m_colors.limit(), 2));
    m_painter.setBrush(m_colors.background());
    for (const LayerIndex boundary : m_session.plan().constraints().forbidden()) {
        const QPointF middle(m_geometry.xOf(boundary), row.center().y());
        m_painter.drawEllipse(middle, 6, 6);
        m_painter.drawLine(middle + QPointF(-3.6, 3.6), middle + QPointF(3.6, -3.6));
    }
}

void PlanPainter::drawCrossing(const QRect& row) {
    const StageEstimatorPtr estimator = m_session.estimator();
    if (!estimator) {
        return;
    }
    const QRect visible = m_canvas.visibleRegion().boundingRect() & row;
    double free = row.left();
    for (const LayerIndex split : m_session.plan().splits()) {
        const double x = m_geometry.xOf(split);
        const QString text = bytesText(estimator->crossingBytes(split));
        const double width = lineWidth(text, m_painter.font());
        // If a split is near the edge of the visible part, moves its label so that the label is not cut off.
        const QRect& space = visible.left() <= x && x <= visible.right() ? visible : row;
        const double start = std::clamp(x - width / 2, static_cast<double>(space.left()),
                                        std::max<double>(space.left(), space.right() - width));
        if (start >= free) {
            m_painter.setPen(m_colors.text());
            drawLine(m_painter, QRectF(start, row.top(), width, row.height()), Qt::AlignVCenter, text);
            free = start + width + CrossingGap;
        } else {
            // If there is no room for the number, draws a dot; the marker's tool tip shows the number.
            m_painter.setPen(Qt::NoPen);
            m_painter.setBrush(m_colors.text());
            m_painter.drawEllipse(QPointF(x, row.top() + 1), CrossingDot, CrossingDot);
        }
    }
}

void PlanPainter::drawNote(LayerIndex boundary, const QStringList& lines, const PlanRows& rows) {
    const double x = m_geometry.xOf(boundary);
    m_painter.setPen(QPen(m_colors.selection(), 2, Qt::DashLine));
    m_painter.drawLine(QPointF(x, rows.layers.top()), QPointF(x, rows.chart.bottom()));
    const QFontMetrics metrics = m_painter.fontMetrics();
    double width = 0;
    for (const QString& line : lines) {
        width = std::max(width, metrics.horizontalAdvance(line) + 16.0);
    }
    const QRectF visible = m_canvas.visibleRegion().boundingRect();
    double left = x + 12;
    if (left + width > visible.right()) {
        left = std::max(visible.left(), x - 12 - width);
    }
    const double height = metrics.lineSpacing() * static_cast<double>(lines.size()) + 8;
    const QRectF label(left, rows.chart.top() + 4, width, height);
    m_painter.setPen(QPen(m_colors.selection(), 1));
    m_painter.setBrush(m_canvas.palette().color(QPalette::ToolTipBase));
    m_painter.drawRoundedRect(label, 4, 4);
    m_painter.setPen(m_canvas.palette().color(QPalette::ToolTipText));
    m_painter.drawText(label.adjusted(8, 4, -8, -4), Qt::AlignLeft | Qt::AlignTop,
                       lines.join(QLatin1Char('\n')));
}

/// Draws a frame around a boundary. The frame is wider than a marker's grip, so that no grip can hide it.
void PlanPainter::drawCursor(LayerIndex boundary, const PlanRows& rows) {
    const double x = m_geometry.xOf(boundary);
    m_painter.setPen(QPen(m_colors.selection(), 2));
    m_painter.setBrush(Qt::NoBrush);
    m_painter.drawRoundedRect(QRectF(x - 8, rows.layers.top() - 2, 16, rows.layers.height() + 4), 5, 5);
}

void PlanPainter::drawChart(const QRect& part) {
    const QRectF& area = m_frame.rect;
    m_painter.fillRect(area.adjusted(0, -4, 0, 0), m_colors.background());
    m_painter.setPen(m_colors.grid());
    for (const uint64_t value : m_chart.gridValues()) {
        const double y = m_frame.pixelOfY(value);
        m_painter.drawLine(QPointF(area.left(), y), QPointF(area.right() - 1, y));
    }
    // Turns antialiasing off, so that hundreds of small rectangles are drawn faster and with sharp edges.
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

/// The parts of a layer's bar; empty if the layer's values are not known yet.
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
            // The tile balance is the mean cycles of all tiles divided by the cycles of the slowest tile.
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

/// Writes the tile balance above each bar that is wide enough. The layer's tool tip shows it, too.
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

/// If a name is wider than its box, a wide box shows the name elided. A narrow box shows the name in full if
/// it keeps clear of the previous name; otherwise, and for entry 0, the name is left out.
std::vector<LayerLabel> layerLabels(const Layers& layers, const BoundaryGeometry& geometry, const QRect& row,
                                    const QFont& font) {
    const QFontMetrics metrics(font);
    std::vector<LayerLabel> labels;
    double end = -1e9;
    for (uint32_t layer = 0; layer < layers.count(); ++layer) {
        const double room = geometry.layerWidth - 2;
        QString name = layerName(layers, {layer});
        double width = metrics.horizontalAdvance(name);
        const bool between = geometry.centreOf({layer}) - width / 2 > end + 6 && layer != 0;
        if (width > room - 4 && room > MinElidedWidth) {
            name = metrics.elidedText(name, Qt::ElideMiddle, static_cast<int>(room) - 6);
            width = metrics.horizontalAdvance(name);
        } else if (width > room - 4 && !between) {
            continue;
        }
        const double start = geometry.centreOf({layer}) - width / 2;
        // The area is a little wider than the name, because QFontMetrics rounds to whole pixels.
        labels.push_back({QRectF(start - 2, row.top(), width + 4, row.height()), name});
        end = start + width;
    }
    return labels;
}

} // namespace tileline
