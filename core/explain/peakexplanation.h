// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/stagecontents.h"

#include <optional>
#include <stop_token>
#include <vector>

namespace tileline {

/// A plan after one entry has moved to a neighbouring IPU, and the effects of the move.
struct EntryMove {
    LayerIndex entry;
    uint32_t neighbour = 0; ///< the other IPU that takes part in the move, besides the explained one
    SplitPlan plan;         ///< the plan after the move
    uint64_t peakTileBytes = 0;
    uint64_t neighbourPeakBytes = 0;
    uint64_t planPeakBytes = 0; ///< peak of the fullest IPU of the plan
    bool buildable = true;      ///< false if the plan splits a weight and no framework compiles it
};

/// The reason why an IPU of a plan needs so much memory: the contents of its fullest tile at its peak.
struct PeakExplanation {
    uint32_t ipu = 0;
    PlacedStage stage;
    TileId tile;                             ///< the first of the fullest tiles
    StepIndex step;                          ///< the first step at which that tile's variables peak
    std::optional<ProgramIndex> program;     ///< the program that runs in `step`
    std::optional<OperationIndex> operation; ///< of `program`; preferably one that the IPU holds
    CategoryBytes bytes;                     ///< bytes on the tile
    std::vector<StageItem> items;            ///< the contents that add up to `bytes`, largest item first
    std::vector<uint64_t> tileTotals;        ///< bytes by tile of the IPU
    std::optional<EntryMove> takeNext;       ///< the first entry of the next IPU, moved to this one
    std::optional<EntryMove> giveFirst;      ///< the first entry of this IPU, moved to the previous one
    std::optional<EntryMove> giveLast;       ///< the last entry of this IPU, moved to the next one

    /// The number of bytes from which a tile counts as nearly as full as the fullest one.
    uint64_t nearlyFullBytes() const { return bytes.total() - bytes.total() / 20; }
    /// The number of tiles with at least `minimum` bytes.
    size_t tilesFrom(uint64_t minimum) const;
};

/// Explains the peak of an IPU of `estimate`. The moves of entries keep the number of IPUs.
Outcome<PeakExplanation> explainPeak(const StageEstimator& estimator, const VariableRoles& roles,
                                     const PlanEstimate& estimate, uint32_t ipu, Workers& workers,
                                     const std::stop_token& stop = {});

} // namespace tileline
