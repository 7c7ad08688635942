// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRectF>

namespace tileline {

/// The rectangle of a chart's axes in pixels, and the values at its edges.
struct PlotFrame {
    QRectF rect;
    double xLower = 0;
    double xUpper = 1;
    double yLower = 0;
    double yUpper = 1;

    double pixelOfX(double x) const { return rect.left() + (x - xLower) / (xUpper - xLower) * rect.width(); }
    double pixelOfY(double y) const {
        return rect.bottom() - (y - yLower) / (yUpper - yLower) * rect.height();
    }
    double xOfPixel(double pixel) const {
        return xLower + (pixel - rect.left()) / rect.width() * (xUpper - xLower);
    }
};

} // namespace tileline
