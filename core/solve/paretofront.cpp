// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/solve/paretofront.h"

#include "core/solve/stagedsearch.h"

namespace tileline {

Outcome<ParetoFront> solvePareto(const IntervalCosts& costs, const SolveRequest& request, size_t maxPoints,
                                 const std::stop_token& stop) {
    const StagedSearch search(costs, request, false, stop);
    const uint32_t ipus = search.usefulIpus(request.constraints.ipus());
    const uint64_t lowest = lowestOf(TRY(search.minPeaks(ipus, {})));
    ParetoFront front;
    if (lowest == UINT64_MAX) {
        return front;
    }
    std::vector<SolvedPlan>& points = front.points;
    const PeriodSearch periods(search, costs, ipus, UINT64_MAX);
    points.push_back(*TRY(periods.shortest()));
    while (points.back().peakTileBytes > lowest && points.size() < maxPoints) {
        points.push_back(*TRY(periods.shortest(points.back().peakTileBytes - 1)));
    }
    front.complete = points.back().peakTileBytes == lowest;
    if (front.complete) {
        return front;
    }
    points.erase(points.begin() + 1, points.end());
    const uint64_t highest = points.front().peakTileBytes;
    for (size_t i = 1; i < maxPoints; ++i) {
        const uint64_t bound = highest - (highest - lowest) * i / (maxPoints - 1);
        if (bound < points.back().peakTileBytes) {
            points.push_back(*TRY(periods.shortest(bound)));
        }
    }
    return front;
}

} // namespace tileline
