// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/stagecontents.h"

#include <optional>
#include <stop_token>
#include <vector>

namespace tileline {

/// A plan in which one entry has moved to an IPU next to its own, and the effects of that move.
struct EntryMove {
    LayerIndex entry;
    uint32_t neighbour = 0; ///< the IPU on the other side of the moved boundary, seen from the explained IPU
    SplitPlan plan;         ///< the plan after the move
    uint64_t peakTileBytes = 0;
    uint64_t neighbourPeakBytes = 0;
    uint64_t planPeakBytes = 0; ///< peak of the fullest IPU
    bool buildable = true;      ///< false if the plan splits a weight and no framework compiles it
};

/// The reason why an IPU of a plan needs so much memory: the contents of its fullest tile at its peak.
struct PeakExplanation {
    uint32_t ipu = 0;
    PlacedStage stage;
    TileId tile;                             ///< the first of the fullest tiles
    StepIndex step;                          ///< the first step at which that tile's variables peak
    std::optional<ProgramIndex> program;     ///< program that runs in the step
    std::optional<OperationIndex> operation; ///< operation of the program, preferably one that the IPU holds
    CategoryBytes bytes;                     ///< bytes on the tile
    std::vector<StageItem> items;            ///< items that add up to `bytes`; largest first
    std::vector<uint64_t> tileTotals;        ///< bytes by tile of the IPU
    std::optional<EntryMove> takeNext;       ///< the first entry of the next IPU, moved to this one
    std::optional<EntryMove> giveFirst;      ///< the first entry of this IPU, moved to the previous one
    std::optional<EntryMove> giveLast;       ///< the last entry of this IPU, moved to the next one

    /// A tile with at least this many bytes is nearly as full as the fullest one.
    uint64_t nearlyFullBytes() const { return bytes.total() - bytes.total() / 20; }
    /// The number of tiles with at least `minimum` bytes.
    size_t tilesFrom(uint64_t minimum) const;
};

/// Explains the peak of an IPU of `estimate`. The moves of entries keep the number of IPUs.
Outcome<PeakExplanation> explainPeak(const StageEstimator& estimator, const VariableRoles& roles,
                                     const PlanEstimate& estimate, uint32_t ipu, Workers& workers,
                                     const std::stop_token& stop = {});

} // namespace tileline
