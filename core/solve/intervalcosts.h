// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/intervaltable.h"
#include "core/estimate/peakfront.h"
#include "core/estimate/stagetimes.h"

#include <algorithm>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

namespace tileline {

/// The costs that the solver compares: the peak of every interval of layers, and the bytes that cross each
/// boundary. Normally read from an IntervalTable. Tests of the solver set the costs directly.
///
/// In the pipeline setting, the peak also depends on how many stages follow (PeakLine), and Output may run
/// beside the first stage. The solver knows no setting: it asks for the peak of an interval at a position.
class IntervalCosts {
public:
    /// All costs are 0, whatever the position.
    explicit IntervalCosts(size_t layerCount);
    /// Reads the costs from `table`, which must be complete. Of the options of its estimator, the schedule,
    /// the placement of Output, and whether weights may be split count.
    static Outcome<IntervalCosts> make(const IntervalTable& table, const std::stop_token& stop);

    size_t layerCount() const { return m_crossing.size(); }
    uint64_t peak(size_t first, size_t last) const { return m_peak[first * m_crossing.size() + last]; }
    /// The peaks of the intervals that begin with `first`, by last layer entry (0 to layerCount-1).
    const uint64_t* peaks(size_t first) const { return &m_peak[first * m_crossing.size()]; }
    uint64_t crossing(size_t begin) const { return m_crossing[begin]; }
    void setPeak(size_t first, size_t last, uint64_t bytes) {
        m_peak[first * m_crossing.size() + last] = bytes;
    }
    void setCrossing(size_t begin, uint64_t bytes) { m_crossing[begin] = bytes; }

    /// Whether peaks depend on the position of a stage. The functions below are for this case only.
    bool positional() const { return !m_copies.empty(); }
    /// Whether the last entry runs beside the first stage, in a plan with more than one stage.
    bool outputOnFirst() const { return m_outputOnFirst; }
    /// Peak of an interval that `stagesAfter` stages of the pipeline follow.
    uint64_t peakAt(size_t first, size_t last, uint32_t stagesAfter) const {
        return at(m_lines[first * m_crossing.size() + last], stagesAfter);
    }
    /// The lowest of these, over all positions.
    uint64_t minPeak(size_t first, size_t last) const {
        return withCopies(m_lines[first * m_crossing.size() + last], m_minCopies);
    }
    /// The peak of the entries [0, last] and Output at a position.
    uint64_t peakBesideOutput(size_t last, uint32_t stagesAfter) const {
        return at(m_linesBesideOutput[last], stagesAfter);
    }
    /// Makes the peaks depend on the position. `copies`: of stashed variables, by number of stages after; the
    /// last entry is for all that are more.
    void setPositional(std::vector<uint32_t> copies, bool outputOnFirst);
    /// Lines by ascending minCopies, the first of which has 0.
    void setLines(size_t first, size_t last, std::span<const PeakLine> lines) {
        m_lines[first * m_crossing.size() + last] = append(lines);
    }
    void setLinesBesideOutput(size_t last, std::span<const PeakLine> lines) {
        m_linesBesideOutput[last] = append(lines);
    }
    /// Whether no plan may have a split point before an entry, because it would split a weight.
    bool splitsWeight(size_t begin) const { return m_splitsWeight[begin] != 0; }
    bool anySplitsWeight() const;
    /// How long IPUs work; null if that is not known. Only for costs that depend on the position.
    const StageTimes* times() const { return m_times ? &*m_times : nullptr; }
    void setTimes(std::optional<StageTimes> times) { m_times = std::move(times); }
    void setSplitsWeight(size_t begin, bool splits) { m_splitsWeight[begin] = splits ? 1 : 0; }

private:
    struct Lines {
        uint32_t begin = 0;
        uint32_t count = 0;
    };

    Lines append(std::span<const PeakLine> lines);
    uint64_t at(Lines lines, uint32_t stagesAfter) const {
        return withCopies(lines, m_copies[std::min<size_t>(stagesAfter, m_copies.size() - 1)]);
    }
    uint64_t withCopies(Lines lines, uint32_t copies) const {
        return lines.count == 0
                   ? 0
                   : peakLine(std::span(m_pool).subspan(lines.begin, lines.count), copies).at(copies);
    }

    std::vector<uint64_t> m_peak; ///< by first and last layer entry; in no position or with nothing after it
    std::vector<uint64_t> m_crossing;
    std::vector<uint8_t> m_splitsWeight;
    std::vector<uint32_t> m_copies;         ///< by stages after; empty: peaks depend on no position
    uint32_t m_minCopies = 0;               ///< of `m_copies`
    std::vector<Lines> m_lines;             ///< by first and last layer entry
    std::vector<Lines> m_linesBesideOutput; ///< by last layer entry
    std::vector<PeakLine> m_pool;
    std::optional<StageTimes> m_times;
    bool m_outputOnFirst = false;
};

} // namespace tileline
