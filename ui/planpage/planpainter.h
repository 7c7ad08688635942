// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/chartcolors.h"
#include "ui/planpage/layerchart.h"
#include "ui/planpage/plancanvas.h"
#include "ui/planpage/tiedweights.h"
#include "ui/session/session.h"

class QPainter;

namespace tileline {

/// Draws the rows of a PlanCanvas. The layer chart has a stacked bar for each layer. In a bar of cycles, a
/// line marks the mean over all tiles, and the number above the bar is the tile balance.
class PlanPainter {
public:
    PlanPainter(QPainter& painter, const PlanCanvas& canvas, const Session& session,
                const Selection& selection);

    // `part` is an area of the widget. A function that takes it draws at least the contents of the area.
    void drawStages(const QRect& row, const QRect& part);
    void drawLayers(const QRect& row, const std::vector<LayerLabel>& labels, const QRect& part);
    void drawChart(const QRect& part);
    /// Draws frames around the selected stage, the selected layer, and the bar of the selected layer.
    void drawSelection(const PlanRows& rows);
    /// Draws lines below the row of layers. Each line connects entries that share weights.
    void drawTiedWeights(const std::vector<TiedWeights>& all, const QRect& row);
    void drawForbidden(const QRect& row);
    void drawCrossing(const QRect& row);
    /// Draws a vertical line at a boundary, and lines of text beside the vertical line.
    void drawNote(LayerIndex boundary, const QStringList& lines, const PlanRows& rows);
    void drawCursor(LayerIndex boundary, const PlanRows& rows);

private:
    struct Part {
        double value = 0;
        FillColors colors;
    };

    std::vector<Part> partsOf(LayerIndex layer) const;
    void drawBar(LayerIndex layer);
    void drawBarSelection(LayerIndex layer);
    void drawBarLabels(uint32_t first, uint32_t end);
    QRectF barOf(LayerIndex layer, double value) const;
    QString drawPeak(StageIndex ipu, const QRectF& stage);
    QRectF span(LayerRange range, const QRect& row) const;

    QPainter& m_painter;
    const PlanCanvas& m_canvas;
    const Session& m_session;
    const Selection& m_selection;
    const ChartColors m_colors;
    const BoundaryGeometry& m_geometry;
    const LayerChart& m_chart;
    const PlotFrame m_frame; ///< the frame of the layer chart
};

/// The labels of layers. A name that fits neither into its box nor between other names is left out.
std::vector<LayerLabel> layerLabels(const Layers& layers, const BoundaryGeometry& geometry, const QRect& row,
                                    const QFont& font);

} // namespace tileline
