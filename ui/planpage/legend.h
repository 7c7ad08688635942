// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/chartcolors.h"

#include <QWidget>

#include <functional>
#include <vector>

namespace tileline {

/// One sign of a legend and its name.
struct LegendItem {
    QString text;
    std::function<void(QPainter&, const QRectF&, const ChartColors&)> fill; ///< draws the sign
};

/// The signs of a chart, with their names, in one line.
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

/// The memory categories of the layer chart.
std::vector<LegendItem> chartLegend();

} // namespace tileline
