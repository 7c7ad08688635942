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
    /// Mean ÷ maximum; empty if the maximum is 0.
    std::optional<double> balance() const { return max > 0 ? std::optional(mean / max) : std::nullopt; }
};

/// Where the cycles of a program come from.
enum class CycleSource : uint8_t {
    None, ///< the program neither executes vertices nor exchanges data, so it takes no cycles
    Unknown,
    Estimated, ///< by Poplar
    Measured,
};

/// The cycles of each program. Only programs that execute vertices or exchange data take cycles. The cycles
/// of such a program are the mean length of its steps in the profile's first run; steps of length 0 are not
/// counted. Without a step in that run, a program's cycles are Poplar's estimate (the maximum over tiles).
class ProgramCycles {
public:
    /// If `only` is Measured or Estimated, cycles from the other source are treated as unknown.
    explicit ProgramCycles(const Profile& profile, CycleSource only = CycleSource::None);

    /// The cycles of a program; 0 if unknown.
    double of(ProgramIndex program) const { return m_cycles[program.index()]; }
    CycleSource sourceOf(ProgramIndex program) const { return m_sources[program.index()]; }
    /// Whether the cycles of at least 95 % of the programs that take cycles are known. If this is false, sums
    /// of cycles are useless.
    bool known() const { return m_unknown * 20 <= m_counted; }
    /// Whether the cycles of at least one program are known.
    bool any() const { return m_unknown < m_counted; }
    /// Whether the cycles of at least one program are Poplar's estimate.
    bool anyEstimated() const { return m_estimated > 0; }
    /// The error NoCycles, which states how many of the programs have known cycles.
    Error missing() const;

private:
    std::vector<double> m_cycles;       ///< by program
    std::vector<CycleSource> m_sources; ///< by program
    uint64_t m_counted = 0;             ///< number of programs that execute vertices or exchange data
    uint64_t m_unknown = 0;             ///< number of counted programs whose cycles are unknown
    uint64_t m_estimated = 0;           ///< number of counted programs whose cycles are Poplar's estimate
};

/// The cycles of the operations of each entry in each pass. In one pass of an entry, a step counts once; for
/// outlined code, see CycleCounter. If updates share a program with other backward operations, the cycles of
/// the program count as `backward`, not as `update`. In all profiles that were tried, the cycles of all
/// entries add up to the cycles of the whole model.
struct EntryCycles {
    std::vector<double> forward;  ///< by entry
    std::vector<double> backward; ///< by entry, without updates
    std::vector<double> update;   ///< by entry: updates, which run once for all micro-batches
    bool measured = false;        ///< true if none of the cycles are Poplar's estimate

    static Outcome<EntryCycles> find(const Profile& profile, const PipelineEntries& entries,
                                     const ProgramCycles& cycles, const std::stop_token& stop = {});
};
using EntryCyclesPtr = std::shared_ptr<const EntryCycles>;

/// The cycles of the entries as tables and charts show them.
///
/// The tile balance of a program shows how evenly the tiles share its cycles. It is the mean of the cycles
/// over all tiles of the IPU, divided by their maximum (0 to 1). For a program that ran, mean and maximum are
/// sums over its steps in the first run. A step for which the profile states only a tile balance adds its
/// length to the maximum, and its length times the balance to the mean. For other programs, mean and maximum
/// are Poplar's estimates, summed over IPUs. The tile balance of several programs is the mean of their
/// balances, weighted by cycles: the share of the time in which an average tile is busy.
struct EntryCycleFigures {
    EntryCycles cycles;
    std::vector<std::optional<double>> tileBalance = {}; ///< by entry, for both passes together

    /// The result is empty if the cycles of too few programs are known (ProgramCycles::known).
    static Outcome<std::optional<EntryCycleFigures>>
    find(const Profile& profile, const PipelineEntries& entries, const std::stop_token& stop = {});
};

/// The cycles of a single operation, as tables show them. In each pass, the cycles of an entry's operations
/// add up to the cycles of the entry, unless several of these operations share a program. A shared step, or a
/// shared program without steps, can be counted for each operation that shares it, but is counted only once
/// for the entry.
struct OperationCycleFigures {
    std::optional<double> cycles; ///< empty if the cycles of all programs of the operation are unknown
    std::optional<double> tileBalance;
    /// The cycles of the operation's programs, once as measured and once as Poplar estimated them; empty if
    /// unknown.
    std::optional<double> measured = {};
    std::optional<double> estimated = {};

    /// By position in Layers::operations. All figures are empty if the cycles of too few programs are known.
    static Outcome<std::vector<OperationCycleFigures>> find(const Profile& profile, const Layers& layers,
                                                            const std::stop_token& stop = {});
};

} // namespace tileline
