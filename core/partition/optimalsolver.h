// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/partition/intervaltable.h"
#include "core/partition/planconstraints.h"

#include <optional>
#include <stop_token>
#include <variant>
#include <vector>

namespace tileline {

/// What a solve is for. Ties go to the fewest bytes crossing the split points, then to the lowest sum of the
/// stages' peaks, then to the fewest stages, then to the lexicographically first split points.
enum class Objective {
    MinPeak, ///< at most that many IPUs, the fullest tile as little full as possible
    MinIpus, ///< as few IPUs as the plan fits, then the fullest tile as little full as possible
    Greedy,  ///< PopLiner's own search (greedysolver.h), which knows no pins and no forbidden boundaries
};

/// A request for a plan.
struct SolveRequest {
    Objective objective = Objective::MinPeak;
    PlanConstraints constraints;
    size_t minLayers = 1; ///< layer entries of a stage, at least
    size_t maxLayers = 0; ///< at most; 0: no limit

    bool operator==(const SolveRequest&) const = default;
};

/// What the solver chooses by, read off a table: the peak of every interval of layers, and what crosses each
/// boundary. Also made by hand, where the solver itself is what is looked at.
class IntervalCosts {
public:
    /// All peaks 0, nothing crossing.
    explicit IntervalCosts(size_t layerCount);
    /// Of a complete table.
    static Outcome<IntervalCosts> make(const IntervalTable& table, const std::stop_token& stop);

    size_t layerCount() const { return m_crossing.size(); }
    uint64_t peak(size_t first, size_t last) const { return m_peak[first * m_crossing.size() + last]; }
    /// The peaks of the intervals that begin with `first`, by last layer entry (0 to layerCount-1).
    const uint64_t* peaks(size_t first) const { return &m_peak[first * m_crossing.size()]; }
    uint64_t crossing(size_t begin) const { return m_crossing[begin]; }
    void setPeak(size_t first, size_t last, uint64_t bytes) {
        m_peak[first * m_crossing.size() + last] = bytes;
    }
    void setCrossing(size_t begin, uint64_t bytes) { m_crossing[begin] = bytes; }

private:
    std::vector<uint64_t> m_peak; ///< by first and last layer entry
    std::vector<uint64_t> m_crossing;
};

/// A plan, with what it was chosen by.
struct SolvedPlan {
    SplitPlan plan;
    uint64_t peakTileBytes = 0; ///< of the fullest stage
    uint64_t crossingBytes = 0; ///< sum over split points
    uint64_t sumOfPeaks = 0;
    bool fits = false; ///< every stage is within its IPU's limit
};

/// The smallest changes of a request that make it feasible, each by itself.
struct Relaxation {
    std::optional<uint32_t> ipus; ///< minimum number of IPUs, with the memory as it is; at most MaxIpus
    std::optional<uint64_t> memoryPerTile; ///< minimum limit, the same for all, with the IPUs as they are
};

/// Why no plan obeys the request.
struct Infeasible {
    enum class Reason {
        TooManyPins,       ///< pins alone make more stages than IPUs
        LayersPerStage,    ///< no cut obeys minimum and maximum layers, pins and forbidden boundaries
        Memory,            ///< every plan overflows some IPU
        GreedyConstraints, ///< the greedy search knows no pins and no forbidden boundaries, and there are
                           ///< some
        TooManyLayers,     ///< more layers than all plans can be tried for
    };
    Reason reason{};
    Relaxation relaxation;
};

using SolveResult = std::variant<SolvedPlan, Infeasible>;

/// The best plan for MinPeak or MinIpus. Exact also where the cost is not monotone, proved against brute
/// force in the tests. Polls `stop` every few microseconds.
///
/// The cost of a stage is not additive (a maximum over tiles and steps), so stages are looked up, and three
/// dynamic programmes over (number of stages, first layer of the rest) find, one after the other:
///
///   1. the minimum of the maximum overflow of any IPU's limit (0 where some plan fits);
///   2. among plans with that overflow, the minimum of the maximum peak;
///   3. among plans with that peak, the minimum (crossing bytes, sum of peaks, stages), which do add up.
///
/// Where all limits are equal, 1 follows from 2. MinIpus first finds the minimum number of stages that fit,
/// and then does the same with that number. MinPeak gives a plan that does not fit where none does.
Outcome<SolveResult> solveOptimal(const IntervalCosts& costs, const SolveRequest& request,
                                  const std::stop_token& stop = {});

/// What the request would have to say for some plan to fit.
Outcome<Relaxation> suggestRelaxation(const IntervalCosts& costs, const SolveRequest& request,
                                      const std::stop_token& stop = {});

/// Lowest peak for 1, 2, ... IPUs, up to the number of layers or MaxIpus; entry i is for at most i+1 stages,
/// with the other constraints of `request`. Entries that no plan obeys are nothing.
///
/// Programmes 1 and 2 run from the first layer on, a row for each number of stages, so that one run answers
/// for all numbers of IPUs. With limits of single IPUs, programme 2 runs once for each overflow that remains.
/// Stages above the bound that was found are skipped, and there are few below it where there are many IPUs.
Outcome<std::vector<std::optional<SolvedPlan>>>
solveTradeOff(const IntervalCosts& costs, const SolveRequest& request, const std::stop_token& stop = {});

/// What a given plan is judged by, as if the solver had chosen it.
SolvedPlan judgePlan(const IntervalCosts& costs, const PlanConstraints& constraints, const SplitPlan& plan);

} // namespace tileline
