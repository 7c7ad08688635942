// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/execution/trace.h"

#include <array>
#include <vector>

namespace tileline {

/// Why an IPU waits: at a sync, for the host, or because no step runs. A cycle with several causes is counted
/// only for the cause that comes first in this list.
inline constexpr std::array WaitCauseIds{"external_sync", "sync", "host", "none"};

/// The figures of a run on an IPU. The numbers of cycles cover only steps that have a length.
struct IpuFigures {
    const ExecutionRun* run = nullptr;
    uint32_t ipu = 0;
    uint64_t steps = 0;             ///< number of steps, including steps without a length
    std::optional<uint64_t> from{}; ///< start of the first step with a length; empty if there is none
    std::optional<uint64_t> to{};
    uint64_t working = 0; ///< cycles covered by steps that are neither syncs nor waits for the host
    std::array<uint64_t, WaitCauseIds.size()> waitingBy{}; ///< cycles in which the IPU waits, by cause
    /// For each kind of step: the total cycles of the steps. Each step counts in full even if it overlaps
    /// another one, so the total can exceed the span.
    std::array<uint64_t, StepKindCount> byKind{};
    /// The mean tile balance of all compute steps whose tile balance is known, weighted by cycles.
    std::optional<double> tileBalance{};
    /// The sum of cycles × tile balance over all compute and exchange steps, divided by the span. Empty if a
    /// compute or exchange step has a length but no tile balance.
    std::optional<double> parallelEfficiency{};
    std::optional<uint64_t> bytesIn{}; ///< bytes from the host and from other IPUs; empty if unknown
    std::optional<uint64_t> bytesOut{};

    uint64_t span() const { return from ? *to - *from : 0; }
    uint64_t waiting() const { return span() - working; }
};

struct RunFigures {
    const ExecutionRun* run = nullptr;
    uint64_t steps = 0; ///< number of distinct steps
    std::vector<IpuFigures> ipus{};
};

/// The number and the total cycles of the steps in a group. The steps of a group belong to one run and one
/// IPU, and share the kind, entry, program, compute set or operation, depending on the list in TraceFigures.
struct StepSum {
    uint32_t run = 0; ///< ExecutionRun::id
    uint32_t ipu = 0;
    std::optional<ProgramIndex> program{};
    StepKind kind{};
    StepEntry entry{};
    /// Position in Layers::operations of the first operation that runs `program` and belongs to `entry`. If
    /// no operation of the entry runs the program, this is the first operation that runs it.
    std::optional<uint32_t> operation{};
    uint64_t steps = 0;
    uint64_t cycles = 0;
};

/// A span of time in which an IPU waits at an external sync. The span excludes the times at which the IPU
/// also works (see IpuFigures::working) or runs an earlier external sync.
struct Wait {
    uint32_t run = 0; ///< ExecutionRun::id
    uint32_t ipu = 0;
    uint64_t from = 0;
    uint64_t to = 0;
    /// The IPU that this IPU probably waits for: the last other IPU to complete a step by the end of the
    /// wait. Syncs and steps without a length do not count. If several IPUs complete such a step at the same
    /// time, the one with the lowest number is chosen. Empty if no other IPU completes a step by then.
    std::optional<uint32_t> causeIpu{};
    uint32_t step = 0;                     ///< id of the step that `causeIpu` completed
    uint64_t causeEnd = 0;                 ///< the time at which `step` ends
    std::optional<ProgramIndex> program{}; ///< the program of `step`
};

/// All waits of one IPU, in one run, for one program on one other IPU. A wait that recurs in every iteration
/// counts once for each iteration.
struct WaitSum {
    Wait first{};
    uint64_t waits = 0;
    uint64_t cycles = 0;
};
/// Adds up the waits of an IPU in a run that have the same cause. The sum with the most cycles comes first.
std::vector<WaitSum> foldedWaits(const std::vector<Wait>& waits);

/// Each list is sorted by the keys in its comment. Sums without a program or an operation come last.
struct TraceFigures {
    std::vector<RunFigures> runs{};
    std::vector<StepSum> kinds{};       ///< by run, IPU, kind
    std::vector<StepSum> entries{};     ///< by run, IPU, entry, pass
    std::vector<StepSum> programs{};    ///< by run, IPU, program, kind, entry; all passes
    std::vector<StepSum> computeSets{}; ///< by run, IPU, compute set; only steps that have one
    std::vector<StepSum> operations{};  ///< by run, IPU, operation
    std::vector<Wait> waits{};          ///< by run, IPU, time; an estimated trace has no waits

    /// If `onlyRun` is set, the figures cover only the run with this id. If `range` is set, waits are left
    /// out, and the figures cover only the cycles [range.first, range.second). A step that is partly in the
    /// range contributes its cycles in the range and all its bytes.
    static Outcome<TraceFigures> find(const ExecutionTrace& trace, std::optional<uint32_t> onlyRun = {},
                                      const std::stop_token& stop = {},
                                      std::optional<std::pair<uint64_t, uint64_t>> range = {});
};

} // namespace tileline
