// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/layers/layers.h"
#include "core/memory/liveness.h"
#include "core/memory/tilememory.h"

#include <array>
#include <stop_token>
#include <string_view>
#include <utility>
#include <vector>

namespace tileline {

/// What would make the peak of the fullest tile lower.
enum class Help : uint8_t {
    Recompute,     ///< compute activations again instead of keeping them: all that grows with a micro-batch
    SmallerBatch,  ///< half the micro-batch: half of the same bytes
    HalfPrecision, ///< half of float variables, but for optimizer state and accumulators
    OffChip,       ///< keep the optimizer state in the memory of the host
};
inline constexpr std::array<std::string_view, 4> HelpIds{"recompute", "smaller_batch", "half_precision",
                                                         "optimizer_state_off_chip"};

/// What takes most memory in a report as it is, before any plan. Lists have the largest first, and on a tie
/// the one that is first in the profile.
struct Insights {
    /// A tile, with all that Poplar counts: gaps, too.
    struct Tile {
        TileId tile;
        uint64_t bytes = 0;
    };
    struct Vertex {
        std::string_view name;
        uint64_t instances = 0;
        uint64_t stateBytes = 0;
        uint64_t codeBytes = 0;
        std::vector<std::pair<uint64_t, uint32_t>> computeSets{}; ///< state and position of each that uses it
    };
    struct Variable {
        VariableIndex variable;
        uint64_t bytes = 0;       ///< of the range
        uint64_t bytesAtPeak = 0; ///< those that are live at the peak step
    };

    uint64_t memoryPerTile = 0;
    uint64_t tilesOver = 0;       ///< tiles of the range that do not fit
    std::vector<Tile> tiles;      ///< fullest tiles of the range
    std::vector<Vertex> vertices; ///< by state and code
    std::vector<TileExchange> exchanges;
    std::vector<Variable> variables; ///< by bytes at the peak, then by bytes
    StepIndex peakStep{NoId};        ///< of the fullest tile; NoId if the report has no steps
    /// By Help: the bytes on the fullest tile at its peak step that it concerns; an upper bound.
    std::array<uint64_t, HelpIds.size()> help{};

    bool fits() const { return tilesOver == 0; }
    /// How much the fullest tile has left; negative: lacks.
    int64_t headroom() const {
        return static_cast<int64_t>(memoryPerTile) - static_cast<int64_t>(tiles.empty() ? 0 : tiles[0].bytes);
    }

    /// Of each list at most `top`.
    static Outcome<Insights> find(const Profile& profile, const Layers& layers, TileRange range, size_t top,
                                  const std::stop_token& stop = {});
};

} // namespace tileline
