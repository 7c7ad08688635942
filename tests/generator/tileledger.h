// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/stepinterval.h"
#include "core/model/program.h"

#include <cstdint>
#include <string>
#include <vector>

namespace tileline {

/// Bytes by tile that are being summed up.
class TileColumn {
public:
    explicit TileColumn(size_t tiles)
        : m_bytes(tiles) {}

    void add(size_t tile, uint64_t bytes) { m_bytes[tile] += bytes; }
    void add(ByTile bytes, uint64_t times = 1) {
        for (size_t tile = 0; tile < bytes.size(); ++tile) {
            m_bytes[tile] += bytes[tile] * times;
        }
    }
    uint64_t at(size_t tile) const { return m_bytes[tile]; }

private:
    std::vector<uint64_t> m_bytes;
};

/// The most that is live on one tile at any step.
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
    /// The peak of what was added; forgets it.
    uint64_t take();

private:
    std::vector<int64_t> m_change;
};

/// What lies on the tiles, by category; from it follow the rows of tile_memory.
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
    TileColumn controlCode;       ///< of programs without children
    TileColumn parentControlCode; ///< of programs with children, without theirs
    TileColumn alwaysLive;        ///< variables
    TileColumn notAlwaysLive;     ///< variables, at the tile's peak

    struct Category {
        std::string name;
        std::vector<uint32_t> bytes;
    };
    /// All categories, with the stack and the other things that every tile has.
    std::vector<Category> categories(uint64_t seed) const;

private:
    size_t m_tiles;
};

} // namespace tileline
