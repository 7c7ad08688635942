// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/solve/optimalsolver.h"

#include <cstddef>
#include <stop_token>
#include <vector>

namespace tileline {

/// The best compromises between speed and memory: each faster plan has a higher peak.
struct ParetoFront {
    /// Periods ascend and peaks descend. Each plan has the lowest peak that is possible with its period, and
    /// the shortest period that is possible with its peak.
    std::vector<SolvedPlan> points;
    /// Whether `points` contains the whole front. If false, `points` contains only the points for some bounds
    /// on the peak.
    bool complete = true;
};

inline constexpr size_t DefaultParetoPoints = 64;

/// The front of all plans that obey the constraints of `request`, including its number of IPUs. Plans that
/// exceed the memory of an IPU are included. The front is exact: its first plan has the shortest period and,
/// among the plans with that period, the lowest peak. The next plan has the shortest period of all plans with
/// a lower peak, and so on. Ties are broken as for MinPeriod, except that plans that fit come first.
///
/// If the front has more than `maxPoints` points, the function instead sets `maxPoints` bounds on the peak,
/// evenly spaced from the peak of the fastest plan to the lowest peak. For each bound, the function returns
/// the point with the shortest period among those that obey the bound. All returned points are exact. If the
/// point for a bound also obeys the next lower bound, that point serves both bounds.
///
/// `costs` must have times. `maxPoints` must be 1 to 2^20. There are no points if no plan meets the request.
Outcome<ParetoFront> solvePareto(const IntervalCosts& costs, const SolveRequest& request,
                                 size_t maxPoints = DefaultParetoPoints, const std::stop_token& stop = {});

} // namespace tileline
