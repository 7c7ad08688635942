// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/chartcolors.h"

#include <QWidget>

#include <functional>
#include <vector>

namespace tileline {

/// A sign in a legend, and its name.
struct LegendItem {
    QString text;
    std::function<void(QPainter&, const QRectF&, const ChartColors&)> fill; ///< draws the sign
};

/// Shows the signs of a chart and their names in one line. Items that do not fit are left out; the tool tip
/// lists all names.
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

LegendItem legendItem(CyclePhase phase);
/// The legend of a layer chart that shows bytes, in the pipeline setting or in PopLiner's.
std::vector<LegendItem> chartLegend(bool pipeline);
/// The legend items that the IPU bars need in addition to the layer chart's legend. `cycles`: whether the
/// layer chart shows cycles.
std::vector<LegendItem> barLegend(bool pipeline, bool ioTiles, bool cycles);

} // namespace tileline
