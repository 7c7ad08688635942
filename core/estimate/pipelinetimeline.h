// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/pipelinetime.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace tileline {

/// What an IPU does in a block of the timeline. Files use the names in BlockPassIds.
enum class BlockPass : uint8_t { Forward, Recompute, Backward, Update };
inline constexpr std::array<std::string_view, 4> BlockPassIds{"forward", "recompute", "backward", "update"};

/// An uninterrupted stretch of work on one IPU. All times are clock cycles since the start of the pipeline.
struct TimelineBlock {
    uint64_t cycle = 0;
    uint32_t ipu = 0;
    uint32_t stage = 0; ///< position in the pipeline, see PipelineCycles
    BlockPass pass{};
    std::optional<uint32_t> microBatch; ///< empty for an update
    double from = 0;
    double to = 0;
};

/// How the pipeline of a plan runs, cycle by cycle. The cycles of the main phase are not stored one by one,
/// so the memory needed does not grow with the number of micro-batches. The lengths of all cycles and of the
/// weight updates add up to PipelineTime::makespan.
class PipelineTimeline {
public:
    PipelineTimeline(PipelineTime time, PipelineCycles cycles);

    const PipelineTime& time() const { return m_time; }
    uint32_t ipus() const { return static_cast<uint32_t>(m_cycles.ipus()); }
    uint32_t stages() const { return static_cast<uint32_t>(m_cycles.places()); }
    /// The number of cycles, not counting the weight updates after the last cycle. cycle() and blocks()
    /// return the weight updates if their argument is cycleCount().
    uint64_t cycleCount() const { return uint64_t{m_time.microBatches} + stages() - 1; }
    /// The number of cycles in which the pipeline fills. Draining the pipeline takes the same number of
    /// cycles.
    uint64_t fillCycles() const { return stages() - 1; }

    struct Cycle {
        double from = 0;
        double transferFrom = 0; ///< the time at which the slowest IPU has finished its work
        double to = 0;
        uint32_t boundary = 0; ///< the slowest transfer is from this forward stage to the next one
    };
    /// The times of cycle number `cycle`, or of the weight updates if `cycle` is cycleCount().
    Cycle cycle(uint64_t cycle) const;
    /// The blocks of a cycle, sorted by IPU and stage. Blocks that take no time are left out.
    std::vector<TimelineBlock> blocks(uint64_t cycle) const;

    /// How an IPU spends its clock cycles. The three members add up to the makespan or, in periodSums(), to
    /// the period.
    struct Sums {
        double busy = 0;
        double waiting = 0; ///< clock cycles in which the IPU waits for the slowest IPU
        double transfer = 0;
    };
    /// By IPU: the sums over the whole timeline.
    std::vector<Sums> sums() const;
    /// By IPU: the sums over one full cycle, that is, over one period.
    std::vector<Sums> periodSums() const;

private:
    void add(std::vector<Sums>& sums, uint64_t cycle, double times) const;

    PipelineTime m_time;
    PipelineCycles m_cycles;
    PipelineCycles::Length m_full;
    /// The cycles in which the pipeline fills, followed by the cycles in which it drains.
    std::vector<Cycle> m_partial;
    double m_end = 0; ///< end of the last cycle
};

} // namespace tileline
