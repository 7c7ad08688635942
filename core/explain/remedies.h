// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/intervaltable.h"
#include "core/plan/plan.h"
#include "core/solve/solve.h"

#include <functional>
#include <optional>
#include <vector>

namespace tileline {

/// How far a plan exceeds its limits. Plans are ranked by overflow and, on a tie, by peak.
struct PlanFit {
    uint64_t overflow = 0;      ///< the most bytes by which any IPU exceeds its limit
    uint64_t peakTileBytes = 0; ///< bytes of the plan's fullest tile

    auto operator<=>(const PlanFit&) const = default;
};
PlanFit fitOf(const PlanEstimate& estimate, const MemoryLimits& memory);

/// How many IPUs of a plan exceed their limits, and which IPU has the smallest headroom.
struct PlanVerdict {
    uint32_t ipus = 0;
    uint32_t over = 0;    ///< number of IPUs that exceed their limits
    StageIndex tightest;  ///< the IPU with the smallest headroom
    int64_t headroom = 0; ///< headroom of `tightest` in bytes; negative if that IPU exceeds its limit
    uint64_t limit = 0;   ///< limit of `tightest` in bytes
};
PlanVerdict verdictOf(const PlanEstimate& estimate, const MemoryLimits& memory);

/// The IPU that is fullest relative to its limit.
uint32_t fullestIpu(const PlanEstimate& estimate, const MemoryLimits& memory);

/// The number of IPUs that a plan uses, and the number of IPUs that the plan reserves or is allowed to use.
struct IpuUse {
    uint32_t used = 0;
    uint32_t of = 0;
    /// True: `of` is the number of IPUs that are reserved, a power of two. False: `of` is the number of IPUs
    /// that the plan may use.
    bool acquired = false;

    uint32_t idle() const { return of - used; }
};
/// `ipus` is the number of IPUs that a plan with `stages` stages may use.
IpuUse ipuUse(size_t stages, uint32_t ipus);

/// A change to a plan that does not fit, or that splits a weight. The changed plan has a lower PlanFit or no
/// longer splits a weight.
struct Remedy {
    enum class Kind {
        MoveEntry,     ///< one entry moves from its IPU to a neighbouring one
        OutputOnFirst, ///< Output runs on the first IPU; the splits stay as they are
        BestPlan,      ///< the plan with the lowest peak on the present number of IPUs
        MoreIpus,      ///< the best plan for the smallest number of IPUs on which some plan fits
    };
    Kind kind{};
    Plan plan;
    PlanFit fit;
    LayerIndex entry;  ///< MoveEntry: the entry that moves
    StageIndex to;     ///< MoveEntry: the IPU to which the entry moves
    double period = 0; ///< set by findQuickerMove(): period of `plan`, in cycles
};

/// The remedies for a plan, in the order of Kind: the smallest change comes first. The list is empty if the
/// plan fits and splits no weight. Plans that split a weight are remedies only if the options allow split
/// weights.
///
/// MoveEntry is the move of one entry that leaves the least overflow and, on a tie, the lowest peak. The move
/// obeys the plan's pinned and forbidden boundaries. `table` must be complete; `optimum` must have been found
/// with the plan's constraints.
Outcome<std::vector<Remedy>> findRemedies(const Plan& plan, const IntervalTable& table,
                                          const Optimum& optimum, Workers& workers,
                                          const std::stop_token& stop = {});

/// The single-entry move that shortens the period most without increasing the overflow or splitting a weight;
/// empty if there is no such move. `periodOf` returns the period of a plan.
Outcome<std::optional<Remedy>> findQuickerMove(const Plan& plan, const IntervalTable& table,
                                               const std::function<double(const PlanEstimate&)>& periodOf,
                                               const std::stop_token& stop = {});

} // namespace tileline
