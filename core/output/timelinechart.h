// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/output/timelinetables.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tileline {

/// The drawn part of a timeline. Times are in clock cycles. A gap of half a period stands for a part
/// that is left out.
struct VisibleTimeline {
    enum class Kind : uint8_t { Forward, Recompute, Backward, Update, Transfer, Waiting };
    static constexpr std::array<std::string_view, 6> KindIds{"forward", "recompute", "backward",
                                                             "update",  "transfer",  "waiting"};
    static constexpr size_t KindCount = KindIds.size();
    struct Span {
        uint32_t ipu = 0;
        Kind kind{};
        uint64_t cycle = 0;
        std::optional<uint32_t> microBatch; ///< empty for updates, transfers and waiting
        double from = 0;
        double to = 0;
    };
    struct Phase {
        std::string_view name; ///< "fill"
        double from = 0;
        double to = 0;
    };

    /// Sorted by pipeline cycle, IPU and time. The only gap between spans is `leftOut`.
    std::vector<Span> spans;
    std::vector<Phase> phases;
    std::pair<double, double> period;                   ///< start and end of the first full pipeline cycle
    std::optional<std::pair<double, double>> leftOut{}; ///< start and end of the left-out part
    double length = 0;
};

/// If there are more micro-batches than this, only the first few pipeline cycles of the main phase are drawn.
inline constexpr uint32_t MaxDrawnMicroBatches = 1000;

VisibleTimeline visibleTimeline(const PipelineTimeline& timeline);

/// An HTML figure for each timeline, with a legend, a lane for each IPU, and an axis in cycles. Time runs
/// from left to right, on the same scale in all figures. The figures need page.css.
std::string timelineFigures(const std::vector<NamedTimeline>& timelines);

} // namespace tileline
