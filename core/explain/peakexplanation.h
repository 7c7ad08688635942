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
    uint32_t neighbour = 0; ///< the IPU that gives an entry to the explained IPU or takes one from it
    SplitPlan plan;         ///< the plan after the move
    uint64_t peakTileBytes = 0;
    uint64_t neighbourPeakBytes = 0;
    uint64_t planPeakBytes = 0; ///< peak of the fullest IPU of the plan
    bool buildable = true;      ///< false if the plan splits a weight, which no framework compiles
};

/// The reason why an IPU of a plan needs so much memory: the contents of its fullest tile at its peak.
struct PeakExplanation {
    uint32_t ipu = 0;
    PlacedStage stage;
    TileId tile;                             ///< the fullest tile; on a tie, the first one
    StepIndex step;                          ///< the first step with the most live bytes on `tile`
    std::optional<ProgramIndex> program;     ///< the program that runs in `step`
    std::optional<OperationIndex> operation; ///< an operation of `program`, preferably one that the IPU holds
    CategoryBytes bytes;                     ///< bytes on the tile
    std::vector<StageItem> items;            ///< the contents that add up to `bytes`, largest item first
    std::vector<uint64_t> tileTotals;        ///< by tile of the IPU: bytes on the tile
    std::optional<EntryMove> takeNext;       ///< this IPU takes the first entry of the next IPU
    std::optional<EntryMove> giveFirst;      ///< this IPU gives its first entry to the previous IPU
    std::optional<EntryMove> giveLast;       ///< this IPU gives its last entry to the next IPU

    /// A tile counts as nearly full if it has at least this many bytes: 95 % of those on the fullest tile.
    uint64_t nearlyFullBytes() const { return bytes.total() - bytes.total() / 20; }
    /// The number of tiles with at least `minimum` bytes.
    size_t tilesFrom(uint64_t minimum) const;
};

/// Explains the peak of an IPU of `estimate`. Omits each move that would change the number of IPUs.
Outcome<PeakExplanation> explainPeak(const StageEstimator& estimator, const VariableRoles& roles,
                                     const PlanEstimate& estimate, uint32_t ipu, Workers& workers,
                                     const std::stop_token& stop = {});

} // namespace tileline
