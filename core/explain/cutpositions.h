// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/intervaltable.h"
#include "core/plan/plan.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace tileline {

/// A plan after one of its split points is moved to a boundary, or the reason why that split point cannot be
/// there.
struct CutPosition {
    enum class State : uint8_t {
        Possible,
        Forbidden, ///< no split may be at the boundary
        Pinned,    ///< the split point is pinned to another boundary
        Passes,    ///< another split point is at the boundary, or on the way to it
    };

    LayerIndex at;
    State state = State::Possible;
    /// The number of the split point. Empty if there is none: the plan has one stage, and gets a second one.
    std::optional<size_t> split;
    /// Whether the figures below are known: the position is possible, and the table has its rows.
    bool known = false;
    uint64_t peakTileBytes = 0; ///< of the fullest IPU
    uint64_t overflow = 0;      ///< the maximum by which an IPU exceeds its limit; 0: all fit
    bool splitsWeight = false;  ///< no framework would compile the plan: see splitsWeights()
};

/// The peak of `plan` for each boundary, ascending: with split point number `split` at the boundary. If
/// `split` is empty, the nearest split point that can be moved there is used. Only the stages that differ
/// from those of `plan` are looked up: two for a boundary, unless the number of stages changes.
std::vector<CutPosition> cutPositions(const IntervalTable& table, const Plan& plan,
                                      std::optional<size_t> split = {});

/// Of the split points that can be moved to `at`, the nearest one; on a tie, the left one. Empty if none can
/// be moved there.
std::optional<size_t> nearestMovableSplit(const Plan& plan, LayerIndex at);

} // namespace tileline
