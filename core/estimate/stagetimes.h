// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/pipelinetime.h"
#include "core/estimate/stageestimator.h"

#include <vector>

namespace tileline {

/// How long the IPUs of plans work and send for a micro-batch, by the entries that they have: what the solver
/// compares to find a short period. The period of a plan is the longest work of its IPUs plus the longest of
/// their transfers. It is the period of timeOf(), bit for bit. Tests of the solver set the times directly.
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
    /// `cycles` of the entries of `estimator`, whose options say what is recomputed and where Output runs.
    static StageTimes make(const StageEstimator& estimator, const EntryCycles& cycles,
                           const TimeOptions& options);
    size_t entryCount() const { return m_besideOutput.size(); }
    Time of(size_t first, size_t last) const { return m_times[first * entryCount() + last]; }
    /// Of the entries [0, last] and Output.
    Time besideOutput(size_t last) const { return m_besideOutput[last]; }
    /// Work must not become less when an entry is added to the end, unless it is the last one: the last stage
    /// recomputes nothing.
    void set(size_t first, size_t last, Time time) { m_times[first * entryCount() + last] = time; }
    void setBesideOutput(size_t last, Time time) { m_besideOutput[last] = time; }

    /// The distinct transfers, ascending.
    std::vector<double> transfers() const;

private:
    std::vector<Time> m_times; ///< by first and last entry
    std::vector<Time> m_besideOutput;
};

} // namespace tileline
