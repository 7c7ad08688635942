// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace tileline {

/// The options for estimating a plan's time. A few more are in PipelineOptions.
struct TimeOptions {
    uint32_t microBatchSize = 1;                       ///< samples in a micro-batch
    double linkBytesPerSecond = 70 * BytesPerGigabyte; ///< rate of a transfer from one IPU to another
    double linkIdleCycles = 3000; ///< cycles from the start of a transfer to its first byte

    /// Link rates are stated in gigabytes per second, with 2^30 bytes to a gigabyte.
    static constexpr double BytesPerGigabyte = uint64_t{1} << 30U;
    // The ranges of values that the command line, plan files and the window accept.
    static constexpr double MinGigabytesPerSecond = 1e-6;
    static constexpr double MaxGigabytesPerSecond = 1e6;
    static constexpr double MaxIdleCycles = 1e12;

    double gigabytesPerSecond() const { return linkBytesPerSecond / BytesPerGigabyte; }

    bool operator==(const TimeOptions&) const = default;
};

} // namespace tileline
