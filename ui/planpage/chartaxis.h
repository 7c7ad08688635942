// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/axis.h"

#include <QWidget>

namespace tileline {

class PlanCanvas;

/// The vertical axes of the layer chart and of the IPU bars. The axes are outside the canvas, so that they
/// stay visible when the canvas scrolls.
class ChartAxis : public QWidget {
    Q_OBJECT
public:
    explicit ChartAxis(PlanCanvas* canvas);

    QSize sizeHint() const override;
    /// The labels of the grid lines, except those for which there is no room.
    std::vector<AxisLabel> labels() const;

protected:
    void paintEvent(QPaintEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    const PlanCanvas* const m_canvas;
};

} // namespace tileline
