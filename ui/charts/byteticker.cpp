// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/byteticker.h"

#include "ui/text/bytestext.h"

#include <algorithm>
#include <cmath>

namespace tileline {

double byteTickStep(double range, int count) {
    const double wanted = std::max(range / std::max(count, 1), 1.0);
    if (byteUnit() == ByteUnit::Kibi) {
        return std::exp2(std::round(std::log2(wanted)));
    }
    const double magnitude = std::pow(10.0, std::floor(std::log10(wanted)));
    for (const double mantissa : {1.0, 2.0, 5.0}) {
        if (mantissa * magnitude >= wanted) {
            return mantissa * magnitude;
        }
    }
    return 10.0 * magnitude;
}

} // namespace tileline
