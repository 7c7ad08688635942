// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/planconstraints.h"
#include "core/solve/intervalcosts.h"

#include <optional>
#include <stop_token>
#include <variant>
#include <vector>

namespace tileline {

/// What the solver optimises. Ties are broken by the fewest bytes that cross the split points, then by the
/// lowest sum of the stages' peaks, then by the fewest stages, then by the lexicographically first split
/// points. With MinPeriod, the fewest stages come first.
enum class Objective {
    MinPeak, ///< the lowest peak of the fullest tile with at most the given number of IPUs
    MinIpus, ///< the fewest IPUs on which a plan fits, then the lowest peak of the fullest tile
    /// The shortest period of a plan that fits on at most the given number of IPUs, then the lowest peak of
    /// the fullest tile. Needs costs with times.
    MinPeriod,
    Greedy, ///< PopLiner's own search (greedysolver.h), which supports neither pins nor forbidden boundaries
};

/// A request for a plan.
struct SolveRequest {
    Objective objective = Objective::MinPeak;
    PlanConstraints constraints;
    size_t minLayers = 1; ///< minimum number of layer entries in a stage
    size_t maxLayers = 0; ///< maximum number of layer entries in a stage; 0: no limit

    bool operator==(const SolveRequest&) const = default;
};

/// A plan and the costs by which the solver chose it.
struct SolvedPlan {
    SplitPlan plan;
    uint64_t peakTileBytes = 0; ///< of the fullest stage
    uint64_t crossingBytes = 0; ///< sum over split points
    uint64_t sumOfPeaks = 0;
    bool fits = false;                 ///< every stage is within its IPU's limit
    std::optional<double> period = {}; ///< cycles for a micro-batch; empty if the costs have no times
};

/// The smallest changes that make a request feasible. Each is sufficient by itself, and empty if no such
/// change is.
struct Relaxation {
    std::optional<uint32_t> ipus; ///< minimum number of IPUs with unchanged memory; at most MaxIpus
    /// Minimum memory, equal for all IPUs, whose number is unchanged; the share to keep free is unchanged
    /// too.
    std::optional<uint64_t> memoryPerTile;
};

/// Why no plan obeys the request.
struct Infeasible {
    enum class Reason {
        TooManyPins,       ///< the pins alone need more stages than there are IPUs
        LayersPerStage,    ///< no plan obeys minimum and maximum layers, pins and forbidden boundaries
        Memory,            ///< every plan exceeds the limit of at least one IPU
        GreedyConstraints, ///< pins or forbidden boundaries, which the greedy search does not support
        SharedWeights,     ///< every plan that obeys the rest splits a weight over IPUs
        TooManyLayers,     ///< too many layers for the IntervalTable that the solver needs
        NoCycles,          ///< the costs have no times: the profile has too few cycles to tell the period
    };
    Reason reason{};
    Relaxation relaxation;
};

using SolveResult = std::variant<SolvedPlan, Infeasible>;

/// The best plan for MinPeak, MinIpus or MinPeriod. The result is exact even though the cost is not monotone;
/// the tests compare it with brute force. Polls `stop` every few microseconds.
///
/// The cost of a stage is a maximum over tiles and steps, so it is not additive over layers. The solver
/// therefore looks up the costs of whole stages. Three dynamic programs over (number of stages, first layer
/// that is not placed yet) run one after the other and find:
///
///   1. the lowest maximum overflow, which is the excess over an IPU's limit (0 if some plan fits);
///   2. among the plans with that overflow, the lowest maximum peak;
///   3. among the plans with that peak, the minimum of (crossing bytes, sum of peaks, stages), all additive.
///
/// If costs depend on the position in the pipeline, the programs run from the end (stagedsearch.h). MinPeriod
/// exists for such costs only; periodsearch.h describes it.
///
/// If no IPU has a limit of its own, program 1 is not needed. MinIpus first finds the minimum number of
/// stages with which a plan fits, and then runs programs 2 and 3 for that number. If no plan fits, MinPeak
/// still returns the best plan, and the others return Infeasible.
Outcome<SolveResult> solveOptimal(const IntervalCosts& costs, const SolveRequest& request,
                                  const std::stop_token& stop = {});

/// The smallest relaxations that make `request` feasible.
Outcome<Relaxation> suggestRelaxation(const IntervalCosts& costs, const SolveRequest& request,
                                      const std::stop_token& stop = {});

/// The plan with the lowest peak for 1, 2, ... IPUs, up to the number of layers or MaxIpus, whichever is
/// lower. Entry i has at most i+1 stages and obeys the other constraints of `request`. An entry is empty if
/// there is no such plan.
///
/// Programs 1 and 2 of solveOptimal() start at the first layer and compute one row for each number of stages.
/// One run therefore answers for all numbers of IPUs. If IPUs have limits of their own, program 2 runs once
/// for each distinct overflow. Stages above the bound are skipped; with many IPUs, few stages are below it.
Outcome<std::vector<std::optional<SolvedPlan>>>
solveTradeOff(const IntervalCosts& costs, const SolveRequest& request, const std::stop_token& stop = {});

/// Computes the costs of a given plan, as if the solver had chosen it.
SolvedPlan judgePlan(const IntervalCosts& costs, const PlanConstraints& constraints, const SplitPlan& plan);

} // namespace tileline
