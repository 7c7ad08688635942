// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/axis.h"
#include "ui/charts/chartcolors.h"
#include "ui/planpage/layerchart.h"
#include "ui/planpage/legend.h"

#include <QRect>

class QPainter;

namespace tileline {

class PlanCanvas;

/// Draws the layer chart: a stacked bar for each layer. In a bar of cycles, a line marks the cycles of the
/// mean tile, and the number above the bar is the tile balance.
class LayerChartPainter {
public:
    LayerChartPainter(QPainter& painter, const PlanCanvas& canvas, const Session& session);

    /// Draws everything that is in `part`, and perhaps more.
    void draw(const QRect& part);
    /// Draws a frame around the bar of the selected layer.
    void drawSelection(LayerIndex layer);

private:
    struct Part {
        double value = 0;
        FillColors colors;
    };

    std::vector<Part> partsOf(LayerIndex layer) const;
    void drawGrid();
    void drawBar(LayerIndex layer);
    void drawLabels(uint32_t first, uint32_t end);
    QRectF barOf(LayerIndex layer, double value) const;

    QPainter& m_painter;
    const PlanCanvas& m_canvas;
    const LayerChart& m_chart;
    const Session& m_session;
    const ChartColors m_colors;
    const PlotFrame m_frame;
};

/// The legend's items for a layer chart that shows cycles.
std::vector<LegendItem> cyclesLegend(bool training);

} // namespace tileline
