// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layers/layers.h"
#include "core/memory/tilememory.h"

#include <array>
#include <stop_token>
#include <string_view>
#include <vector>

namespace tileline {

/// A change to the model that would lower the peak of the fullest tile.
enum class Help : uint8_t {
    Recompute,     ///< recompute activations that grow with the micro-batch, instead of keeping them
    SmallerBatch,  ///< halve the micro-batch; saves half of all bytes that grow with it
    HalfPrecision, ///< store float variables in half precision, except optimizer state and accumulators
    OffChip,       ///< keep the optimizer state in the memory of the host; saves all bytes of this state
};
inline constexpr std::array<std::string_view, 4> HelpIds{"recompute", "smaller_batch", "half_precision",
                                                         "optimizer_state_off_chip"};

/// What takes the most memory in a profile, independent of any plan. Lists begin with the largest item;
/// equally large items are in the order of the profile.
struct Insights {
    /// A tile, and all bytes that Poplar counts on it, including gaps.
    struct Tile {
        TileId tile;
        uint64_t bytes = 0;
    };
    struct Variable {
        VariableIndex variable;
        uint64_t bytes = 0;       ///< bytes on the tiles of the range
        uint64_t bytesAtPeak = 0; ///< the part of `bytes` that is live at the peak step
    };

    uint64_t memoryPerTile = 0;
    uint64_t tilesOver = 0;  ///< number of the range's tiles that exceed their memory
    std::vector<Tile> tiles; ///< the fullest tiles of the range, fullest first
    std::vector<TileVertex> vertices;
    std::vector<TileExchange> exchanges;
    std::vector<Variable> variables; ///< sorted by `bytesAtPeak`, then by `bytes`
    StepIndex peakStep{NoId};        ///< peak step of the fullest tile; NoId if the profile has no steps
    /// For each Help: the most bytes that the change could save on the fullest tile at its peak step.
    std::array<uint64_t, HelpIds.size()> help{};

    bool fits() const { return tilesOver == 0; }
    /// The free bytes of the fullest tile; negative if the tile exceeds its memory.
    int64_t headroom() const {
        return static_cast<int64_t>(memoryPerTile) - static_cast<int64_t>(tiles.empty() ? 0 : tiles[0].bytes);
    }

    /// Finds the insights for the tiles of `range`. Each list of the result has at most `top` items.
    static Outcome<Insights> find(const Profile& profile, const Layers& layers, TileRange range, size_t top,
                                  const std::stop_token& stop = {});
};

} // namespace tileline
