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

/// The distance between ticks, in bytes, on an axis of `range` bytes with about `count` ticks. It is a power
/// of two if sizes are shown in KiB, otherwise 1, 2 or 5 times a power of ten. It is at least 1.
double byteTickStep(double range, int count);
/// The values for about `lines` grid lines on an axis of bytes: round sizes from 0 to `maximum`.
std::vector<uint64_t> gridValues(uint64_t maximum, int lines);
/// The values for about `lines` grid lines on any other axis: round numbers from `minimum` to `maximum`.
std::vector<uint64_t> roundValues(uint64_t minimum, uint64_t maximum, int lines);

/// A value on a vertical axis, and the y position of the top edge of its label.
struct AxisLabel {
    uint64_t value;
    double top;
};
/// The labels of a vertical axis for `values`. Values and labels are in ascending order. A label that would
/// overlap the label of a higher value is left out. No label starts below y = `lowest`.
std::vector<AxisLabel> axisLabels(const PlotFrame& frame, const std::vector<uint64_t>& values, int lineHeight,
                                  double lowest = std::numeric_limits<double>::infinity());

} // namespace tileline
