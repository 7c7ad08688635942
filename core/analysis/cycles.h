// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/pipelineentries.h"

#include <stop_token>
#include <vector>

namespace tileline {

/// The cycles that a program takes, of programs that execute vertices or exchange data: the mean over its
/// steps in the profile's first run. For a program that did not run there, the maximum over tiles of what
/// Poplar estimates. Other programs take none.
class ProgramCycles {
public:
    explicit ProgramCycles(const Profile& profile);

    /// 0 if unknown.
    double of(ProgramIndex program) const { return m_cycles[program.index()]; }
    /// Whether the cycles of at least 95 % of these programs are known. If not, they say nothing.
    bool known() const { return m_unknown * 20 <= m_counted; }
    /// Whether the cycles of a program are Poplar's estimate.
    bool anyEstimated() const { return m_estimated > 0; }

private:
    std::vector<double> m_cycles; ///< by program
    uint64_t m_counted = 0;       ///< programs of these types
    uint64_t m_unknown = 0;       ///< of these
    uint64_t m_estimated = 0;     ///< of these
};

/// The cycles of the operations of each entry in each pass. On the profiles tried, they sum to those of the
/// program.
///
/// A step counts for an entry if its program is one of an operation of the entry, within the first and last
/// step of that operation; a program that has no such step counts once. Outlined code is listed once for each
/// call: its steps fall into runs of consecutive steps, and the i-th run belongs to the i-th listing if there
/// are as many. If there is one run, each listing has all of it; with another number, each has an equal part.
struct EntryCycles {
    std::vector<double> forward;  ///< by entry
    std::vector<double> backward; ///< by entry

    static Outcome<EntryCycles> find(const Profile& profile, const PipelineEntries& entries,
                                     const ProgramCycles& cycles, const std::stop_token& stop = {});
};

} // namespace tileline
