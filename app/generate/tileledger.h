// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/ids.h"
#include "core/profile/profile.h"

#include <cstdint>
#include <string>
#include <vector>

namespace tileline {

/// Sums of bytes, by tile.
class TileColumn {
public:
    explicit TileColumn(size_t tiles)
        : m_bytes(tiles) {}

    void add(size_t tile, uint64_t bytes) { m_bytes[tile] += bytes; }
    void add(ByTile bytes, uint64_t times = 1) {
        size_t tile = 0;
        for (const uint32_t entry : expanded(bytes)) {
            m_bytes[tile] += entry * times;
            ++tile;
        }
    }
    uint64_t at(size_t tile) const { return m_bytes[tile]; }

private:
    std::vector<uint64_t> m_bytes;
};

/// The maximum of the live bytes on one tile over all steps.
class LivePeak {
public:
    explicit LivePeak(size_t steps)
        : m_change(steps + 1) {}

    void add(const std::vector<StepInterval>& live, uint32_t bytes) {
        for (const StepInterval& interval : live) {
            m_change[interval.start.index()] += bytes;
            m_change[interval.end.index()] -= bytes;
        }
    }
    /// The peak of the intervals that were added. Resets the object.
    uint64_t take();

private:
    std::vector<int64_t> m_change;
};

/// The memory contents of the tiles by category. The rows of tile_memory are computed from it.
class TileLedger {
public:
    explicit TileLedger(size_t tiles)
        : vertexCode(tiles)
        , vertexState(tiles)
        , exchangeCode(tiles)
        , controlCode(tiles)
        , parentControlCode(tiles)
        , alwaysLive(tiles)
        , notAlwaysLive(tiles)
        , m_tiles(tiles) {}

    TileColumn vertexCode;
    TileColumn vertexState;
    TileColumn exchangeCode;
    TileColumn controlCode;       ///< programs without children
    TileColumn parentControlCode; ///< programs with children, without their children's control code
    TileColumn alwaysLive;        ///< always-live variables
    TileColumn notAlwaysLive;     ///< other variables, at the tile's peak

    struct Category {
        std::string name;
        std::vector<uint32_t> bytes;
    };
    /// All categories, including the stack and the other overhead of every tile.
    std::vector<Category> categories(uint64_t seed) const;

private:
    size_t m_tiles;
};

} // namespace tileline
