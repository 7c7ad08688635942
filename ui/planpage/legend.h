// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/settingoptions.h"
#include "ui/charts/chartcolors.h"

#include <QWidget>

#include <functional>
#include <vector>

namespace tileline {

class LayerChart;

/// A sign in a legend, and the sign's meaning.
struct LegendItem {
    QString text;
    std::function<void(QPainter&, const QRectF&, const ChartColors&)> fill; ///< draws the sign
};

/// Shows a chart's signs and their meanings in one line. Signs that do not fit are only in the tool tip.
class Legend : public QWidget {
    Q_OBJECT
public:
    Legend();

    void setItems(std::vector<LegendItem> items);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {0, sizeHint().height()}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    std::vector<LegendItem> m_items;
};

/// Draws a line across a bar, to mark the cycles of the mean tile.
void drawMeanTile(QPainter& painter, double left, double right, double y, const ChartColors& colors);

/// The legend of the layer chart and of the IPU bars.
std::vector<LegendItem> planLegend(const LayerChart& chart, const SettingOptions& setting);

} // namespace tileline
