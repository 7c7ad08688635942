// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/idtable.h"

#include <algorithm>

namespace tileline {

void IdTable::reserve(size_t count) {
    m_expected = count;
    m_dense.reserve(count);
}

bool IdTable::insertFurther(uint32_t id, uint32_t row) {
    if (find(id) != NoId) {
        return false;
    }
    (growDense(id) ? m_dense[id] : m_sparse[id]) = row;
    ++m_count;
    return true;
}

std::optional<size_t> IdTable::insertRun(std::span<const uint32_t> ids, uint32_t firstRow) {
    if (!ids.empty()) {
        growDense(*std::max_element(ids.begin(), ids.end()));
    }
    for (size_t i = 0; i < ids.size(); ++i) {
        if (!insert(ids[i], static_cast<uint32_t>(firstRow + i))) {
            return i;
        }
    }
    return std::nullopt;
}

bool IdTable::growDense(uint32_t id) {
    constexpr size_t SpareIds = 4096;
    constexpr size_t IdsPerRow = 2;
    if (id < m_dense.size()) {
        return true;
    }
    if (id >= std::max(m_count, m_expected) * IdsPerRow + SpareIds) {
        return false;
    }
    if (id >= m_dense.capacity()) {
        m_dense.reserve(std::max<size_t>(size_t{id} + 1, m_dense.capacity() * 2));
    }
    m_dense.resize(size_t{id} + 1, NoId);
    return true;
}

} // namespace tileline
