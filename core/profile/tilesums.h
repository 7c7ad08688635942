// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/ids.h"
#include "core/profile/program.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace tileline {

/// For each tile, the bytes of everything that an estimate could add up. Estimates count in 32 bits; checking
/// these sums guarantees that 32 bits are enough.
class TileSums {
public:
    /// The sum on each tile must be less than this.
    static constexpr uint64_t Limit = uint64_t{1} << 31U;

    void resize(size_t tiles) { m_bytes.assign(tiles, 0); }
    size_t tiles() const { return m_bytes.size(); }

    /// Adds `times` × each entry. `bytes` must not have more entries than there are tiles.
    void add(ByTile bytes, uint64_t times = 1) {
        const uint64_t factor = capped(times); // at most 2^31, so that no product reaches 2^63
        size_t tile = 0;
        for (const uint32_t entry : bytes) {
            m_bytes[tile] = capped(m_bytes[tile] + entry * factor);
            ++tile;
        }
    }
    /// Adds all of `bytes` to one tile.
    void addTo(TileId tile, std::span<const uint32_t> bytes) {
        uint64_t sum = m_bytes[tile.index()];
        for (const uint32_t entry : bytes) {
            sum += entry;
        }
        m_bytes[tile.index()] = capped(sum);
    }
    /// The first tile that reaches the limit.
    std::optional<TileId> overflow() const {
        for (uint32_t tile = 0; tile < m_bytes.size(); ++tile) {
            if (m_bytes[tile] >= Limit) {
                return TileId{tile};
            }
        }
        return std::nullopt;
    }

private:
    /// Limits a sum, so that values from a malicious file cannot make it wrap around.
    static uint64_t capped(uint64_t sum) { return sum < Limit ? sum : Limit; }

    std::vector<uint64_t> m_bytes;
};

} // namespace tileline
