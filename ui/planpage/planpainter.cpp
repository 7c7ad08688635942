// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/planpage/planpainter.h"

#include "core/session/selection.h"
#include "ui/charts/byteticker.h"
#include "ui/text/bytestext.h"
#include "ui/text/layertext.h"

#include <QCoreApplication>
#include <QPainter>

#include <algorithm>
#include <array>
#include <cmath>

namespace tileline {

namespace {

/// Between the bytes that cross two splits, and the radius of the dot in place of them.
constexpr double CrossingGap = 8;
constexpr double CrossingDot = 2.5;

QColor tinted(const QColor& colour, const QColor& base, double share) {
    const auto mix = [&](int a, int b) { return static_cast<int>(std::lround(b + (a - b) * share)); };
    return {mix(colour.red(), base.red()), mix(colour.green(), base.green()),
            mix(colour.blue(), base.blue())};
}

QString stageText(LayerRange entries, uint32_t ipu, const Layers& layers, const QFontMetrics& metrics,
                  double width) {
    const QString name = QCoreApplication::translate("Plan", "IPU %1").arg(ipu);
    const QString whole =
        QCoreApplication::translate("Plan", "%1 · %2").arg(name, layersText(entries, layers));
    if (metrics.horizontalAdvance(whole) <= width) {
        return whole;
    }
    return metrics.horizontalAdvance(name) <= width ? name : QString::number(ipu);
}

} // namespace

PlanPainter::PlanPainter(QPainter& painter, const PlanCanvas& canvas, const Session& session,
                         const Selection& selection)
    : m_painter(painter)
    , m_canvas(canvas)
    , m_session(session)
    , m_selection(selection)
    , m_colors(canvas.palette())
    , m_geometry(canvas.geometry()) {
}

QRectF PlanPainter::span(LayerRange range, const QRect& row) const {
    const double left = m_geometry.xOf(range.first);
    return {left, static_cast<double>(row.top()), m_geometry.xOf(range.last.next()) - left,
            static_cast<double>(row.height())};
}

void PlanPainter::drawStages(const QRect& row) {
    const StagePlacement placement = m_session.placement();
    const LayersPtr layers = m_session.layers();
    QFont font = m_canvas.font();
    font.setBold(true);
    m_painter.setFont(font);
    for (const LayerRange& stage : placement.stages) {
        const QRectF band = span(stage, row).adjusted(1, 0, -1, 0);
        const uint32_t ipu = placement.ipuOf(stage.first);
        const QColor colour = m_colors.stage(ipu);
        const bool selected = m_selection.stage() == StageIndex{ipu};
        m_painter.setPen(selected ? QPen(m_colors.text(), 2) : QPen(Qt::NoPen));
        m_painter.setBrush(colour);
        m_painter.drawRoundedRect(band, 4, 4);
        m_painter.setPen(ChartColors::textOn(colour));
        m_painter.drawText(band, Qt::AlignCenter,
                           stageText(stage, ipu, *layers, m_painter.fontMetrics(), band.width() - 8));
    }
    m_painter.setFont(m_canvas.font());
}

void PlanPainter::drawLayers(const QRect& row) {
    const StagePlacement placement = m_session.placement();
    const LayersPtr layers = m_session.layers();
    const QFontMetrics metrics = m_painter.fontMetrics();
    double labelEnd = -1e9;
    for (uint32_t layer = 0; layer < layers->count(); ++layer) {
        const QRectF box = span({{layer}, {layer}}, row).adjusted(1, 0, -1, 0);
        const QColor fill = tinted(m_colors.stage(placement.ipuOf({layer})), m_colors.background(), 0.28);
        const bool selected = m_selection.layer() == LayerIndex{layer};
        m_painter.setPen(selected ? QPen(m_colors.selection(), 2.5) : QPen(m_colors.grid(), 1));
        m_painter.setBrush(fill);
        m_painter.drawRoundedRect(box, 3, 3);
        const QString name = layerName(*layers, {layer});
        const double needed = metrics.horizontalAdvance(name);
        const double start = box.center().x() - needed / 2;
        // Names that do not fit next to one another are left out; they are not cut to a few letters.
        if (needed <= box.width() - 4) {
            m_painter.setPen(m_colors.text());
            m_painter.drawText(box, Qt::AlignCenter, name);
            labelEnd = start + needed;
        } else if (box.width() > 48) {
            m_painter.setPen(m_colors.text());
            m_painter.drawText(box, Qt::AlignCenter,
                               metrics.elidedText(name, Qt::ElideMiddle, static_cast<int>(box.width()) - 6));
            labelEnd = box.right();
        } else if (start > labelEnd + 6 && layer != 0) {
            m_painter.setPen(m_colors.text());
            m_painter.drawText(QPointF(start, box.center().y() + metrics.ascent() / 2.0 - 1), name);
            labelEnd = start + needed;
        }
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
    const QFontMetrics metrics = m_painter.fontMetrics();
    const QRect visible = m_canvas.visibleRegion().boundingRect() & row;
    struct Label {
        double x = 0; ///< of the split
        double start = 0;
        double width = 0;
        QString text;
    };
    const auto labelsOf = [&](const QString& sign) {
        std::vector<Label> labels;
        for (const LayerIndex split : m_session.plan().splits()) {
            Label label{m_geometry.xOf(split), 0, 0, sign + bytesText(estimator->crossingBytes(split))};
            label.width = metrics.horizontalAdvance(label.text);
            // The label of a split at the edge of what is visible is not cut.
            const bool shown = visible.left() <= label.x && label.x <= visible.right();
            const QRect& space = shown ? visible : row;
            label.start = std::clamp(label.x - label.width / 2, static_cast<double>(space.left()),
                                     std::max<double>(space.left(), space.right() - label.width));
            labels.push_back(std::move(label));
        }
        return labels;
    };
    const auto fit = [](const std::vector<Label>& labels) {
        return std::adjacent_find(labels.begin(), labels.end(), [](const Label& left, const Label& right) {
                   return left.start + left.width + CrossingGap > right.start;
               }) == labels.end();
    };
    std::vector<Label> labels = labelsOf(QString(QChar(0x2194)) + QChar::Nbsp);
    if (!fit(labels)) {
        labels = labelsOf({});
    }
    double free = row.left();
    for (const Label& label : labels) {
        if (label.start >= free) {
            m_painter.setPen(m_colors.text());
            m_painter.drawText(QPointF(label.start, row.bottom() - metrics.descent()), label.text);
            free = label.start + label.width + CrossingGap;
        } else {
            // A dot for a number that has no room; the marker's tool tip has it.
            m_painter.setPen(Qt::NoPen);
            m_painter.setBrush(m_colors.text());
            m_painter.drawEllipse(QPointF(label.x, row.top() + 1), CrossingDot, CrossingDot);
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

/// A frame around the boundary: it is wider than the grip of a marker, which may cover its middle.
void PlanPainter::drawCursor(LayerIndex boundary, const PlanRows& rows) {
    const double x = m_geometry.xOf(boundary);
    m_painter.setPen(QPen(m_colors.selection(), 2));
    m_painter.setBrush(Qt::NoBrush);
    m_painter.drawRoundedRect(QRectF(x - 8, rows.layers.top() - 2, 16, rows.layers.height() + 4), 5, 5);
}

std::array<uint64_t, MemoryCategoryCount> stacked(const CategoryBytes& bytes) {
    return {bytes.variables,   bytes.vertexCode, bytes.vertexState,  bytes.exchangeCode,
            bytes.controlCode, bytes.stash,      bytes.accumulators, bytes.unowned};
}

QString categoryText(MemoryCategory category) {
    switch (category) {
    case MemoryCategory::Variables:
        return QCoreApplication::translate("Plan", "Variables");
    case MemoryCategory::VertexCode:
        return QCoreApplication::translate("Plan", "Vertex code");
    case MemoryCategory::VertexState:
        return QCoreApplication::translate("Plan", "Vertex state");
    case MemoryCategory::ExchangeCode:
        return QCoreApplication::translate("Plan", "Exchange code");
    case MemoryCategory::ControlCode:
        return QCoreApplication::translate("Plan", "Control code");
    case MemoryCategory::Stash:
        //: activations that wait for the backward pass
        return QCoreApplication::translate("Plan", "Stash");
    case MemoryCategory::Accumulators:
        return QCoreApplication::translate("Plan", "Gradient accumulators");
    case MemoryCategory::Unowned:
        return QCoreApplication::translate("Plan", "Owned by no operation");
    }
    return {};
}

namespace {

std::vector<uint64_t> valuesEvery(double step, uint64_t minimum, uint64_t maximum) {
    std::vector<uint64_t> values;
    for (double value = std::ceil(static_cast<double>(minimum) / step) * step;
         value <= static_cast<double>(maximum); value += step) {
        values.push_back(static_cast<uint64_t>(value));
    }
    return values;
}

} // namespace

std::vector<uint64_t> gridValues(uint64_t maximum, int lines) {
    return valuesEvery(byteTickStep(static_cast<double>(maximum), lines), 0, maximum);
}

std::vector<uint64_t> roundValues(uint64_t minimum, uint64_t maximum, int lines) {
    const double rough = std::max(static_cast<double>(maximum - minimum) / lines, 1.0);
    const double power = std::pow(10, std::floor(std::log10(rough)));
    const std::array factors = {1.0, 2.0, 5.0, 10.0};
    const auto* const factor =
        std::find_if(factors.begin(), factors.end(), [&](double value) { return value * power >= rough; });
    return valuesEvery(power * (factor == factors.end() ? factors.back() : *factor), minimum, maximum);
}

} // namespace tileline
