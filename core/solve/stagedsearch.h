// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/solve/optimalsolver.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <stop_token>
#include <vector>

namespace tileline {

/// The dynamic programs of the solver.
///
/// The peak of a stage can depend on how many stages follow it. The programs therefore work backwards from
/// the end of the layer list. Level j holds, for each entry, the best way to place that entry and all later
/// ones on j + 1 stages. Level n - 1 at entry 0 gives the answer for n IPUs. If Output runs beside the first
/// stage, this stage is placed in front of level n - 2. One run gives the answers for all numbers of IPUs.
/// But IPUs are counted from the front of the pipeline. A level whose stages are on IPUs with individual
/// limits is therefore computed again for each number of stages.
class StagedSearch {
public:
    /// Bounds that a plan and each of its stages must obey.
    struct Bounds {
        uint64_t overflow = UINT64_MAX; ///< maximum number of bytes by which a stage may exceed its limit
        uint64_t peak = UINT64_MAX;     ///< maximum peak of a stage, in bytes
        // The next three bounds, on cycles, matter only if the costs have times.
        double transfer = std::numeric_limits<double>::infinity(); ///< maximum number of cycles of a transfer
        /// Maximum sum of an IPU's work and `withTransfer`, in cycles.
        double period = std::numeric_limits<double>::infinity();
        double withTransfer = 0; ///< 0, or a lower bound on the longest transfer
        uint32_t minStages = 1;  ///< plans with fewer stages are skipped
    };

    /// If `splitWeights` is true, split points may split a weight.
    StagedSearch(const IntervalCosts& costs, const SolveRequest& request, bool splitWeights,
                 const std::stop_token& stop);

    /// The number of stages that are empty in every plan. If Output is on the first IPU and the boundary
    /// before Output is pinned, the last stage is empty and its IPU is unused. In all other cases, no stage
    /// is empty.
    uint32_t emptyStages() const { return m_emptyStages; }
    /// How many of `ipus` IPUs can get at least one entry in a plan; may be 0.
    uint32_t usefulIpus(uint32_t ipus) const;
    /// For each number of stages, from 1: the lowest overflow that a plan with at most that many stages can
    /// have; UINT64_MAX if there is no such plan.
    Outcome<std::vector<uint64_t>> minOverflows(uint32_t ipus) const;
    /// For each number of stages, from 1: the lowest peak of a plan within `bounds` that has at most that
    /// many stages. If `onlyFewest`, the search and the list end at the first number of stages for which
    /// there is a plan.
    Outcome<std::vector<uint64_t>> minPeaks(uint32_t ipus, const Bounds& bounds,
                                            bool onlyFewest = false) const;
    /// The lowest possible work of the busiest IPU, in cycles, over all plans within `bounds` with at most
    /// `ipus` stages; infinite if there is no such plan.
    Outcome<double> minWork(uint32_t ipus, const Bounds& bounds) const;
    /// The lowest possible duration of the longest transfer, in cycles, over all plans within `bounds` with
    /// at most `ipus` stages; infinite if there is no such plan.
    Outcome<double> minTransfer(uint32_t ipus, const Bounds& bounds) const;
    /// For each number of stages, from 1: the best plan within `bounds` with exactly that many stages. The
    /// criteria for the best plan are, in this order: the fewest crossing bytes, the lowest sum of peaks, and
    /// the lexicographically first split points. `onlyFewest` has the same meaning as in minPeaks().
    Outcome<std::vector<std::optional<SolvedPlan>>> best(uint32_t ipus, const Bounds& bounds,
                                                         bool onlyFewest = false) const;

private:
    /// Says how good a placement of an entry and all later ones is: lower is better; `major` comes first.
    struct Value {
        uint64_t major = UINT64_MAX; ///< UINT64_MAX if there is no placement
        uint64_t minor = 0;

        auto operator<=>(const Value&) const = default;
    };
    /// The best placement of an entry and all later entries.
    struct Placement {
        Value value;
        uint32_t last = 0; ///< the last entry of the placement's first stage
    };
    /// The figures of a stage to be placed. A Join combines these figures with the value of all later stages.
    struct Placed {
        uint32_t ipu = 0;
        /// Bytes that cross the boundary after the stage and, if Output runs beside the stage, the boundary
        /// before Output.
        uint64_t crossing = 0;
        StageTimes::Time time = {};
        uint64_t peak = 0;
    };
    struct MinCrossing;
    struct MinHighest;
    using Levels = std::vector<std::vector<Placement>>; ///< by level and first entry

    // `join(Placed, Value)` returns the value of a stage together with the stages after it. run() calls
    // `answer(stages, value, plan)` for each number of stages for which there is a plan, in ascending order,
    // until `answer` returns false. `plan()` returns the plan. `answer` may tighten `bounds`.
    template <class Join, class Answer>
    Outcome<Done> run(uint32_t ipus, const Bounds& bounds, const Join& join, const Answer& answer) const;
    Outcome<std::vector<uint64_t>> minimums(uint32_t ipus, Bounds bounds, uint64_t Bounds::*bound,
                                            bool onlyFewest) const;
    template <class CyclesOf>
    Outcome<double> minCycles(uint32_t ipus, const Bounds& bounds, const CyclesOf& cyclesOf) const;
    template <class Join>
    Outcome<Done> addLevel(uint32_t ipu, const Bounds& bounds, const Join& join, Levels& levels) const;
    template <class Join>
    Placement placeFirst(uint32_t stages, const Bounds& bounds, const Join& join, const Levels& levels) const;
    template <class Join, class PeakOf>
    static bool improve(Placement& best, uint32_t last, Placed stage, const PeakOf& peakOf, const Value& rest,
                        const Bounds& bounds, const Join& join);
    bool obeysAlone() const;
    SplitPlan planOf(Placement first, size_t stagesAfter, const Levels& levels) const;
    Bounds boundsOn(uint32_t ipu, Bounds bounds) const;
    /// Calls `use(last)` for each stage that may begin with `first`, in ascending order of the last entry
    /// `last`, until `use` returns false. If `atEnd`, visits only the stage that ends with the last entry of
    /// the list; otherwise, visits all stages except that one.
    template <class Use>
    void forEachStage(size_t first, bool atEnd, const Use& use) const;

    const IntervalCosts& m_costs;
    const SolveRequest& m_request;
    const std::stop_token& m_stop;
    size_t m_layers; ///< number of entries, without Output if it runs on the first IPU
    uint32_t m_emptyStages = 0;
    /// By the entries `first` and `last`: a stage that begins with `first` and ends with `last` or later has
    /// at least this peak, at every position in the pipeline.
    std::vector<uint64_t> m_minPeak;
    std::vector<size_t> m_nextPin;  ///< by entry: the first later entry with a pinned boundary before it, or
                                    ///< m_layers if there is none
    std::vector<uint8_t> m_noSplit; ///< by entry: 1 if the entry must not begin a stage
};

/// Whether any IPU has its own memory limit.
bool limitsOfIpus(const SolveRequest& request);
/// The last value in `minimums`, which is the lowest one because the values descend; UINT64_MAX if `minimums`
/// is empty.
uint64_t lowestOf(const std::vector<uint64_t>& minimums);
/// Of several plans with the same peak, the best one, as in PeriodSearch::fastest(); empty if there is none.
std::optional<SolvedPlan> bestOf(const std::vector<std::optional<SolvedPlan>>& plans);

/// Finds the shortest period under a bound on the peak.
///
/// A period is the sum of two maximums: the work of the busiest IPU and the longest transfer. One run of a
/// dynamic program (StagedSearch) minimises one of the two maximums under a bound on the other one. A pair of
/// work and transfer is a corner if no other pair is lower in both values. The corners form a staircase,
/// which the search climbs from the lowest work upwards:
///
///     work = the lowest work with shorter transfers than at the previous corner
///     transfer = the shortest transfer with that work
///
/// The search ends when the work plus the shortest of all transfers exceeds the shortest period found so far,
/// so it visits few corners. The dynamic programs are fast: if a stage has too much work for the shortest
/// period found so far, they skip the stage and all longer ones.
class PeriodSearch {
public:
    /// `search` must have been made for `costs`, and `costs` must have times. `overflow` is the maximum
    /// overflow of a stage in bytes.
    PeriodSearch(const StagedSearch& search, const IntervalCosts& costs, uint32_t ipus, uint64_t overflow)
        : m_search(search)
        , m_ipus(ipus)
        , m_overflow(overflow)
        , m_transfers(costs.times()->transfers()) {}

    /// The plan with the shortest period among those with a peak of at most `maxPeak`; empty if there is
    /// none. Ties are broken in this order: the lowest peak, a plan that fits, the fewest stages, the fewest
    /// crossing bytes, the lowest sum of peaks, the lexicographically first split points.
    Outcome<std::optional<SolvedPlan>> shortest(uint64_t maxPeak = UINT64_MAX) const;
    /// The plan with the shortest period among those with the peak `peak`, which must be the lowest possible
    /// peak. Ties are broken by the fewest crossing bytes, then by the lowest sum of peaks, the fewest
    /// stages, and the lexicographically first split points.
    Outcome<std::optional<SolvedPlan>> fastest(uint64_t peak) const;

private:
    /// A period, and the possible durations of the longest transfer in a plan with this period.
    struct Period {
        double cycles = 0;
        std::vector<double> transfers;
    };

    StagedSearch::Bounds boundsOf(uint64_t overflow, uint64_t peak, double transfer, double period) const {
        return {overflow, peak, transfer, period, transfer};
    }
    Outcome<Period> shortestPeriod(uint64_t maxPeak) const;
    Outcome<uint64_t> lowestPeak(uint64_t maxPeak, const Period& period) const;
    Outcome<std::optional<SolvedPlan>> best(uint64_t overflow, uint64_t peak, const Period& period) const;

    const StagedSearch& m_search;
    uint32_t m_ipus;
    uint64_t m_overflow;
    std::vector<double> m_transfers; ///< durations of the transfers of all stages in cycles, ascending
};

} // namespace tileline
