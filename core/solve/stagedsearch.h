// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/solve/optimalsolver.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <stop_token>
#include <utility>
#include <vector>

namespace tileline {

/// The dynamic programs of the solver for costs that depend on the position in the pipeline.
///
/// The peak of a stage depends on how many stages follow it. The programs therefore work backwards from the
/// end. Level j holds, for each entry, the best way to place that entry and all later ones on j + 1 stages.
/// Level n - 1 at entry 0 gives the answer for n IPUs; if Output is beside the first stage, that stage is
/// placed before level n - 2. One run gives the answers for all numbers of IPUs. IPUs are counted from the
/// front, so if individual IPUs have their own limits, each number of stages needs its own run.
class StagedSearch {
public:
    /// Upper bounds that every stage of a plan must obey.
    struct Bounds {
        uint64_t overflow = UINT64_MAX; ///< the most bytes by which a stage may exceed its IPU's limit
        uint64_t peak = UINT64_MAX;     ///< the highest peak of a stage, in bytes
        // The following bounds matter only if the costs have times.
        double transfer = std::numeric_limits<double>::infinity(); ///< the most cycles of a transfer
        double period = std::numeric_limits<double>::infinity(); ///< cycles of an IPU's work + `withTransfer`
        double withTransfer = 0;
    };

    /// `splitWeights` says whether split points may split a weight.
    StagedSearch(const IntervalCosts& costs, const SolveRequest& request, bool splitWeights,
                 const std::stop_token& stop);

    /// 1 if Output is on the first IPU and the boundary before Output is pinned, otherwise 0. If it is 1, a
    /// plan has an empty stage, which takes an IPU that stays unused.
    uint32_t emptyStages() const { return m_emptyStages; }
    /// The maximum number of IPUs that a plan for `ipus` IPUs can use; may be 0.
    uint32_t usefulIpus(uint32_t ipus) const;
    /// For each number of stages, from 1: the lowest overflow, or the lowest peak within `bounds`, that a
    /// plan with exactly that many stages can have; UINT64_MAX if there is no such plan.
    Outcome<std::vector<uint64_t>> minOverflows(uint32_t ipus) const;
    Outcome<std::vector<uint64_t>> minPeaks(uint32_t ipus, const Bounds& bounds) const;
    /// The same as minPeaks(), but the list ends with the first number of stages for which there is a plan.
    Outcome<std::vector<uint64_t>> minPeaksOfFewest(uint32_t ipus, const Bounds& bounds) const;
    /// The least work, in cycles, that the busiest IPU can have in a plan within `bounds` with at most `ipus`
    /// stages; infinite if there is no such plan.
    Outcome<double> minWork(uint32_t ipus, const Bounds& bounds) const;
    /// The least time, in cycles, that the longest transfer can take in a plan as for minWork().
    Outcome<double> minTransfer(uint32_t ipus, const Bounds& bounds) const;
    /// For each number of stages, from 1: the best plan within `bounds` with exactly that many stages. The
    /// best plan has the fewest crossing bytes, then the lowest sum of peaks, then the first split points.
    Outcome<std::vector<std::optional<SolvedPlan>>> best(uint32_t ipus, const Bounds& bounds) const;
    /// The best plan within `bounds` with as few stages as possible; empty if no plan is within `bounds`.
    Outcome<std::optional<SolvedPlan>> bestWithFewestStages(uint32_t ipus, const Bounds& bounds) const;

private:
    /// Ranks the possible placements of an entry and all later ones; `major` is compared first.
    struct Value {
        uint64_t major = UINT64_MAX; ///< UINT64_MAX: there is no placement
        uint64_t minor = 0;

        auto operator<=>(const Value&) const = default;
    };
    /// The figures of a stage to be placed. A Join adds them to the value of the stages after it.
    struct Placed {
        uint32_t ipu = 0;
        uint64_t peak = 0;
        StageTimes::Time time;
        uint64_t crossing = 0; ///< bytes sent to the next stage and, beside Output, also to Output
    };
    struct MinCrossing;
    struct MaxPeak;
    using Levels = std::vector<std::vector<Value>>; ///< by level and first entry
    /// The last entry of the first stage of a level, by level and first entry.
    using Choices = std::vector<std::vector<uint32_t>>;

    // `join(Placed, Value)` returns the value of a stage together with the stages after it. `answer(stages,
    // value, plan)` is called for each number of stages for which there is a plan, ascending, until it
    // returns false; `plan()` returns that plan.
    template <class Join, class Answer>
    Outcome<Done> run(uint32_t ipus, const Bounds& bounds, const Join& join, const Answer& answer) const;
    template <class CyclesOf>
    Outcome<double> minCycles(uint32_t ipus, const Bounds& bounds, const CyclesOf& cyclesOf) const;
    template <class Join, class Answer>
    Outcome<bool> run(uint32_t minStages, uint32_t maxStages, const Bounds& bounds, const Join& join,
                      const Answer& answer) const;
    template <class Join>
    Outcome<Done> fillLevel(uint32_t level, uint32_t ipu, const Bounds& bounds, const Join& join,
                            Levels& levels, Choices& choices) const;
    template <class Join>
    std::pair<Value, uint32_t> placeFirst(uint32_t stages, const Bounds& bounds, const Join& join,
                                          const Levels& levels) const;
    bool obeysAlone() const;
    SplitPlan planOf(std::optional<uint32_t> firstLast, uint32_t level, const Choices& choices) const;
    uint64_t maxPeak(uint32_t ipu, const Bounds& bounds) const;
    /// Calls `use(last)` for stages that may begin with `first`, by ascending last entry, until `use` returns
    /// false. If `atEnd`, only the stage that ends with the last entry is considered; otherwise, all others.
    template <class Use>
    void forEachStage(size_t first, bool atEnd, const Use& use) const;

    const IntervalCosts& m_costs;
    const SolveRequest& m_request;
    const std::stop_token& m_stop;
    const StageTimes* m_times; ///< times of the costs; null if they have none
    size_t m_layers;           ///< number of entries, not counting Output if it runs on the first IPU
    uint32_t m_emptyStages = 0;
    /// By first and last entry: a lower bound on the peak, at any position, of every stage that begins with
    /// the first entry and ends with the last entry or a later one.
    std::vector<uint64_t> m_minPeak;
    std::vector<size_t> m_nextPin;  ///< by entry: the next pinned entry after it
    std::vector<uint8_t> m_noSplit; ///< by entry: 1 if no split point may be before it
};

/// Whether IPUs have memory limits of their own.
bool limitsOfIpus(const SolveRequest& request);
/// The minimum of `values`; UINT64_MAX if there are none.
uint64_t minimumOf(const std::vector<uint64_t>& values);

/// The functions of optimalsolver.h for costs that depend on the position.
Outcome<SolveResult> solveStaged(const IntervalCosts& costs, const SolveRequest& request,
                                 const std::stop_token& stop);
Outcome<Relaxation> relaxStaged(const IntervalCosts& costs, const SolveRequest& request,
                                const std::stop_token& stop);
Outcome<std::vector<std::optional<SolvedPlan>>>
tradeOffStaged(const IntervalCosts& costs, const SolveRequest& request, const std::stop_token& stop);
SolvedPlan judgeStaged(const IntervalCosts& costs, const PlanConstraints& constraints, const SplitPlan& plan);

/// Finds the shortest period under a bound on the peak.
///
/// A period is the sum of two maximums: the longest work of an IPU and the longest transfer. One run of a
/// dynamic program (StagedSearch) minimises one of the two maximums under a bound on the other. The pairs of
/// work and transfer that no other pair beats in both are the corners of a staircase, which is walked from
/// the lowest work upwards:
///
///     work = the lowest work with shorter transfers than at the previous corner
///     transfer = the shortest transfer with that work
///
/// The walk ends when the work plus the shortest of all transfers exceeds the shortest period found so far,
/// so there are few corners. The programs are fast because they skip stages whose work exceeds that period,
/// and all longer stages with them.
class PeriodSearch {
public:
    /// `search` searches `costs`, which have times. A stage may exceed its IPU's limit by `overflow` bytes.
    PeriodSearch(const StagedSearch& search, const IntervalCosts& costs, uint32_t ipus, uint64_t overflow);

    /// The plan with the shortest period among those with a peak of at most `maxPeak`; empty if there is
    /// none. Ties are broken in turn by: the lowest peak, whether the plan fits, the fewest stages, the
    /// fewest crossing bytes, the lowest sum of peaks, and the first split points.
    Outcome<std::optional<SolvedPlan>> shortest(uint64_t maxPeak = UINT64_MAX) const;
    /// The plan with the shortest period among those with the peak `peak`, which must be the lowest possible
    /// one. Ties are broken by the fewest crossing bytes, then by the lowest sum of peaks, the fewest stages,
    /// and the first split points.
    Outcome<std::optional<SolvedPlan>> fastest(uint64_t peak) const;

private:
    /// A period, and the values that the longest transfer of a plan with this period can have.
    struct Period {
        double cycles = 0;
        std::vector<double> transfers;
    };

    StagedSearch::Bounds boundsOf(uint64_t peak, double transfer, double period) const {
        return {m_overflow, peak, transfer, period, transfer};
    }
    Outcome<Period> shortestPeriod(uint64_t maxPeak) const;
    void addTransfers(size_t from, size_t to, double work, Period& period) const;
    Outcome<uint64_t> lowestPeak(uint64_t maxPeak, const Period& period) const;
    Outcome<std::optional<SolvedPlan>> best(uint64_t overflow, uint64_t peak, const Period& period) const;

    const StagedSearch& m_search;
    uint32_t m_ipus;
    uint64_t m_overflow;
    std::vector<double> m_transfers; ///< transfers of all stages in cycles, ascending
};

} // namespace tileline
