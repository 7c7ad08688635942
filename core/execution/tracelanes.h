// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/execution/lanes.h"
#include "core/execution/trace.h"

#include <functional>
#include <string>
#include <unordered_map>
#include <vector>

namespace tileline {

/// The name to show for a program. If the program has no name, the name of its compute set is shown. If that
/// is missing too, the name of the program's debug context is shown, or that of the nearest context above
/// with a name. Empty if no name is found.
std::string traceName(const Profile& profile, ProgramIndex program);

/// How a step is drawn.
SpanLook lookOf(StepMark mark);

inline constexpr std::string_view StreamCopyName = "stream_copy";

/// What the lanes of an IPU show.
enum class LaneNaming : uint8_t {
    Steps, ///< each step; steps that overlap others are in additional lanes
    // The following values show trees with a lane for each level, and the steps at the bottom.
    Names,    ///< the names of programs, split at "/"
    Entries,  ///< passes, and the entries in them
    Modules,  ///< the names of operations, split at "/", without the last part
    Programs, ///< the ancestors of a program in the program tree, on the first path to it
};

/// Selects what to show. A member without a value selects all steps.
struct TraceFilter {
    std::optional<StepKind> kind{};
    std::optional<uint32_t> ipu{};
    std::optional<LayerIndex> entry{};
    bool runs = false; ///< whether each IPU also gets a lane for the runs if there are several

    bool passes(StepMark mark) const {
        return (!kind || mark.kind() == *kind) &&
               (!entry || (mark.entry() && mark.entry().entry() == *entry));
    }
    bool operator==(const TraceFilter&) const = default;
};

/// Finds the cycles that a step of a trace took on each tile, if the profile contains them.
class TileTimes {
public:
    explicit TileTimes(const ExecutionTrace& trace);
    bool empty() const { return m_sorted.empty(); }
    /// For each tile of the step's IPU: the cycles of the step; empty if the profile does not contain them.
    ByTile of(const ExecutionTrace& trace, size_t row) const;

private:
    /// Sorted by step and IPU or, if the cycles are estimated, by program and IPU.
    std::vector<std::pair<uint64_t, const ByTile*>> m_sorted;
};

/// The lanes of a run on each IPU. Finding the lanes takes linear time. The lanes do not contain steps
/// without a length. In a tree, steps that overlap others are in additional lanes at the bottom. An external
/// sync ends the spans of all names. If a part of a name is always followed by the same next part, the two
/// are joined. Leading parts that all names share are left out. The three phases of a stream copy have a
/// common parent with the name StreamCopyName.
struct TraceLanes {
    struct OfIpu {
        uint32_t ipu = 0;
        std::vector<Lane> lanes{};
        std::vector<std::vector<uint32_t>> rows{}; ///< by lane and span: row of the span's first step
        /// By lane and span: the position of the span's name in TraceLanes::names; empty for a lane of steps.
        std::vector<std::vector<uint32_t>> names{};
    };
    std::shared_ptr<const ExecutionTrace> trace; ///< null for blocks
    std::vector<OfIpu> ipus{};
    std::vector<std::string> names{};
    std::unordered_map<uint32_t, LanePosition> firstOf{}; ///< by program: the position of its first step
    double from = 0;                                      ///< cycles
    double to = 0;
    /// Whether the first lane of each IPU shows the runs. A run that overlaps an earlier run is left out.
    bool haveRuns = false;

    /// `run` is a position in ExecutionTrace::runs(); empty for all runs. LanePosition::group is a position
    /// in `ipus`.
    static Outcome<TraceLanes> find(std::shared_ptr<const ExecutionTrace> trace, std::optional<uint32_t> run,
                                    LaneNaming naming, const TraceFilter& filter = {},
                                    const std::stop_token& stop = {});

    /// A coarse picture of the measured steps of a run, to be shown until find() is done. The picture has one
    /// lane for each IPU. In each of CoarseColumns columns, the lane shows the look that covers most of the
    /// column. The spans have empty names and no valid rows. Returns Cancelled if making the picture would
    /// take too long.
    static Outcome<TraceLanes> coarse(const Profile& profile, const std::vector<ProgramMarks>& programs,
                                      std::optional<uint32_t> run, const std::stop_token& stop = {});
    static constexpr size_t CoarseColumns = 2048;

    /// The lanes for blocks of light-weight profiling. Spans have names; `rows` contains positions in
    /// `blocks`.
    static TraceLanes ofBlocks(const Profile& profile, std::span<const TraceBlock> blocks,
                               const std::function<std::string(const ExecutionBlock&)>& nameOf);

    uint32_t rowOf(const LanePosition& at) const { return ipus[at.group].rows[at.lane][at.span]; }
    /// The name at a position; empty for a step of a program without a name.
    std::string nameOf(const LanePosition& at) const;
    /// Whether the span at a position stands for a step, not for a name above steps.
    bool isStep(const LanePosition& at) const { return ipus[at.group].names[at.lane].empty(); }
};

} // namespace tileline
