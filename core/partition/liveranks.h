// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tileline {

/// Live bytes of one tile by rank, for a stage that grows: changes come, and the maximum sum of a window is
/// asked for, once for each layer that comes.
///
/// Ranks stand in chunks of 32. A change is noted at its rank; settle() then carries the changes along. A
/// chunk with no change inside only shifts as a whole, which is one addition to its offset; only chunks with
/// changes inside are walked. A layer's variables go live and die around its own steps, so that few chunks
/// have any, and a settle costs little more than one addition for every 32 ranks.
///
///     change      . . +5 .│. . . .│. . . .│. -5 . .
///     carried             │  +5   │  +5   │
///     walked      yes     │  no   │  no   │ yes
class LiveRanks {
public:
    /// Nothing live at any of `ranks` ranks.
    void reset(size_t ranks);
    /// `bytes` more, modulo 2^32, from `rank` on; settle() makes it count. rank <= ranks.
    void change(uint32_t rank, uint32_t bytes) {
        m_change[rank] += bytes;
        m_changed[rank / ChunkSize] = 1;
    }
    void settle();
    /// Maximum sum in the ranks first..last, both included.
    uint32_t maximum(uint32_t first, uint32_t last) const;
    /// First rank of first..last that has `bytes`; `last` if none has.
    uint32_t firstWith(uint32_t bytes, uint32_t first, uint32_t last) const;

private:
    static constexpr uint32_t ChunkSize = 32;

    uint32_t at(uint32_t rank) const { return m_live[rank] + m_offset[rank / ChunkSize]; }
    uint32_t maxWithin(uint32_t first, uint32_t last) const;

    std::vector<uint32_t> m_live;    ///< by rank, less the chunk's offset
    std::vector<uint32_t> m_change;  ///< by rank, modulo 2^32
    std::vector<uint8_t> m_changed;  ///< by chunk: m_change has something
    std::vector<uint32_t> m_offset;  ///< by chunk
    std::vector<uint32_t> m_maximum; ///< by chunk, offset included
};

} // namespace tileline
