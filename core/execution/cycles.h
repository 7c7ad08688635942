// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layers/pipelineentries.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

namespace tileline {

/// The cycles of a program on the tiles of an IPU.
struct TileCycles {
    double mean = 0; ///< over all tiles
    uint32_t max = 0;

    static TileCycles of(ByTile cycles, uint32_t tilesPerIpu);
    /// Mean ÷ maximum; empty if all are 0.
    std::optional<double> balance() const { return max > 0 ? std::optional(mean / max) : std::nullopt; }
};

/// How the cycles of a program are known.
enum class CycleSource : uint8_t {
    None, ///< the program neither executes vertices nor exchanges data: it takes no cycles
    Unknown,
    Estimated, ///< by Poplar
    Measured,
};

/// The cycles of each program that executes vertices or exchanges data: the mean over its steps in the
/// profile's first run. If it did not run there, the maximum over tiles of Poplar's estimate. Other programs
/// take none.
class ProgramCycles {
public:
    explicit ProgramCycles(const Profile& profile);

    /// 0 if unknown.
    double of(ProgramIndex program) const { return m_cycles[program.index()]; }
    CycleSource sourceOf(ProgramIndex program) const { return m_sources[program.index()]; }
    /// Whether the cycles of at least 95 % of these programs are known. If not, they say nothing.
    bool known() const { return m_unknown * 20 <= m_counted; }
    /// Whether the cycles of a program are Poplar's estimate.
    bool anyEstimated() const { return m_estimated > 0; }
    /// NoCycles: what is missing if not enough are known, and how a profile gets it.
    Error missing() const;

private:
    std::vector<double> m_cycles;       ///< by program
    std::vector<CycleSource> m_sources; ///< by program
    uint64_t m_counted = 0;             ///< programs of these types
    uint64_t m_unknown = 0;             ///< of these
    uint64_t m_estimated = 0;           ///< of these
};

/// The cycles of the operations of each entry in each pass, each step counted once (CycleCounter). A program
/// of an update that is also one of other backward operations counts for these only. On the profiles tried,
/// the cycles sum to those of the program.
struct EntryCycles {
    std::vector<double> forward;  ///< by entry
    std::vector<double> backward; ///< by entry, without updates
    std::vector<double> update;   ///< by entry: once for all micro-batches (Passes::isUpdate)
    bool measured = false;        ///< of a run: no program's cycles are Poplar's estimate

    static Outcome<EntryCycles> find(const Profile& profile, const PipelineEntries& entries,
                                     const ProgramCycles& cycles, const std::stop_token& stop = {});
};
using EntryCyclesPtr = std::shared_ptr<const EntryCycles>;

/// What tables and charts show of the cycles of the entries.
///
/// The tile balance says how evenly the tiles share the cycles of a program: the mean over all tiles of the
/// IPU ÷ the maximum, 0 to 1. Of a program that ran, both are sums over its steps in the first run; a step
/// without cycles by tile has the tile balance that the profile states. Of another program, they are sums
/// over IPUs of Poplar's estimate. The tile balance of several programs is the mean of theirs, weighted by
/// their cycles: the part of the time in which the mean tile is busy.
struct EntryCycleFigures {
    EntryCycles cycles;
    std::vector<std::optional<double>> tileBalance = {}; ///< by entry, of both passes together

    /// Empty if the profile has too few cycles (ProgramCycles::known).
    static Outcome<std::optional<EntryCycleFigures>>
    find(const Profile& profile, const PipelineEntries& entries, const std::stop_token& stop = {});
};

/// What tables show of the cycles of an operation, by itself. The operations of an entry and pass sum to what
/// the entry has there, unless several of them share a program: then a step, or a program without a step, can
/// count in each of these operations, and counts once in the entry.
struct OperationCycleFigures {
    std::optional<double> cycles; ///< empty if the cycles of all the operation's programs are unknown
    std::optional<double> tileBalance;

    /// By operation of the list. All are empty if the profile has too few cycles.
    static Outcome<std::vector<OperationCycleFigures>> find(const Profile& profile, const Layers& layers,
                                                            const std::stop_token& stop = {});
};

} // namespace tileline
