// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/partition/intervaltable.h"

#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace tileline {

/// What the best plan minimises. Ties go to the fewest bytes crossing the split points, then to the least
/// sum of the stages' peaks, then to the fewest stages, then to the lexicographically first split points.
enum class Objective {
    LeastPeak,  ///< at most `ipus` stages, the greatest peak as small as possible
    FewestIpus, ///< as few stages as fit their memory, then the least peak
};

/// A request for the best plan.
struct SolveRequest {
    Objective objective = Objective::LeastPeak;
    uint32_t ipus = 1; ///< greatest number of stages
    uint64_t memoryPerTile = DefaultMemoryPerTile;
    /// Limits of single IPUs where they differ; entry i for stage i, behind its end memoryPerTile.
    std::vector<uint64_t> ipuMemory;
    std::vector<LayerIndex> pinned;    ///< must split before these entries
    std::vector<LayerIndex> forbidden; ///< must not split before these
    size_t leastLayers = 1;            ///< layer entries a stage, at least
    size_t greatestLayers = 0;         ///< at most; 0: no limit

    uint64_t limitOf(StageIndex stage) const {
        return stage.index() < ipuMemory.size() ? ipuMemory[stage.index()] : memoryPerTile;
    }
    bool operator==(const SolveRequest&) const = default;
};

/// What the solver chooses by, read off a table: the peak of every interval of layers, and what crosses each
/// boundary. Also made by hand, where the solver itself is what is looked at.
class IntervalCosts {
public:
    /// All peaks 0, nothing crossing.
    explicit IntervalCosts(size_t layerCount);
    /// Of a complete table.
    explicit IntervalCosts(const IntervalTable& table);

    size_t layerCount() const { return m_crossing.size(); }
    uint64_t peak(size_t first, size_t last) const { return m_peak[first * m_crossing.size() + last]; }
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

/// The nearest requests that some plan would fit.
struct WouldDo {
    std::optional<uint32_t> ipus;          ///< least number of IPUs, with the memory as it is
    std::optional<uint64_t> memoryPerTile; ///< least limit, the same for all, with the IPUs as they are
};

/// Why no plan obeys the request.
struct Infeasible {
    enum class Reason {
        PinnedAndForbidden, ///< `layer` is both
        TooManyPins,        ///< pins alone make more stages than IPUs
        LayersPerStage,     ///< no cut obeys least and greatest layers, pins and forbidden boundaries
        Memory,             ///< every plan overflows some IPU
    };
    Reason reason{};
    std::optional<LayerIndex> layer;
    WouldDo wouldDo;
};

using SolveResult = std::variant<SolvedPlan, Infeasible>;

/// The best plan. Exact also where the cost is not monotone, proved against brute force in the tests.
///
/// The cost of a stage is not additive (a maximum over tiles and steps), so stages are looked up, and three
/// dynamic programmes over (number of stages so far, first layer of the rest) find, one after the other:
///
///   1. the least greatest overflow of any IPU's limit (0 where some plan fits);
///   2. among plans with that overflow, the least greatest peak;
///   3. among plans with that peak, the least (crossing bytes, sum of peaks, stages), which do add up.
///
/// Where all limits are equal, 1 follows from 2. FewestIpus first finds the least number of stages that fit,
/// and then does the same with that number. LeastPeak gives a plan that does not fit where none does.
SolveResult solveOptimal(const IntervalCosts& costs, const SolveRequest& request);

/// What the request would have to say for some plan to fit.
WouldDo whatWouldDo(const IntervalCosts& costs, const SolveRequest& request);

/// Least peak for 1, 2, ... IPUs; entry i is for at most i+1 stages, with the other constraints of
/// `request`. Entries that no plan obeys are nothing.
std::vector<std::optional<SolvedPlan>> solveTradeOff(const IntervalCosts& costs, const SolveRequest& request);

/// What a given plan is judged by, as if the solver had chosen it.
SolvedPlan judgePlan(const IntervalCosts& costs, const SolveRequest& request, const SplitPlan& plan);

} // namespace tileline
