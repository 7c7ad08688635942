// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/intervaltable.h"
#include "core/estimate/pipelinetime.h"
#include "core/plan/planconstraints.h"

#include <algorithm>
#include <optional>
#include <span>
#include <stop_token>
#include <variant>
#include <vector>

namespace tileline {

/// The costs that the solver compares: the peak of every interval of layers, and the bytes that cross each
/// boundary. The costs are normally read from an IntervalTable; tests of the solver set them directly.
///
/// The position of a stage is the number of stages that follow it. In the pipeline setting, the peak of a
/// stage also depends on its position (PeakLine), and Output may run beside the first stage. The solver does
/// not know the setting: it asks for the peak of an interval at a given position.
class IntervalCosts {
public:
    /// Makes costs that are all 0. Peaks do not depend on the position until setPositional() is called.
    explicit IntervalCosts(size_t layerCount)
        : m_peak(layerCount * layerCount, 0)
        , m_crossing(layerCount, 0)
        , m_splitsWeight(layerCount, 0) {}
    /// Reads the costs from `table`, which must be complete, and from some options of its estimator: the
    /// schedule, the I/O tiles, where Output runs, and whether weights may be split.
    static Outcome<IntervalCosts> make(const IntervalTable& table, const std::stop_token& stop,
                                       std::optional<StageTimes> times = {});

    size_t layerCount() const { return m_crossing.size(); }
    uint64_t crossing(size_t begin) const { return m_crossing[begin]; }
    void setCrossing(size_t begin, uint64_t bytes) { m_crossing[begin] = bytes; }
    /// Gives an interval the same peak at all positions. Must not be called after setPositional().
    void setPeak(size_t first, size_t last, uint64_t bytes) { m_peak[at(first, last)] = bytes; }

    /// Whether Output, the last entry, runs beside the first stage in plans with more than one stage.
    bool outputOnFirst() const { return m_outputOnFirst; }
    /// The peak of an interval if `stagesAfter` stages of the pipeline follow it.
    uint64_t peakAt(size_t first, size_t last, uint32_t stagesAfter) const {
        return m_copies.empty() ? m_peak[at(first, last)]
                                : peak(m_lines[at(first, last)], copies(stagesAfter));
    }
    /// A lower bound that holds at every position: the peak of an interval without copies of stashes.
    uint64_t minPeak(size_t first, size_t last) const {
        return m_copies.empty() ? m_peak[at(first, last)] : peak(m_lines[at(first, last)], 0);
    }
    /// The peak of the first IPU if it holds the entries [0, last] and Output, and `stagesAfter` stages
    /// follow the entry `last`. May only be called if outputOnFirst() is true.
    uint64_t peakBesideOutput(size_t last, uint32_t stagesAfter) const {
        return peak(m_linesBesideOutput[last], copies(stagesAfter));
    }
    /// Makes the peaks depend on the position. `copies[n]` is the number of copies of a stashed variable on a
    /// stage followed by n stages. The last element of `copies` also applies to every larger n.
    void setPositional(std::vector<uint32_t> copies, bool outputOnFirst);
    /// Sets the peak lines of an interval. The lines must be sorted by minCopies, and the first line's
    /// minCopies must be 0.
    void setLines(size_t first, size_t last, std::span<const PeakLine> lines) {
        m_lines[at(first, last)] = append(lines);
    }
    void setLinesBesideOutput(size_t last, std::span<const PeakLine> lines) {
        m_linesBesideOutput[last] = append(lines);
    }
    /// Whether a split point before an entry would split a weight, and is therefore forbidden.
    bool splitsWeight(size_t begin) const { return m_splitsWeight[begin] != 0; }
    bool anySplitsWeight() const;
    void setSplitsWeight(size_t begin, bool splits) { m_splitsWeight[begin] = splits ? 1 : 0; }
    /// The times of IPUs; null if unknown. Only costs whose peaks depend on the position can have times.
    const StageTimes* times() const { return m_times ? &*m_times : nullptr; }
    void setTimes(std::optional<StageTimes> times) { m_times = std::move(times); }

private:
    struct Lines {
        uint32_t begin = 0;
        uint32_t count = 0;
    };

    size_t at(size_t first, size_t last) const { return first * m_crossing.size() + last; }
    Lines append(std::span<const PeakLine> lines);
    uint32_t copies(uint32_t stagesAfter) const {
        return m_copies[std::min<size_t>(stagesAfter, m_copies.size() - 1)];
    }
    uint64_t peak(Lines lines, uint32_t copies) const {
        return lines.count == 0
                   ? 0
                   : m_ioTiles.peak(
                         peakLine(std::span(m_pool).subspan(lines.begin, lines.count), copies).at(copies));
    }

    std::vector<uint64_t> m_peak; ///< bytes by first and last entry; empty if peaks depend on the position
    std::vector<uint64_t> m_crossing;
    std::vector<uint8_t> m_splitsWeight;
    // The members from here on are set only if peaks depend on the position.
    std::vector<uint32_t> m_copies; ///< copies of a stashed variable, by the number of stages that follow
    std::vector<Lines> m_lines;     ///< by first and last layer entry
    std::vector<Lines> m_linesBesideOutput; ///< by last layer entry
    std::vector<PeakLine> m_pool;
    IoTiles m_ioTiles;
    std::optional<StageTimes> m_times;
    bool m_outputOnFirst = false;
};

/// The objective of the solver. If several plans achieve the objective equally well, the solver ranks them by
/// these criteria, in this order: the shortest period, if the costs have times; the fewest bytes that cross
/// the split points; the lowest sum of the stages' peaks; the fewest stages; the lexicographically first
/// split points. For MinPeriod, the fewest stages come first among these criteria.
enum class Objective {
    MinPeak, ///< the lowest peak of the fullest tile with at most the given number of IPUs
    MinIpus, ///< the fewest IPUs on which a plan fits, then the lowest peak of the fullest tile
    /// The shortest period of a plan that fits on at most the given number of IPUs, then the lowest peak of
    /// the fullest tile. Needs costs with times.
    MinPeriod,
    Greedy, ///< PopLiner's own search (solveGreedy), which supports neither pins nor forbidden boundaries
};

struct SolveRequest {
    Objective objective = Objective::MinPeak;
    PlanConstraints constraints;
    size_t minLayers = 1; ///< minimum number of layer entries in a stage
    size_t maxLayers = 0; ///< maximum number of layer entries in a stage; 0: no limit
    /// A preferred plan. The solver returns this plan if the best plan is better only by the last criterion,
    /// the order of the split points.
    std::optional<SplitPlan> keep = {};

    bool operator==(const SolveRequest&) const = default;
};

/// A plan, and the costs by which the solver compares it with other plans.
struct SolvedPlan {
    SplitPlan plan;
    uint64_t peakTileBytes = 0; ///< peak of the fullest stage, in bytes
    uint64_t crossingBytes = 0; ///< bytes that cross the split points, in total
    uint64_t sumOfPeaks = 0;
    bool fits = false;                 ///< whether every stage is within its IPU's limit
    std::optional<double> period = {}; ///< cycles per micro-batch; empty if the costs have no times
};

/// The smallest changes that make a request feasible. Each of the two changes is sufficient by itself. A
/// member is empty if its change alone does not make the request feasible.
struct Relaxation {
    std::optional<uint32_t> ipus; ///< minimum number of IPUs if the memory is unchanged; at most MaxIpus
    /// The minimum memory per tile in bytes, if all IPUs have equal memory. The number of IPUs and
    /// MemoryLimits::keepFree remain those of the request.
    std::optional<uint64_t> memoryPerTile;
};

/// The reason why no plan meets the request.
struct Infeasible {
    enum class Reason {
        TooManyPins,       ///< the pins alone require more stages than there are IPUs
        LayersPerStage,    ///< no plan obeys minLayers, maxLayers and the other constraints on splits
        Memory,            ///< every plan exceeds the limit of at least one IPU
        GreedyConstraints, ///< the greedy search supports neither pins nor forbidden boundaries
        SharedWeights,     ///< every plan that obeys the other constraints splits a weight over IPUs
        TooManyLayers,     ///< too many layers for the IntervalTable that the solver needs
        NoCycles,          ///< the costs have no times, because the cycles of too few programs are known
    };
    Reason reason{};
    Relaxation relaxation;
};

using SolveResult = std::variant<SolvedPlan, Infeasible>;

/// The best plan for MinPeak, MinIpus or MinPeriod. The result is exact, even if a longer stage costs less
/// than a shorter one. Tests compare the result with that of a brute-force search. The solver polls `stop`
/// every few microseconds.
///
/// The cost of a stage is a maximum over tiles and steps, so it is not the sum of the costs of its layers.
/// The solver therefore looks up the costs of whole stages. Three dynamic programs (StagedSearch) run one
/// after the other, to find:
///
///   1. the lowest maximum overflow, that is, bytes above an IPU's limit (0 if some plan fits);
///   2. among the plans with that overflow, the lowest maximum peak;
///   3. among these plans, the one with the fewest crossing bytes, then the lowest sum of peaks, then the
///      fewest stages (these figures are sums).
///
/// Program 1 runs only for MinPeak, and only if the IPUs have different limits: if the limits are equal, the
/// plan with the lowest peak also has the lowest overflow. MinIpus looks only at plans that fit and have the
/// minimum number of stages. If no plan fits, MinPeak still returns the best plan, but the other objectives
/// return Infeasible. If the costs have times, PeriodSearch takes the place of program 3.
Outcome<SolveResult> solveOptimal(const IntervalCosts& costs, const SolveRequest& request,
                                  const std::stop_token& stop = {});

Outcome<Relaxation> suggestRelaxation(const IntervalCosts& costs, const SolveRequest& request,
                                      const std::stop_token& stop = {});

/// For 1, 2, ... IPUs: the plan with the lowest peak. The list ends at the number of layers or at MaxIpus,
/// whichever is lower. The plan at index i has at most i+1 stages and obeys the other constraints of
/// `request`. If there is no such plan, the element at index i is empty.
///
/// One run of program 1 or 2 (see solveOptimal()) covers all numbers of IPUs. If the limits of IPUs differ,
/// program 2 runs once for each distinct overflow. Program 3 runs once for each number of IPUs. Programs 2
/// and 3 skip all stages that exceed the bound on the peak. If there are many IPUs, most stages exceed it.
Outcome<std::vector<std::optional<SolvedPlan>>>
solveTradeOff(const IntervalCosts& costs, const SolveRequest& request, const std::stop_token& stop = {});

/// Computes the costs of a given plan. The result has the same form as a plan that the solver found.
SolvedPlan judgePlan(const IntervalCosts& costs, const PlanConstraints& constraints, const SplitPlan& plan);

} // namespace tileline
