// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/stageestimate.h"
#include "core/estimate/stageestimator.h"
#include "core/execution/cycles.h"
#include "core/plan/settingoptions.h"
#include "core/plan/timeoptions.h"

#include <cstdint>
#include <vector>

namespace tileline {

/// Cycles of a transfer of `bytes` over a boundary between stages. A training pipeline sends gradients back.
double transferCycles(uint64_t bytes, bool training, uint64_t clockHz, const TimeOptions& options);

/// How fast a plan runs. Nothing is rounded.
struct PipelineTime {
    /// Cycles of a stage for a micro-batch.
    struct Stage {
        double forward = 0;
        double backward = 0;
        double recompute = 0; ///< what of the forward pass is computed again
        double update = 0;    ///< once for all micro-batches; not in total()

        double total() const { return forward + backward + recompute; }
    };
    std::vector<Stage> stages;          ///< by pipeline stage
    std::vector<double> transferCycles; ///< by boundary between pipeline stages
    double period = 0;                  ///< cycles for a micro-batch: of the slowest IPU and transfer
    double update = 0;                  ///< cycles of the slowest IPU's update
    double makespan = 0;       ///< cycles of all micro-batches, with filling, draining and the update
    uint32_t microBatches = 1; ///< in this time
    double utilisation = 0;    ///< what filling, draining and the update leave, up to 1
    double throughput = 0;     ///< samples per second; 0 if the clock or the makespan is unknown
};

/// The time of a plan whose entries have these `kinds`. `crossingBytes`: by boundary between stages.
///
/// With recomputation, all stages but the last one compute their forward pass once more. With a checkpoint at
/// every layer the last stage does too, except for its last layer and Output.
///
/// In training, each forward stage but the last one has a second position in the pipeline, for its backward
/// pass. In the first cycle only the first position has a micro-batch, in the second cycle the first two have
/// one, and so on. A cycle is as long as the slowest IPU and the slowest transfer of the positions at work.
PipelineTime timeOf(const EntryCycles& cycles, std::span<const EntryKind> kinds,
                    const StagePlacement& placement, std::span<const uint64_t> crossingBytes, bool training,
                    const PipelineOptions& pipeline, uint64_t clockHz, const TimeOptions& options = {});

/// How long an IPU works and sends for a micro-batch, by the entries that it has. The solver compares these
/// times to find a short period. The period of a plan is the longest work of its IPUs plus the longest of
/// their transfers; it equals the period of timeOf() bit for bit. Tests of the solver set the times directly.
class StageTimes {
public:
    /// Cycles of an IPU.
    struct Time {
        double work = 0;
        /// The transfer to its stage; with Output beside the first stage, the transfer to Output.
        double transfer = 0;
    };

    /// All times are 0.
    explicit StageTimes(size_t entryCount)
        : m_times(entryCount * entryCount)
        , m_besideOutput(entryCount) {}
    /// `cycles` are those of the entries of `estimator`. Its options say what is recomputed and where Output
    /// runs.
    static StageTimes make(const StageEstimator& estimator, const EntryCycles& cycles,
                           const TimeOptions& options);
    size_t entryCount() const { return m_besideOutput.size(); }
    Time of(size_t first, size_t last) const { return m_times[first * entryCount() + last]; }
    /// The time of the entries [0, last] together with Output.
    Time besideOutput(size_t last) const { return m_besideOutput[last]; }
    /// The work must not become less when an entry is added to the end, unless it is the last entry: the last
    /// stage recomputes nothing.
    void set(size_t first, size_t last, Time time) { m_times[first * entryCount() + last] = time; }
    void setBesideOutput(size_t last, Time time) { m_besideOutput[last] = time; }

    /// The distinct transfers, ascending.
    std::vector<double> transfers() const;

private:
    std::vector<Time> m_times; ///< by first and last entry
    std::vector<Time> m_besideOutput;
};

} // namespace tileline
