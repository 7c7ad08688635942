// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/execution/trace.h"

#include <array>
#include <vector>

namespace tileline {

/// Why an IPU waits: at a sync, for the host, or because no step runs. A cycle with several causes counts for
/// the first one in this list.
inline constexpr std::array WaitCauseIds{"external_sync", "sync", "host", "none"};

/// The figures of a run on an IPU. The numbers of cycles cover only steps that have a length.
struct IpuFigures {
    const ExecutionRun* run = nullptr;
    uint32_t ipu = 0;
    uint64_t steps = 0;             ///< includes steps without a length
    std::optional<uint64_t> from{}; ///< empty if no step has a length
    std::optional<uint64_t> to{};
    uint64_t working = 0; ///< cycles in which a step runs that is neither a sync nor a wait for the host
    std::array<uint64_t, WaitCauseIds.size()> waitingBy{}; ///< by cause; the sum is the rest of the span
    /// Sums of the steps' cycles. Overlapping steps are all counted, so the sums can exceed the span.
    std::array<uint64_t, StepKindCount> byKind{};
    /// The mean tile balance of the compute steps for which it is known, weighted by cycles.
    std::optional<double> tileBalance{};
    /// Σ (cycles × tile balance) of compute and exchange steps ÷ span. Empty if any of these steps has a
    /// length but no tile balance.
    std::optional<double> parallelEfficiency{};
    std::optional<uint64_t> bytesIn{}; ///< from the host and other IPUs; empty if the profile does not say
    std::optional<uint64_t> bytesOut{};

    uint64_t span() const { return from ? *to - *from : 0; }
    uint64_t waiting() const { return span() - working; }
};

struct RunFigures {
    const ExecutionRun* run = nullptr;
    uint64_t steps = 0; ///< number of distinct steps
    std::vector<IpuFigures> ipus{};
};

/// How many steps of one run on one IPU have the same kind, entry, program, compute set or operation, and the
/// sum of their cycles.
struct StepSum {
    uint32_t run = 0; ///< ExecutionRun::id
    uint32_t ipu = 0;
    std::optional<ProgramIndex> program{};
    StepKind kind{};
    StepEntry entry{};
    /// Position in Layers::operations: the first operation of the entry with the program; without one, the
    /// first operation with the program.
    std::optional<uint32_t> operation{};
    uint64_t steps = 0;
    uint64_t cycles = 0;
};

/// A span of time in which an IPU waits at an external sync. It excludes the time in which a step of the IPU
/// works or an earlier external sync runs.
struct Wait {
    uint32_t run = 0; ///< ExecutionRun::id
    uint32_t ipu = 0;
    uint64_t from = 0;
    uint64_t to = 0;
    /// The IPU for which this one probably waits: the other IPU that was the last to complete a step (syncs
    /// do not count) by the end of the wait; on a tie, the lowest IPU. Empty if there is none.
    std::optional<uint32_t> causeIpu{};
    uint32_t step = 0;                     ///< id of that step
    uint64_t causeEnd = 0;                 ///< the time at which that step ends
    std::optional<ProgramIndex> program{}; ///< the program of that step
};

/// The waits of an IPU that end with the same program of the same other IPU: those of an iteration that
/// repeats.
struct WaitSum {
    Wait first{};
    uint64_t waits = 0;
    uint64_t cycles = 0;
};
/// Sorted by cycles, most first.
std::vector<WaitSum> foldedWaits(const std::vector<Wait>& waits);

struct TraceFigures {
    std::vector<RunFigures> runs{};
    std::vector<StepSum> kinds{};       ///< by run, IPU, kind
    std::vector<StepSum> entries{};     ///< by run, IPU, entry, pass
    std::vector<StepSum> programs{};    ///< by run, IPU, program (none last), kind, entry (any pass)
    std::vector<StepSum> computeSets{}; ///< by run, IPU, compute set; only steps that have one
    std::vector<StepSum> operations{};  ///< by run, IPU, operation (none last)
    std::vector<Wait> waits{};          ///< by run, IPU, time; an estimated trace has no waits

    /// `onlyRun`: the id of the only run to look at. `range`: the only cycles to look at, from and to. A step
    /// then counts with the share of its cycles in the range but with all its bytes, and there are no waits.
    static Outcome<TraceFigures> find(const ExecutionTrace& trace, std::optional<uint32_t> onlyRun = {},
                                      const std::stop_token& stop = {},
                                      std::optional<std::pair<uint64_t, uint64_t>> range = {});
};

} // namespace tileline
