// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/execution/trace.h"

#include <array>
#include <vector>

namespace tileline {

/// Why an IPU waits: at a sync, for the host, or no step at all. A cycle with several causes counts for the
/// first one.
inline constexpr std::array WaitCauseIds{"external_sync", "sync", "host", "none"};

/// A run on an IPU. Cycles are those of steps that have a length.
struct IpuFigures {
    const ExecutionRun* run = nullptr;
    uint32_t ipu = 0;
    uint64_t steps = 0;             ///< with those without a length
    std::optional<uint64_t> from{}; ///< empty if no step has a length
    std::optional<uint64_t> to{};
    uint64_t working = 0; ///< covered by steps that are no sync and do not wait for the host
    std::array<uint64_t, WaitCauseIds.size()> waitingBy{}; ///< sum to the rest of the span
    /// Sums of the steps' cycles. Those that overlap count twice, so the sums can exceed the span.
    std::array<uint64_t, StepKindCount> byKind{};
    /// Of compute steps that have one, the mean weighted by cycles.
    std::optional<double> tileBalance{};
    /// Cycles × tile balance of compute and exchange steps ÷ span. Empty if a step that has a length has no
    /// tile balance.
    std::optional<double> parallelEfficiency{};
    std::optional<uint64_t> bytesIn{}; ///< from the host and other IPUs; empty if the profile does not say
    std::optional<uint64_t> bytesOut{};

    uint64_t span() const { return from ? *to - *from : 0; }
    uint64_t waiting() const { return span() - working; }
};

struct RunFigures {
    const ExecutionRun* run = nullptr;
    uint64_t steps = 0; ///< different ones
    std::vector<IpuFigures> ipus{};
};

/// Steps of a run on an IPU that have something in common. What they have not is as below.
struct StepSum {
    uint32_t run = 0; ///< ExecutionRun::id
    uint32_t ipu = 0;
    std::optional<ProgramIndex> program{};
    StepKind kind{};
    StepEntry entry{};
    uint64_t steps = 0;
    uint64_t cycles = 0;
};

/// A span in which an IPU waits at one external sync. No working step and no earlier such sync covers it.
struct Wait {
    uint32_t run = 0; ///< ExecutionRun::id
    uint32_t ipu = 0;
    uint64_t from = 0;
    uint64_t to = 0;
    /// Of the other IPUs, the one whose last step that is no sync and has ended by then ends last; of several
    /// the lowest. Empty if no other IPU has such a step.
    std::optional<uint32_t> causeIpu{};
    uint32_t step = 0; ///< that step
};

struct TraceFigures {
    std::vector<RunFigures> runs{};
    std::vector<StepSum> kinds{};    ///< by run, IPU, kind
    std::vector<StepSum> entries{};  ///< by run, IPU, entry, pass
    std::vector<StepSum> programs{}; ///< by run, IPU, program (none last), kind, entry of either pass
    std::vector<Wait> waits{};       ///< by run, IPU, time; none in an estimated trace

    /// `onlyRun`: the id of the only run to look at.
    static Outcome<TraceFigures> find(const ExecutionTrace& trace, std::optional<uint32_t> onlyRun = {},
                                      const std::stop_token& stop = {});
};

} // namespace tileline
