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
    bool complete = true; ///< whether these are all. If not, they are for evenly spaced bounds on the peak
};

/// The number of points that are shown by default.
inline constexpr size_t DefaultParetoPoints = 64;

/// The front of the plans with at most the IPUs of `request` that obey its constraints, whether they fit or
/// not. Exact: the plan with the shortest period, and of these the lowest peak; then the shortest period with
/// a lower peak; and so on. Ties are broken as for MinPeriod, but a plan that fits comes before others.
///
/// If there are more than `maxPoints` (1 to 2^20), the points are those for `maxPoints` bounds on the peak,
/// evenly spaced from the peak of the fastest plan to the lowest one. Each point is exact. Where no point
/// lies between two bounds, the lower one gives none.
///
/// `costs` must have times. No points if no plan obeys the request.
Outcome<ParetoFront> solvePareto(const IntervalCosts& costs, const SolveRequest& request,
                                 size_t maxPoints = DefaultParetoPoints, const std::stop_token& stop = {});

} // namespace tileline
