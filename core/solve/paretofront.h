// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/solve/optimalsolver.h"

#include <cstddef>
#include <stop_token>
#include <vector>

namespace tileline {

/// The plans that trade speed for memory: each faster plan has a higher peak.
struct ParetoFront {
    /// Periods ascend and peaks descend. Each plan has the lowest peak for its period, and the shortest
    /// period for its peak.
    std::vector<SolvedPlan> points;
    bool complete = true; ///< whether all points are listed; if not, only the points for some bounds are
};

/// The default maximum number of points.
inline constexpr size_t DefaultParetoPoints = 64;

/// The front of all plans that obey the constraints of `request`, which include a maximum number of IPUs.
/// Plans that do not fit are included. The front is exact: its first plan has the shortest period and, for
/// that, the lowest peak; the next plan has the shortest period with a lower peak; and so on. Ties are broken
/// as for MinPeriod, but plans that fit come first.
///
/// If there are more than `maxPoints` points, one point is returned for each of `maxPoints` bounds on the
/// peak, evenly spaced from the peak of the fastest plan to the lowest peak. Each point is exact. A bound
/// gives no new point if no plan's peak lies between it and the next higher bound.
///
/// `costs` must have times. `maxPoints` is 1 to 2^20. There are no points if no plan meets the request.
Outcome<ParetoFront> solvePareto(const IntervalCosts& costs, const SolveRequest& request,
                                 size_t maxPoints = DefaultParetoPoints, const std::stop_token& stop = {});

} // namespace tileline
