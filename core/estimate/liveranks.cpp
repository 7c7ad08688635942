// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/liveranks.h"

#include <algorithm>

namespace tileline {

void LiveRanks::reset(size_t ranks) {
    // One extra rank takes the changes after the last rank.
    const size_t chunks = ranks / ChunkSize + 1;
    m_live.assign(chunks * ChunkSize, 0);
    m_change.assign(chunks * ChunkSize, 0);
    m_changed.assign(chunks, 0);
    m_offset.assign(chunks, 0);
    m_maximum.assign(chunks, 0);
}

void LiveRanks::settle() {
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

uint32_t LiveRanks::maxWithin(uint32_t first, uint32_t last) const {
    uint32_t maximum = 0;
    for (uint32_t rank = first; rank <= last; ++rank) {
        maximum = std::max(maximum, at(rank));
    }
    return maximum;
}

uint32_t LiveRanks::maximum(uint32_t first, uint32_t last) const {
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

uint32_t LiveRanks::firstWith(uint32_t bytes, uint32_t first, uint32_t last) const {
    uint32_t rank = first;
    while (rank < last && at(rank) != bytes) {
        ++rank;
    }
    return rank;
}

} // namespace tileline
