// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/plotframe.h"
#include "ui/charts/stackchart.h"

class QLineF;
class QPainter;
class QPen;

namespace tileline {

/// What a StackChart draws around its curves.
class PlotOverlay {
public:
    PlotOverlay(QPainter& painter, const PlotFrame& frame, const ChartColors& colors);

    /// Bands as alternating weak backgrounds, with their labels at the top where there is room.
    void drawBands(const std::vector<ChartBand>& bands, std::optional<uint32_t> highlighted);
    void drawLimit(const ChartLimit& limit);
    /// A triangle above the maximum value.
    void drawPeak(double position, double value);
    void drawMark(const StackChart::Mark& mark);
    /// A thin vertical line, with the text in a box beside it.
    void drawCrosshair(double position, const QString& readout);

private:
    void drawBand(const ChartBand& band, bool odd, bool highlighted);
    /// A line on a wider one of the background's colour: it is seen on every curve.
    void drawHalo(const QLineF& line, const QPen& pen);
    void drawBox(const QString& text, QPointF anchor);

    QPainter& m_painter;
    const PlotFrame& m_frame;
    const ChartColors& m_colors;
};

} // namespace tileline
