// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/stageestimate.h"
#include "core/estimate/stageestimator.h"
#include "core/execution/cycles.h"
#include "core/plan/settingoptions.h"
#include "core/plan/timeoptions.h"

#include <cstdint>
#include <span>
#include <vector>

namespace tileline {

/// The speed of a plan. The figures are not rounded.
struct PipelineTime {
    /// The cycles that a stage takes for one micro-batch.
    struct Stage {
        double forward = 0;
        double backward = 0;
        double recompute = 0; ///< cycles of forward operations that are computed again
        double update = 0;    ///< cycles of the one update after all micro-batches; not included in total()

        double total() const { return forward + backward + recompute; }
    };
    std::vector<Stage> stages;          ///< by pipeline stage
    std::vector<double> transferCycles; ///< by boundary between pipeline stages
    double period = 0;                  ///< cycles per micro-batch: the slowest IPU plus the slowest transfer
    double update = 0;                  ///< cycles of the update on the slowest IPU
    double makespan = 0;                ///< cycles of all micro-batches, including filling, draining, update
    uint32_t microBatches = 1;          ///< number of micro-batches that `makespan` covers
    double utilisation = 0; ///< share of the makespan that is not lost to filling, draining and the update
    double throughput = 0;  ///< samples per second; 0 if the clock or the makespan is unknown
};

/// Estimates the time of a plan. `kinds` contains the kind of each entry, and `crossingBytes` contains the
/// bytes that cross each boundary between stages.
///
/// With recomputation, all stages but the last compute their forward pass once more. With a checkpoint at
/// every layer, the last stage also computes its forward pass again, except for its last layer and Output.
///
/// In training, each forward stage except the last has a second position in the pipeline, for its backward
/// pass. In the first pipeline cycle, only the first position works on a micro-batch; in the second, the
/// first two positions work, and so on. A pipeline cycle lasts as long as its slowest IPU works, plus its
/// slowest transfer.
PipelineTime timeOf(const EntryCycles& cycles, std::span<const EntryKind> kinds,
                    const StagePlacement& placement, std::span<const uint64_t> crossingBytes, bool training,
                    const PipelineOptions& pipeline, uint64_t clockHz, const TimeOptions& options = {});

/// The positions in a pipeline, and the lengths of the pipeline cycles (see timeOf()). In training, a forward
/// stage has one position for each pass, but the last forward stage has a single position for both passes.
class PipelineCycles {
public:
    PipelineCycles(const PipelineTime& time, const StagePlacement& placement,
                   std::span<const uint64_t> crossingBytes, bool training, uint64_t clockHz,
                   const TimeOptions& options);

    bool training() const { return m_training; }
    size_t ipus() const { return m_placesOf.size(); }
    size_t places() const { return m_training ? 2 * m_forwardStages - 1 : m_forwardStages; }
    /// The positions on an IPU, ascending.
    const std::vector<size_t>& placesOf(size_t ipu) const { return m_placesOf[ipu]; }
    size_t stageOf(size_t place) const { return isForward(place) ? place : 2 * m_forwardStages - 2 - place; }
    bool isForward(size_t place) const { return place < m_forwardStages; }
    /// Whether `place` is the position of the last forward stage, where both passes run in training.
    bool isTurn(size_t place) const { return place + 1 == m_forwardStages; }

    struct Length {
        double work = 0;       ///< cycles of the slowest IPU's work
        double transfer = 0;   ///< cycles of the slowest transfer
        uint32_t boundary = 0; ///< forward stage before the slowest transfer

        double total() const { return work + transfer; }
    };
    /// The length, in clock cycles, of a pipeline cycle in which the positions `first` to `last` work.
    Length length(size_t first, size_t last) const;

private:
    size_t m_forwardStages;
    bool m_training;
    std::vector<uint64_t> m_crossingBytes;
    double m_clock;
    TimeOptions m_options;
    std::vector<double> m_work;                  ///< by position
    std::vector<size_t> m_ipuOf;                 ///< by position
    std::vector<std::vector<size_t>> m_placesOf; ///< by IPU
};

/// For each set of entries that an IPU can hold: the cycles of the IPU's work on one micro-batch, and the
/// cycles of the transfer to the IPU. To find a short period, the solver compares the times in StageTimes.
/// The period of a plan is the longest work of any IPU plus the longest transfer to any IPU. The period of a
/// plan equals PipelineTime::period from timeOf() bit for bit. Tests of the solver set the times directly.
class StageTimes {
public:
    /// The cycles that an IPU takes for one micro-batch.
    struct Time {
        double work = 0;
        /// The cycles of the transfer to the IPU's stage, or to Output if Output runs beside that stage.
        double transfer = 0;
    };

    /// Sets all times to 0.
    explicit StageTimes(size_t entryCount)
        : m_times(entryCount * entryCount)
        , m_besideOutput(entryCount) {}
    /// `cycles` must contain the cycles of the entries of `estimator`. The options of `estimator` determine
    /// what is recomputed and where Output runs.
    static StageTimes make(const StageEstimator& estimator, const EntryCycles& cycles,
                           const TimeOptions& options);
    size_t entryCount() const { return m_besideOutput.size(); }
    Time of(size_t first, size_t last) const { return m_times[first * entryCount() + last]; }
    /// The time of an IPU that holds the entries [0, last] and Output.
    Time besideOutput(size_t last) const { return m_besideOutput[last]; }
    /// Sets the time of an IPU that holds the entries `first` to `last`. An additional entry must not reduce
    /// the work, except the pipeline's last entry: the last stage recomputes less.
    void set(size_t first, size_t last, Time time) { m_times[first * entryCount() + last] = time; }
    void setBesideOutput(size_t last, Time time) { m_besideOutput[last] = time; }

    /// The distinct transfer times in cycles, ascending.
    std::vector<double> transfers() const;

private:
    std::vector<Time> m_times; ///< by first and last entry
    std::vector<Time> m_besideOutput;
};

} // namespace tileline
