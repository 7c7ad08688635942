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

/// What to call a program: its own name, otherwise that of its compute set, otherwise that of the nearest
/// named debug context, at its own one or above. Empty if none has a name.
std::string traceName(const Profile& profile, ProgramIndex program);

/// What the lanes of an IPU show.
enum class LaneNaming : uint8_t {
    Steps,   ///< each step, those that overlap on further lanes
    Names,   ///< a tree of the names, split at "/", with a lane for each level; the steps are at the bottom
    Entries, ///< passes, the entries in them, and their steps
};

/// The lanes of a run on each IPU. Made in linear time. Steps without a length are not in them. In a tree,
/// steps that overlap others follow as steps, and an external sync ends all names.
struct TraceLanes {
    struct OfIpu {
        uint32_t ipu = 0;
        std::vector<Lane> lanes{};
        std::vector<std::vector<uint32_t>> rows{};  ///< by lane and span: the first step of the trace in it
        std::vector<std::vector<uint32_t>> names{}; ///< by lane and span: position in `names`; empty: steps
    };
    std::shared_ptr<const ExecutionTrace> trace; ///< null for blocks
    std::vector<OfIpu> ipus{};
    std::vector<std::string> names{};
    std::unordered_map<uint32_t, LanePosition> firstOf{}; ///< by program: its first step
    double from = 0;                                      ///< cycles
    double to = 0;

    /// The functions below take positions in `ipus`. `run`: a position in ExecutionTrace::runs().
    static Outcome<TraceLanes> find(std::shared_ptr<const ExecutionTrace> trace, uint32_t run,
                                    LaneNaming naming, const std::stop_token& stop = {});

    /// Blocks of light-weight profiling. Each has a name, and its row is a position in `blocks`.
    static TraceLanes ofBlocks(const Profile& profile, std::span<const TraceBlock> blocks,
                               const std::function<std::string(const ExecutionBlock&)>& nameOf);

    uint32_t rowOf(const LanePosition& at) const { return ipus[at.group].rows[at.lane][at.span]; }
    /// Empty for a step of a program without a name.
    std::string nameOf(const LanePosition& at) const;
    /// Whether it is a step, not a name above steps.
    bool isStep(const LanePosition& at) const { return ipus[at.group].names[at.lane].empty(); }
};

} // namespace tileline
