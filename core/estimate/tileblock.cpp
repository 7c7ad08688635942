// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/tileblock.h"

namespace tileline {

const TileBlock::Static* TileBlock::statics(LayerIndex layer, LayerIndex first) const {
    const uint32_t begin = m_staticBegin[layer.index()];
    uint32_t end = m_staticBegin[layer.index() + 1];
    while (end > begin && m_statics[end - 1].previous > first.value) {
        --end;
    }
    return end > begin ? &m_statics[end - 1] : nullptr;
}

size_t TileBlock::byteSize() const {
    return m_usesBegin.capacity() * sizeof(uint32_t) + m_uses.capacity() * sizeof(Uses) +
           m_changes.capacity() * sizeof(Change) + m_rankBegin.capacity() * sizeof(uint32_t) +
           m_ranks.capacity() * sizeof(StepIndex) + m_windowRanks.capacity() * sizeof(uint32_t) +
           m_staticBegin.capacity() * sizeof(uint32_t) + m_statics.capacity() * sizeof(Static) +
           m_staticBytes.capacity() * sizeof(uint32_t);
}

} // namespace tileline
