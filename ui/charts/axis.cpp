// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/axis.h"

#include "ui/text/bytestext.h"

#include <algorithm>
#include <cmath>

namespace tileline {

namespace {

/// The smallest number that is at least `wanted` and is 1, 2 or 5 times a power of ten.
double decimalStep(double wanted) {
    const double power = std::pow(10, std::floor(std::log10(wanted)));
    for (const double factor : {1.0, 2.0, 5.0}) {
        if (factor * power >= wanted) {
            return factor * power;
        }
    }
    return 10 * power;
}

std::vector<uint64_t> valuesEvery(double step, uint64_t minimum, uint64_t maximum) {
    std::vector<uint64_t> values;
    for (double value = std::ceil(static_cast<double>(minimum) / step) * step;
         value <= static_cast<double>(maximum); value += step) {
        values.push_back(static_cast<uint64_t>(value));
    }
    return values;
}

} // namespace

double byteTickStep(double range, int count) {
    const double wanted = std::max(range / std::max(count, 1), 1.0);
    return byteUnit() == ByteUnit::Kibi ? std::exp2(std::round(std::log2(wanted))) : decimalStep(wanted);
}

std::vector<uint64_t> gridValues(uint64_t maximum, int lines) {
    return valuesEvery(byteTickStep(static_cast<double>(maximum), lines), 0, maximum);
}

std::vector<uint64_t> roundValues(uint64_t minimum, uint64_t maximum, int lines) {
    return valuesEvery(decimalStep(std::max(static_cast<double>(maximum - minimum) / lines, 1.0)), minimum,
                       maximum);
}

std::vector<AxisLabel> axisLabels(const PlotFrame& frame, const std::vector<uint64_t>& values, int lineHeight,
                                  double lowest) {
    std::vector<AxisLabel> labels;
    for (auto value = values.rbegin(); value != values.rend(); ++value) {
        const double top = std::min(frame.pixelOfY(*value) - lineHeight / 2.0, lowest);
        if (labels.empty() || top - labels.back().top >= lineHeight) {
            labels.push_back({*value, top});
        }
    }
    std::ranges::reverse(labels);
    return labels;
}

} // namespace tileline
