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

/// What an IPU does in a block of the timeline. In files: BlockPassIds.
enum class BlockPass : uint8_t { Forward, Recompute, Backward, Update };
inline constexpr std::array<std::string_view, 4> BlockPassIds{"forward", "recompute", "backward", "update"};

/// Work of an IPU without a gap. All times are cycles from the start of the pipeline.
struct TimelineBlock {
    uint64_t cycle = 0;
    uint32_t ipu = 0;
    uint32_t stage = 0; ///< the position in the pipeline
    BlockPass pass{};
    std::optional<uint32_t> microBatch; ///< empty for an update
    double from = 0;
    double to = 0;
};

/// How the pipeline of a plan runs, cycle by cycle. Nothing is stored for each cycle of the main phase, so
/// the number of micro-batches costs nothing. The cycles are those of PipelineTime::makespan.
class PipelineTimeline {
public:
    PipelineTimeline(PipelineTime time, PipelineCycles cycles);

    const PipelineTime& time() const { return m_time; }
    uint32_t ipus() const { return static_cast<uint32_t>(m_cycles.ipus()); }
    uint32_t stages() const { return static_cast<uint32_t>(m_cycles.places()); }
    /// The updates follow, as one more cycle with blocks.
    uint64_t cycleCount() const { return uint64_t{m_time.microBatches} + stages() - 1; }
    /// The cycles before the main phase, and behind it.
    uint64_t fillCycles() const { return stages() - 1; }

    struct Cycle {
        double from = 0;
        double transferFrom = 0; ///< where the slowest IPU is done
        double to = 0;
        uint32_t boundary = 0; ///< of the transfer, behind this forward stage
    };
    /// A cycle, or, at cycleCount(), the updates.
    Cycle cycle(uint64_t cycle) const;
    /// The blocks of a cycle that have a length, by IPU and stage.
    std::vector<TimelineBlock> blocks(uint64_t cycle) const;

    /// The cycles of an IPU; they add up to the makespan.
    struct Sums {
        double busy = 0;
        double waiting = 0; ///< for the slowest IPU
        double transfer = 0;
    };
    /// By IPU: all of the timeline.
    std::vector<Sums> sums() const;
    /// By IPU: of a full cycle, which is a period.
    std::vector<Sums> periodSums() const;

private:
    void add(std::vector<Sums>& sums, uint64_t cycle, double times) const;

    PipelineTime m_time;
    PipelineCycles m_cycles;
    PipelineCycles::Length m_full;
    /// Of filling, and then of draining.
    std::vector<Cycle> m_partial;
    double m_end = 0; ///< of the last cycle
};

} // namespace tileline
