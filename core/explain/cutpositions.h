// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/intervaltable.h"
#include "core/plan/plan.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace tileline {

/// The figures of a plan after one of its split points has moved to a boundary, or the reason why the split
/// point cannot move there.
struct CutPosition {
    enum class State : uint8_t {
        Possible,
        Forbidden, ///< the boundary allows no split
        Pinned,    ///< the split point is pinned to another boundary
        Passes,    ///< the split point would land on another split point or pass it
    };

    LayerIndex at;
    State state = State::Possible;
    /// The number of the split point that moves; empty if no split point can move. In a plan with only one
    /// stage, `split` is empty too, and a new split point is added.
    std::optional<size_t> split;
    /// Whether the members below are set: true if `state` is Possible and the table has the necessary rows.
    bool known = false;
    uint64_t peakTileBytes = 0; ///< peak of the fullest IPU in bytes
    uint64_t overflow = 0;      ///< bytes by which the worst IPU exceeds its limit; 0 if all fit
    bool splitsWeight = false;  ///< whether splitsWeights() is true for the plan: no framework compiles it
};

/// Returns for each boundary, in ascending order, what happens if split point number `split` of `plan` moves
/// to that boundary. If `split` is empty, the split point that moves is the nearest one that can move to that
/// boundary; a plan without split points gets one there. Only the stages that change are looked up in
/// `table`: normally the two beside the moved split point.
std::vector<CutPosition> cutPositions(const IntervalTable& table, const Plan& plan,
                                      std::optional<size_t> split = {});

} // namespace tileline
