// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/plotoverlay.h"

#include "ui/text/linetext.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>

namespace tileline {

namespace {

constexpr double Padding = 4;
constexpr double MarkFlag = 16;
/// The height of the triangle that marks the maximum, and the gap between the triangle and the curve.
constexpr double PeakHeight = 8;
constexpr double PeakGap = 2;

} // namespace

PlotOverlay::PlotOverlay(QPainter& painter, const PlotFrame& frame, const ChartColors& colors)
    : m_painter(painter)
    , m_frame(frame)
    , m_colors(colors) {
}

double PlotOverlay::bandLabelHeight(const QFont& font) {
    return QFontMetricsF(font).height() + PeakHeight + 2 * PeakGap;
}

QRectF PlotOverlay::areaOf(const ChartBand& band) const {
    // On the axis, position i of a band extends from i - 0.5 to i + 0.5.
    const double left = std::max(m_frame.pixelOfX(band.from - 0.5), m_frame.rect.left());
    const double right = std::min(m_frame.pixelOfX(band.to - 0.5), m_frame.rect.right());
    return {QPointF(left, m_frame.rect.top()), QPointF(right, m_frame.rect.bottom())};
}

void PlotOverlay::drawBands(const std::vector<ChartBand>& bands, std::optional<uint32_t> highlighted) {
    bool odd = false;
    for (const ChartBand& band : bands) {
        odd = !odd;
        if (band.to <= m_frame.xLower || band.from >= m_frame.xUpper) {
            continue;
        }
        if (band.key == highlighted) {
            QColor color = m_colors.selection();
            color.setAlphaF(0.25F);
            m_painter.fillRect(areaOf(band), color);
        } else if (odd) {
            m_painter.fillRect(areaOf(band), m_colors.band());
        }
    }
    drawBandLabels(bands, highlighted);
}

/// A label that fits into its band is always drawn; a wider label is drawn only if it touches no other label.
void PlotOverlay::drawBandLabels(const std::vector<ChartBand>& bands, std::optional<uint32_t> highlighted) {
    struct Label {
        const ChartBand* band = nullptr;
        double left = 0;
        double right = 0;
        double nextLeft = 0; ///< left edge of the next label that fits into its band
        bool fits = false;
    };
    const QFontMetricsF metrics(m_painter.font());
    std::vector<Label> labels;
    for (const ChartBand& band : bands) {
        if (band.label.isEmpty() || band.to <= m_frame.xLower || band.from >= m_frame.xUpper) {
            continue;
        }
        const QRectF area = areaOf(band);
        const double width = lineWidth(band.label, m_painter.font());
        const double left = area.center().x() - width / 2;
        if (left >= m_frame.rect.left() && left + width <= m_frame.rect.right()) {
            labels.push_back({&band, left, left + width, 0, width + Padding <= area.width()});
        }
    }
    double nextLeft = m_frame.rect.right() + Padding;
    for (size_t i = labels.size(); i-- > 0;) {
        labels[i].nextLeft = nextLeft;
        nextLeft = labels[i].fits ? labels[i].left : nextLeft;
    }
    double end = m_frame.rect.left() - Padding;
    for (const Label& label : labels) {
        if (label.fits || (label.left >= end + Padding && label.right + Padding <= label.nextLeft)) {
            m_painter.setPen(label.band->key == highlighted ? m_colors.text() : m_colors.faintText());
            drawLine(m_painter,
                     QRectF(label.left, m_frame.rect.top() + 2, label.right - label.left, metrics.height()),
                     Qt::AlignLeft | Qt::AlignTop, label.band->label);
            end = label.right;
        }
    }
}

void PlotOverlay::drawLimit(const ChartLimit& limit, double labels) {
    const double y = m_frame.pixelOfY(limit.value);
    if (y < m_frame.rect.top()) {
        return;
    }
    drawHalo(QLineF(m_frame.rect.left(), y, m_frame.rect.right(), y),
             QPen(m_colors.limit(), 1.5, Qt::DashLine));
    const QFontMetricsF metrics(m_painter.font());
    const QSizeF size(lineWidth(limit.label, m_painter.font()) + 2 * Padding, metrics.height());
    const bool roomAbove = y - size.height() >= m_frame.rect.top() + labels;
    const QRectF box(QPointF(m_frame.rect.right() - size.width(), roomAbove ? y - size.height() : y + 1),
                     size);
    QColor background = m_colors.background();
    background.setAlphaF(0.8F);
    m_painter.fillRect(box, background);
    m_painter.setPen(m_colors.limit());
    drawLine(m_painter, box, Qt::AlignCenter, limit.label);
}

void PlotOverlay::drawHalo(const QLineF& line, const QPen& pen) {
    m_painter.setPen(QPen(m_colors.background(), pen.widthF() + 2));
    m_painter.drawLine(line);
    m_painter.setPen(pen);
    m_painter.drawLine(line);
}

void PlotOverlay::drawPeak(double position, double value) {
    const QPointF tip(m_frame.pixelOfX(position), m_frame.pixelOfY(value) - PeakGap);
    if (tip.x() < m_frame.rect.left() || tip.x() > m_frame.rect.right()) {
        return;
    }
    m_painter.setPen(Qt::NoPen);
    m_painter.setBrush(m_colors.text());
    m_painter.drawPolygon(QPolygonF({tip, tip + QPointF(-5, -PeakHeight), tip + QPointF(5, -PeakHeight)}));
}

void PlotOverlay::drawLifetime(const std::vector<ChartBand>& lifetime) {
    constexpr double LineHeight = 4;
    QColor shade = m_colors.selection();
    shade.setAlphaF(0.15F);
    for (const ChartBand& band : lifetime) {
        if (band.to <= m_frame.xLower || band.from >= m_frame.xUpper) {
            continue;
        }
        QRectF area = areaOf(band);
        area.setWidth(std::max(area.width(), 2.0));
        m_painter.fillRect(area, shade);
        area.setTop(area.bottom() - LineHeight);
        m_painter.fillRect(area, m_colors.selection());
    }
}

void PlotOverlay::drawMark(const StackChart::Mark& mark) {
    const double x = m_frame.pixelOfX(mark.position);
    if (x < m_frame.rect.left() || x > m_frame.rect.right()) {
        return;
    }
    drawHalo(QLineF(x, m_frame.rect.top(), x, m_frame.rect.bottom()), QPen(m_colors.text(), 1.5));
    const double left = std::min(x, m_frame.rect.right() - MarkFlag);
    const QRectF flag(left, m_frame.rect.bottom() - MarkFlag, MarkFlag, MarkFlag);
    m_painter.fillRect(flag, m_colors.text());
    m_painter.setPen(m_colors.background());
    m_painter.drawText(flag, Qt::AlignCenter, mark.label);
}

void PlotOverlay::drawCrosshair(double position, const QString& readout) {
    const double x = m_frame.pixelOfX(position);
    if (x < m_frame.rect.left() - 1 || x > m_frame.rect.right() + 1) {
        return;
    }
    m_painter.setPen(QPen(m_colors.text(), 1, Qt::DotLine));
    m_painter.drawLine(QPointF(x, m_frame.rect.top()), QPointF(x, m_frame.rect.bottom()));
    if (!readout.isEmpty()) {
        drawBox(readout, {x, m_frame.rect.top()});
    }
}

void PlotOverlay::drawBox(const QString& text, QPointF anchor) {
    const QFontMetricsF metrics(m_painter.font());
    const QRectF bounds = metrics.boundingRect(QRectF(0, 0, 400, 400), Qt::AlignLeft | Qt::AlignTop, text);
    QRectF box(0, 0, bounds.width() + 3 * Padding, bounds.height() + 2 * Padding);
    const bool roomRight = anchor.x() + Padding + box.width() <= m_frame.rect.right();
    box.moveTopLeft(anchor +
                    QPointF(roomRight ? Padding : -Padding - box.width(), metrics.height() + Padding));
    // If the chart is low, moves the box up, so that the box stays above the x axis.
    box.moveBottom(std::min(box.bottom(), m_frame.rect.bottom()));
    QColor background = m_colors.background();
    background.setAlphaF(0.92F);
    m_painter.setPen(m_colors.grid());
    m_painter.setBrush(background);
    m_painter.drawRoundedRect(box, 3, 3);
    m_painter.setPen(m_colors.text());
    m_painter.drawText(box.adjusted(Padding, Padding, 0, 0), Qt::AlignLeft | Qt::AlignTop, text);
}

} // namespace tileline
