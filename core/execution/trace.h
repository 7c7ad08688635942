// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layers/passes.h"

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

/// What a step does, from the type of its program, in the order of tables.
enum class StepKind : uint8_t {
    Compute,
    Exchange,
    GlobalExchange,
    HostBegin, ///< as with HostEnd, the IPU waits for the host
    HostTransfer,
    HostEnd,
    ExternalSync, ///< with other IPUs or the host
    Sync,         ///< of the tiles of an IPU
    Other,
};
inline constexpr size_t StepKindCount = 9;
constexpr bool isSync(StepKind kind) {
    return kind == StepKind::ExternalSync || kind == StepKind::Sync;
}
std::string_view idOf(StepKind kind); ///< "host_begin"

/// Where a trace comes from. A profile can have several; the first one it has is shown unless asked.
enum class TraceSource : uint8_t {
    Measured,
    Blocks,    ///< of light-weight profiling
    Estimated, ///< Poplar's estimates along the liveness steps. IPUs have no common time
    None,
};
inline constexpr std::array TraceSourceIds{"measured", "blocks", "estimated", "none"};
inline const char* idOf(TraceSource source) {
    return TraceSourceIds[static_cast<size_t>(source)];
}
bool hasSource(const Profile& profile, TraceSource source);
/// The first one that the profile has; None if it has none.
TraceSource firstSourceOf(const Profile& profile);

/// An entry of the layer list with a pass, or none. Sorted as in the list, forward first, none last.
struct StepEntry {
    uint32_t value = (1U << 28U) - 1; ///< 2 × entry, and 1 for the backward pass

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

/// The steps of a run on an IPU.
struct TraceTrack {
    uint32_t run = 0; ///< position in ExecutionTrace::runs
    uint32_t ipu = 0;
    uint32_t begin = 0; ///< positions in ExecutionTrace::order
    uint32_t end = 0;
};

/// When each program ran on each IPU, of one source. Made once for a profile and the entries of a setting, in
/// linear time but for sorting. With the columns of the steps it takes at most 64 bytes a step.
class ExecutionTrace {
public:
    /// `layers` and `passes` are of the setting. TooLarge if an estimated trace would have more than 2^24
    /// steps. Blocks are not in it: see traceBlocks().
    static Outcome<ExecutionTrace> find(ProfilePtr profile, LayersPtr layers, const Passes& passes,
                                        TraceSource source, const std::stop_token& stop = {});

    const Profile& profile() const { return *m_profile; }
    const Layers& layers() const { return *m_layers; }
    TraceSource source() const { return m_source; }
    /// An estimated trace has one run with the id 0.
    const std::vector<ExecutionRun>& runs() const {
        return m_source == TraceSource::Estimated ? m_ownRuns : m_profile->executionRuns;
    }
    /// The functions below take rows of these.
    const ExecutionSteps& steps() const {
        return m_source == TraceSource::Measured ? m_profile->executionSteps : m_ownSteps;
    }
    /// Sorted by run and IPU.
    const std::vector<TraceTrack>& tracks() const { return m_tracks; }
    /// Rows of a track, by their start.
    std::span<const uint32_t> rowsOf(const TraceTrack& track) const {
        return std::span(m_order).subspan(track.begin, track.end - track.begin);
    }
    StepMark markOf(size_t row) const { return m_marks[row]; }
    /// Steps of an IPU that overlap are in different lanes, numbered from 0. Runs of an IPU that overlap in
    /// time have lanes of their own. Steps without length are in lane 0; those for which 2^16 lanes are not
    /// enough share the last one.
    uint32_t laneOf(size_t row) const { return m_lanes[row]; }
    size_t byteSize() const;

private:
    void addEstimates();
    Outcome<Done> sortRows(const std::stop_token& stop);
    struct ProgramMarks;
    std::vector<ProgramMarks> programMarks(const Passes& passes) const;
    void mark(const TraceTrack& track, const std::vector<ProgramMarks>& programs);
    void assignLanes();
    bool isExternal(uint32_t step) const;

    ProfilePtr m_profile;
    LayersPtr m_layers;
    TraceSource m_source = TraceSource::None;
    std::vector<ExecutionRun> m_ownRuns;
    ExecutionSteps m_ownSteps;
    std::vector<TraceTrack> m_tracks;
    std::vector<uint32_t> m_order;
    std::vector<StepMark> m_marks; ///< by row
    std::vector<uint16_t> m_lanes; ///< by row
};

/// Clocks of IPUs: a run's own where it is known, otherwise the target's; 1 MHz if that is 0.
class TraceClocks {
public:
    explicit TraceClocks(const Profile& profile);
    /// Cycles as time. `run` is its id; none: a block that belongs to no run.
    double microseconds(std::optional<uint32_t> run, uint32_t ipu, uint64_t cycles) const;

private:
    double m_hz;
    std::map<std::pair<uint32_t, uint32_t>, double> m_own; ///< by run and IPU
};

/// A block of light-weight profiling.
struct TraceBlock {
    uint32_t block = 0; ///< position in Profile::blocks
    uint32_t ipu = 0;
    std::optional<uint32_t> run{}; ///< ExecutionRun::id of the first one in which it begins
    uint64_t from = 0;             ///< cycles since the first block of its IPU
    uint64_t to = 0;
    uint32_t depth = 0; ///< blocks of its tile that hold it
    uint32_t lane = 0;  ///< blocks of an IPU that overlap are in different lanes
};
struct TraceBlocks {
    std::vector<TraceBlock> blocks; ///< by IPU and start, the longest first
    /// Position in `blocks` of the first one that begins in another block of its tile and ends after it.
    std::optional<size_t> crossing;
};
TraceBlocks traceBlocks(const Profile& profile);

/// Puts spans, one after the other by ascending start, on the first lane that is free.
class LaneAssigner {
public:
    uint32_t laneOf(uint64_t from, uint64_t to);
    /// Begins anew: on all lanes, or on others than so far.
    void restart(bool onOtherLanes);

private:
    using Busy = std::pair<uint64_t, uint32_t>; ///< the end and its lane
    uint32_t m_lanes = 0;
    std::priority_queue<Busy, std::vector<Busy>, std::greater<>> m_busy;
    std::priority_queue<uint32_t, std::vector<uint32_t>, std::greater<>> m_free;
};

} // namespace tileline
