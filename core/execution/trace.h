// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layers/passes.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <queue>
#include <span>
#include <stop_token>
#include <string_view>
#include <vector>

namespace tileline {

/// What a step does, derived from the type of the step's program. Tables list the kinds in this order.
enum class StepKind : uint8_t {
    Compute,
    Exchange,
    GlobalExchange,
    HostBegin, ///< in HostBegin and HostEnd, the IPU waits for the host
    HostTransfer,
    HostEnd,
    ExternalSync, ///< a sync with other IPUs or the host
    Sync,         ///< a sync of the tiles of one IPU
    Other,
};
inline constexpr size_t StepKindCount = 9;
constexpr bool isSync(StepKind kind) {
    return kind == StepKind::ExternalSync || kind == StepKind::Sync;
}
std::string_view idOf(StepKind kind); ///< "host_begin"
/// The kind of a program's steps, except that some steps of a Sync program are ExternalSync.
StepKind kindOf(const Program& program);

/// Where a trace comes from. If a profile has several sources, the first one in this list is shown by
/// default.
enum class TraceSource : uint8_t {
    Measured,
    Blocks,    ///< blocks recorded by light-weight profiling
    Estimated, ///< Poplar's estimates in the order of liveness steps; IPUs have no common time
    None,
};
inline constexpr std::array TraceSourceIds{"measured", "blocks", "estimated", "none"};
inline const char* idOf(TraceSource source) {
    return TraceSourceIds[static_cast<size_t>(source)];
}
bool hasSource(const Profile& profile, TraceSource source);
/// The first source that the profile has; None if there is none.
TraceSource firstSourceOf(const Profile& profile);

/// An entry of the layer list together with a pass, or no entry. The values are ordered by entry, with the
/// forward pass before the backward pass; "no entry" comes last.
struct StepEntry {
    uint32_t value = (1U << 28U) - 1; ///< 2 × entry, plus 1 for the backward pass

    static StepEntry of(LayerIndex entry, bool backward) { return {2 * entry.value + (backward ? 1 : 0)}; }
    explicit operator bool() const { return *this != StepEntry(); }
    LayerIndex entry() const { return {value / 2}; }
    bool isBackward() const { return value % 2 == 1; }
    auto operator<=>(const StepEntry&) const = default;
};

/// The kind, entry and pass of a step, in 32 bits.
struct StepMark {
    uint32_t bits = 0;

    static StepMark of(StepKind kind, StepEntry entry) {
        return {entry.value << 4U | static_cast<uint32_t>(kind)};
    }
    StepKind kind() const { return static_cast<StepKind>(bits & 15U); }
    StepEntry entry() const { return {bits >> 4U}; }
};

/// The steps of one run on one IPU.
struct TraceTrack {
    uint32_t run = 0; ///< position in ExecutionTrace::runs
    uint32_t ipu = 0;
    uint32_t begin = 0; ///< positions in ExecutionTrace::m_order
    uint32_t end = 0;
};

/// The kind of all steps of a program, and the entries to which they can belong.
struct ProgramMarks {
    StepKind kind = StepKind::Other;
    std::vector<StepEntry> entries{}; ///< entries of the program's operations, in the order of the operations

    bool has(StepEntry entry) const;
};
/// By program: the kind and the entries of its steps. `layers` and `passes` must belong to the same setting.
std::vector<ProgramMarks> programMarks(const Profile& profile, const Layers& layers, const Passes& passes);
/// Whether a step is a sync with other IPUs or with the host.
bool isExternalSync(const Profile& profile, uint32_t step);

class ExecutionTrace;

/// A run without its repeated iterations: of consecutive equal iterations, only the first is kept.
struct FoldedTrace {
    /// The first of several equal iterations, which stands for all of them.
    struct Repeat {
        uint64_t from = 0; ///< start in the folded trace, in cycles
        uint64_t to = 0;
        uint64_t count = 0; ///< number of equal iterations before folding
    };
    /// This run alone. Steps that come after an omitted iteration begin earlier than in the run itself.
    std::shared_ptr<ExecutionTrace> trace{};
    std::vector<Repeat> repeats{};
};

/// When each program ran on each IPU, according to one source. A trace is built once for a profile and the
/// entries of a setting. Building takes linear time if the rows in the file are in order; otherwise, they are
/// sorted first. A trace takes at most 64 bytes per step, including the step columns.
class ExecutionTrace {
public:
    /// `layers` and `passes` must belong to the same setting. Error: TooLarge if an estimated trace would
    /// have more than 2^24 steps. For the source Blocks, use traceBlocks() instead.
    static Outcome<ExecutionTrace> find(ProfilePtr profile, LayersPtr layers, const Passes& passes,
                                        TraceSource source, const std::stop_token& stop = {});

    const Profile& profile() const { return *m_profile; }
    const Layers& layers() const { return *m_layers; }
    TraceSource source() const { return m_source; }
    /// The runs. An estimated trace has one run, with the id 0.
    const std::vector<ExecutionRun>& runs() const {
        return m_source == TraceSource::Estimated ? m_ownRuns : m_profile->executionRuns;
    }
    /// The steps of the trace. Parameters called `row` are row numbers in steps().
    const ExecutionSteps& steps() const { return m_hasOwnSteps ? m_ownSteps : m_profile->executionSteps; }
    /// The tracks, sorted by run and IPU.
    const std::vector<TraceTrack>& tracks() const { return m_tracks; }
    /// The rows of a track, sorted by start.
    std::span<const uint32_t> rowsOf(const TraceTrack& track) const {
        return std::span(m_order).subspan(track.begin, track.end - track.begin);
    }
    /// Calls `each(track, row)` for each row of `tracks`, where `track` is a position in `tracks`. `tracks`
    /// must be sorted as in tracks(). The rows of each track are visited in order. The function alternates
    /// between the tracks of a run, because rows that are near each other in the file share cache lines: each
    /// cache line is then read only once. Returns false if a stop was requested.
    template <class Each>
    bool forRows(std::span<const TraceTrack> tracks, const std::stop_token& stop, const Each& each) const {
        constexpr uint32_t Near = 1U << 14U;
        std::vector<uint32_t> next;
        for (size_t begin = 0, end = 0; begin < tracks.size(); begin = end) {
            next.clear();
            for (; end < tracks.size() && tracks[end].run == tracks[begin].run; ++end) {
                next.push_back(tracks[end].begin);
            }
            for (uint32_t first = 0; first != UINT32_MAX;) {
                if (stop.stop_requested()) {
                    return false;
                }
                first = UINT32_MAX;
                for (size_t i = begin; i < end; ++i) {
                    const uint32_t at = next[i - begin];
                    first = at < tracks[i].end ? std::min(first, m_order[at]) : first;
                }
                for (size_t i = begin; i < end; ++i) {
                    uint32_t& at = next[i - begin];
                    for (; at < tracks[i].end && m_order[at] - first < Near; ++at) {
                        each(i, m_order[at]);
                    }
                }
            }
        }
        return true;
    }
    /// Folds the repeated iterations of a run. An iteration ends, and the next begins, when an external sync
    /// ends on every IPU that has external syncs. Iterations are equal if they run the same programs in the
    /// same order on each IPU.
    Outcome<FoldedTrace> folded(uint32_t run, const std::stop_token& stop = {}) const;
    StepMark markOf(size_t row) const { return m_marks[row]; }
    /// The lane of a step, from 0. Steps of an IPU that overlap are in different lanes. Two runs that overlap
    /// on an IPU do not share a lane. A step whose length is 0 cycles is always in lane 0. If more than 2^16
    /// lanes would be needed, the remaining steps share the last lane.
    uint32_t laneOf(size_t row) const { return m_lanes[row]; }
    size_t byteSize() const;

private:
    void addEstimates();
    Outcome<Done> sortRows(const std::vector<ProgramMarks>& programs, const std::stop_token& stop);
    void mark(uint32_t row, StepEntry& before, const std::vector<ProgramMarks>& programs);
    Outcome<Done> assignLanes(const std::stop_token& stop);

    ProfilePtr m_profile;
    LayersPtr m_layers;
    TraceSource m_source = TraceSource::None;
    std::vector<ExecutionRun> m_ownRuns;
    ExecutionSteps m_ownSteps;
    bool m_hasOwnSteps = false; ///< whether the steps are m_ownSteps, not those of the profile
    std::vector<TraceTrack> m_tracks;
    std::vector<uint32_t> m_order;
    std::vector<StepMark> m_marks; ///< by row
    std::vector<uint16_t> m_lanes; ///< by row
};

/// The clock rate of each IPU in each run. If the run states no rate, the target's rate is used. A target
/// without a rate counts as 1 MHz.
class TraceClocks {
public:
    explicit TraceClocks(const Profile& profile);
    /// Converts `cycles` to microseconds. `run` is the id of a run; empty for a block without a run.
    double microseconds(std::optional<uint32_t> run, uint32_t ipu, uint64_t cycles) const;

private:
    double m_hz;
    std::map<std::pair<uint32_t, uint32_t>, double> m_own; ///< by run and IPU: the run's own clock rate
};

/// A block of light-weight profiling.
struct TraceBlock {
    uint32_t block = 0; ///< position in Profile::blocks
    uint32_t ipu = 0;
    std::optional<uint32_t> run{}; ///< ExecutionRun::id of the first run in which the block begins
    uint64_t from = 0;             ///< cycles since the first block of its IPU
    uint64_t to = 0;
    uint32_t depth = 0; ///< number of blocks on the same tile that contain this block
    uint32_t lane = 0;  ///< blocks of an IPU that overlap are in different lanes
};
struct TraceBlocks {
    std::vector<TraceBlock> blocks; ///< sorted by IPU, then by start, then from long to short
    /// Position of the first block that begins within another block of the same tile but ends after it.
    std::optional<size_t> crossing;
};
TraceBlocks traceBlocks(const Profile& profile);

/// Puts each span on the first free lane. Call laneOf() for the spans in the order of their starts.
class LaneAssigner {
public:
    uint32_t laneOf(uint64_t from, uint64_t to);
    /// Begins a new series of spans. If `onOtherLanes` is true, the series uses only new lanes; otherwise, it
    /// can use all lanes.
    void restart(bool onOtherLanes);

private:
    using Busy = std::pair<uint64_t, uint32_t>; ///< the end of a span and its lane
    uint32_t m_lanes = 0;
    std::priority_queue<Busy, std::vector<Busy>, std::greater<>> m_busy;
    std::priority_queue<uint32_t, std::vector<uint32_t>, std::greater<>> m_free;
};

} // namespace tileline
