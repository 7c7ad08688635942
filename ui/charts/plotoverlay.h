// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/axis.h"
#include "ui/charts/stackchart.h"

class QFont;
class QLineF;
class QPainter;
class QPen;

namespace tileline {

/// Draws the parts of a StackChart that are behind or in front of the curves.
class PlotOverlay {
public:
    PlotOverlay(QPainter& painter, const PlotFrame& frame, const ChartColors& colors);

    /// The height of the bands' labels, including the space below the labels.
    static double bandLabelHeight(const QFont& font);

    /// Draws the bands: every second band has a faint background, and the labels are at the top. If the bands
    /// are too narrow for all labels, some are left out.
    void drawBands(const std::vector<ChartBand>& bands, std::optional<uint32_t> highlighted);
    /// Draws a limit line, with its label above the line. If the label would overlap the top `labels` pixels
    /// of the chart, the label is drawn below the line.
    void drawLimit(const ChartLimit& limit, double labels);
    /// Draws a triangle above the position of the maximum.
    void drawPeak(double position, double value);
    /// Shades ranges, each with a line at the bottom. Even very short ranges have a visible width.
    void drawLifetime(const std::vector<ChartBand>& lifetime);
    void drawMark(const StackChart::Mark& mark);
    /// Draws a thin vertical line, and a text in a box beside the line.
    void drawCrosshair(double position, const QString& readout);

private:
    QRectF areaOf(const ChartBand& band) const;
    void drawBandLabels(const std::vector<ChartBand>& bands, std::optional<uint32_t> highlighted);
    /// Draws a line with an outline in the background colour, so that the line stands out from every curve.
    void drawHalo(const QLineF& line, const QPen& pen);
    void drawBox(const QString& text, QPointF anchor);

    QPainter& m_painter;
    const PlotFrame& m_frame;
    const ChartColors& m_colors;
};

} // namespace tileline
