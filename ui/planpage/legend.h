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

/// The signs of a chart, with their names, in one line. Names that do not fit are left out; the tool tip has
/// all names.
class Legend : public QWidget {
    Q_OBJECT
public:
    explicit Legend(QWidget* parent = nullptr);

    void setItems(std::vector<LegendItem> items);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {0, sizeHint().height()}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    std::vector<LegendItem> m_items;
};

LegendItem legendItem(CyclePhase phase);
/// The categories of the layer chart in a setting.
std::vector<LegendItem> chartLegend(bool pipeline);
/// The parts of an IPU's bars in a setting that are not in the layer chart's legend (bytes or cycles).
std::vector<LegendItem> barLegend(bool pipeline, bool ioTiles, bool cycles);

} // namespace tileline
