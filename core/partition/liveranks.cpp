// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/partition/liveranks.h"

#include <algorithm>

namespace tileline {

void LiveRanks::reset(size_t ranks) {
    // One more rank takes the changes behind the last one.
    const size_t chunks = ranks / ChunkSize + 1;
    m_live.assign(chunks * ChunkSize, 0);
    m_change.assign(chunks * ChunkSize, 0);
    m_changed.assign(chunks, 0);
    m_offset.assign(chunks, 0);
    m_greatest.assign(chunks, 0);
}

void LiveRanks::settle() {
    uint32_t carried = 0;
    for (size_t chunk = 0; chunk < m_changed.size(); ++chunk) {
        if (!m_changed[chunk]) {
            m_offset[chunk] += carried;
            m_greatest[chunk] += carried;
            continue;
        }
        m_changed[chunk] = 0;
        uint32_t* const live = &m_live[chunk * ChunkSize];
        uint32_t* const change = &m_change[chunk * ChunkSize];
        uint32_t greatest = 0;
        for (uint32_t i = 0; i < ChunkSize; ++i) {
            carried += change[i];
            change[i] = 0;
            live[i] += carried;
            greatest = std::max(greatest, live[i] + m_offset[chunk]);
        }
        m_greatest[chunk] = greatest;
    }
}

uint32_t LiveRanks::greatestWithin(uint32_t first, uint32_t last) const {
    uint32_t greatest = 0;
    for (uint32_t rank = first; rank <= last; ++rank) {
        greatest = std::max(greatest, at(rank));
    }
    return greatest;
}

uint32_t LiveRanks::greatest(uint32_t first, uint32_t last) const {
    const uint32_t firstChunk = first / ChunkSize;
    const uint32_t lastChunk = last / ChunkSize;
    if (firstChunk == lastChunk) {
        return greatestWithin(first, last);
    }
    uint32_t greatest = std::max(greatestWithin(first, firstChunk * ChunkSize + ChunkSize - 1),
                                 greatestWithin(lastChunk * ChunkSize, last));
    for (uint32_t chunk = firstChunk + 1; chunk < lastChunk; ++chunk) {
        greatest = std::max(greatest, m_greatest[chunk]);
    }
    return greatest;
}

uint32_t LiveRanks::firstWith(uint32_t bytes, uint32_t first, uint32_t last) const {
    uint32_t rank = first;
    while (rank < last && at(rank) != bytes) {
        ++rank;
    }
    return rank;
}

} // namespace tileline
