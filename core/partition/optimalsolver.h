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

/// A plan, with what it was chosen by.
struct SolvedPlan {
    SplitPlan plan;
    uint64_t peakTileBytes = 0; ///< of the fullest stage
    uint64_t crossingBytes = 0; ///< sum over split points
    uint64_t sumOfPeaks = 0;
    bool fits = false; ///< every stage is within its IPU's limit
};

/// Why no plan obeys the request, and the nearest requests that one would.
struct Infeasible {
    enum class Reason {
        PinnedAndForbidden, ///< `layer` is both
        TooManyPins,        ///< pins alone make more stages than IPUs
        LayersPerStage,     ///< no cut obeys least and greatest layers, pins and forbidden boundaries
        Memory,             ///< every plan overflows some IPU
    };
    Reason reason{};
    std::optional<LayerIndex> layer;
    std::optional<uint32_t> ipusThatWouldDo;          ///< with the memory as it is
    std::optional<uint64_t> memoryPerTileThatWouldDo; ///< with the IPUs as they are, the same for all
};

using SolveResult = std::variant<SolvedPlan, Infeasible>;

/// The best plan. Exact also where the cost is not monotone, proved against brute force in the tests.
/// With LeastPeak the limits of the request decide `fits` and, where they differ between IPUs, the peak is
/// compared relative to them: a plan that fits precedes one that does not. Needs a complete table.
SolveResult solveOptimal(const IntervalTable& table, const SolveRequest& request);

/// Least peak for 1, 2, ... IPUs; entry i is for at most i+1 stages. Only the constraints of `request` that
/// do not depend on the number of IPUs apply. Entries that obey none are nothing.
std::vector<std::optional<SolvedPlan>> solveTradeOff(const IntervalTable& table, const SolveRequest& request);

} // namespace tileline
