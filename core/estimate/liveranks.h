// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace tileline {

/// The live bytes on one tile at each rank (see TileBlock), for a stage that grows layer by layer. For each
/// new layer, the caller records the changes of that layer, and then reads the maximum over a window of
/// ranks.
///
/// Ranks are grouped into chunks of 32. change() records a change at its rank; settle() then carries all
/// changes over to the later ranks. A chunk without changes is shifted as a whole, by one addition to its
/// offset. Only chunks with changes are walked rank by rank. The variables of a layer become live and die
/// near the steps of that layer, so few chunks have changes. Therefore, settle() costs little more than one
/// addition per 32 ranks.
///
///     change      . . +5 .│. . . .│. . . .│. -5 . .
///     carried             │  +5   │  +5   │
///     walked      yes     │  no   │  no   │ yes
class LiveRanks {
public:
    /// Removes all live bytes and sets the number of ranks.
    void reset(size_t ranks) {
        // One extra rank receives the changes that come after the last rank.
        const size_t chunks = ranks / ChunkSize + 1;
        m_live.assign(chunks * ChunkSize, 0);
        m_change.assign(chunks * ChunkSize, 0);
        m_changed.assign(chunks, 0);
        m_offset.assign(chunks, 0);
        m_maximum.assign(chunks, 0);
    }
    /// Adds `bytes`, modulo 2^32, to the live bytes at `rank` and all later ranks. The change takes effect at
    /// the next settle(). If `rank` is the number of ranks, the change has no effect.
    void change(uint32_t rank, uint32_t bytes) {
        m_change[rank] += bytes;
        m_changed[rank / ChunkSize] = 1;
    }
    void settle() {
        uint32_t carried = 0;
        for (size_t chunk = 0; chunk < m_changed.size(); ++chunk) {
            if (!m_changed[chunk]) {
                m_offset[chunk] += carried;
                m_maximum[chunk] += carried;
                continue;
            }
            m_changed[chunk] = 0;
            uint32_t* const live = &m_live[chunk * ChunkSize];
            uint32_t* const change = &m_change[chunk * ChunkSize];
            uint32_t maximum = 0;
            for (uint32_t i = 0; i < ChunkSize; ++i) {
                carried += change[i];
                change[i] = 0;
                live[i] += carried;
                maximum = std::max(maximum, live[i] + m_offset[chunk]);
            }
            m_maximum[chunk] = maximum;
        }
    }
    /// Maximum of the live bytes over the ranks first..last, both included.
    uint32_t maximum(uint32_t first, uint32_t last) const {
        const uint32_t firstChunk = first / ChunkSize;
        const uint32_t lastChunk = last / ChunkSize;
        if (firstChunk == lastChunk) {
            return maxWithin(first, last);
        }
        uint32_t maximum = std::max(maxWithin(first, firstChunk * ChunkSize + ChunkSize - 1),
                                    maxWithin(lastChunk * ChunkSize, last));
        for (uint32_t chunk = firstChunk + 1; chunk < lastChunk; ++chunk) {
            maximum = std::max(maximum, m_maximum[chunk]);
        }
        return maximum;
    }
    /// The first rank in first..last at which exactly `bytes` bytes are live; `last` if there is none.
    uint32_t firstWith(uint32_t bytes, uint32_t first, uint32_t last) const {
        uint32_t rank = first;
        while (rank < last && at(rank) != bytes) {
            ++rank;
        }
        return rank;
    }

private:
    static constexpr uint32_t ChunkSize = 32;

    uint32_t at(uint32_t rank) const { return m_live[rank] + m_offset[rank / ChunkSize]; }
    uint32_t maxWithin(uint32_t first, uint32_t last) const {
        uint32_t maximum = 0;
        for (uint32_t rank = first; rank <= last; ++rank) {
            maximum = std::max(maximum, at(rank));
        }
        return maximum;
    }

    std::vector<uint32_t> m_live;    ///< bytes by rank, without the chunk's offset
    std::vector<uint32_t> m_change;  ///< by rank: changes in bytes, modulo 2^32
    std::vector<uint8_t> m_changed;  ///< by chunk: 1 if change() was called for it since the last settle()
    std::vector<uint32_t> m_offset;  ///< by chunk: bytes to add to m_live
    std::vector<uint32_t> m_maximum; ///< by chunk: maximum of the live bytes
};

} // namespace tileline
