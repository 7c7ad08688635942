// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/intervaltable.h"
#include "core/plan/plan.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace tileline {

/// A plan in which one split point was moved to a boundary, or the reason why it cannot be there.
struct CutPosition {
    enum class State : uint8_t {
        Possible,
        Forbidden, ///< the boundary allows no split
        Pinned,    ///< the split point is pinned to another boundary
        Passes,    ///< another split point is at the boundary, or between it and this split point
    };

    LayerIndex at;
    State state = State::Possible;
    /// The number of the split point. Empty if the plan has one stage, which the new split point splits.
    std::optional<size_t> split;
    /// Whether the figures below are known: the position is possible, and the table has its rows.
    bool known = false;
    uint64_t peakTileBytes = 0; ///< peak of the fullest IPU
    uint64_t overflow = 0;      ///< the most bytes by which an IPU exceeds its limit; 0: all fit
    bool splitsWeight = false; ///< the plan splits a weight, so no framework compiles it: see splitsWeights()
};

/// For each boundary, ascending, the peak of `plan` after split point number `split` is moved there. If
/// `split` is empty, the nearest split point that can be moved there is used. Only the stages that change are
/// looked up: two for each boundary, unless the number of stages changes.
std::vector<CutPosition> cutPositions(const IntervalTable& table, const Plan& plan,
                                      std::optional<size_t> split = {});

/// The nearest split point that can be moved to `at`; on a tie, the left one. Empty if none can be moved
/// there.
std::optional<size_t> nearestMovableSplit(const Plan& plan, LayerIndex at);

} // namespace tileline
