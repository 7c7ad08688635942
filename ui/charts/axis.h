// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRectF>

#include <cstdint>
#include <limits>
#include <vector>

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
    double pixelOfY(uint64_t y) const { return pixelOfY(static_cast<double>(y)); }
    double xOfPixel(double pixel) const {
        return xLower + (pixel - rect.left()) / rect.width() * (xUpper - xLower);
    }
    bool operator==(const PlotFrame&) const = default;
};

/// Distance in bytes between two ticks of an axis that spans `range` bytes and should have about `count`
/// ticks. A power of two if sizes are shown in KiB; otherwise 1, 2 or 5 times a power of ten. At least 1.
double byteTickStep(double range, int count);
/// Round numbers of bytes from 0 to `maximum`, for about `lines` grid lines.
std::vector<uint64_t> gridValues(uint64_t maximum, int lines);
/// Round decimal numbers from `minimum` to `maximum`, for about `lines` grid lines.
std::vector<uint64_t> roundValues(uint64_t minimum, uint64_t maximum, int lines);

/// A value of a vertical axis, and the top of its line of text.
struct AxisLabel {
    uint64_t value;
    double top;
};
/// The labels of a vertical axis, from the lowest value up. If there is no room for all of the ascending
/// `values`, the highest ones are preferred. No label has its top below `lowest`.
std::vector<AxisLabel> axisLabels(const PlotFrame& frame, const std::vector<uint64_t>& values, int lineHeight,
                                  double lowest = std::numeric_limits<double>::infinity());

} // namespace tileline
