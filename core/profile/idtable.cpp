// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/idtable.h"

#include <algorithm>

namespace tileline {

namespace {

constexpr size_t SpareIds = 4096;
constexpr size_t IdsPerRow = 2;

} // namespace

void IdTable::reserve(size_t count) {
    m_expected = count;
    m_dense.reserve(count);
}

bool IdTable::insert(uint32_t id, uint32_t row) {
    if (find(id) != NoId) {
        return false;
    }
    if (fitsDense(id)) {
        growDense(id);
        m_dense[id] = row;
    } else {
        insertSparse(id, row);
    }
    ++m_count;
    return true;
}

std::optional<size_t> IdTable::insertRun(std::span<const uint32_t> ids, uint32_t firstRow) {
    const uint32_t maximum = ids.empty() ? 0 : *std::max_element(ids.begin(), ids.end());
    const bool plain = m_sparseCount == 0 && fitsDense(maximum);
    if (plain) {
        growDense(maximum);
    }
    for (size_t i = 0; i < ids.size(); ++i) {
        const auto row = static_cast<uint32_t>(firstRow + i);
        if (plain && m_dense[ids[i]] == NoId) {
            m_dense[ids[i]] = row;
            ++m_count;
        } else if (plain || !insert(ids[i], row)) {
            return i;
        }
    }
    return std::nullopt;
}

bool IdTable::fitsDense(uint32_t id) const {
    return id < m_dense.size() || id < std::max(m_count, m_expected) * IdsPerRow + SpareIds;
}

void IdTable::growDense(uint32_t id) {
    if (id < m_dense.size()) {
        return;
    }
    if (id >= m_dense.capacity()) {
        m_dense.reserve(std::max<size_t>(size_t{id} + 1, m_dense.capacity() * 2));
    }
    m_dense.resize(size_t{id} + 1, NoId);
}

size_t IdTable::slotOf(uint32_t id) const {
    // Fibonacci hashing: neighbouring ids spread over the table.
    const uint64_t hash = uint64_t{id} * 0x9E3779B97F4A7C15U;
    const size_t mask = m_sparse.size() - 1;
    size_t slot = static_cast<size_t>(hash >> 32U) & mask;
    while (m_sparse[slot].row != NoId && m_sparse[slot].id != id) {
        slot = (slot + 1) & mask;
    }
    return slot;
}

uint32_t IdTable::findSparse(uint32_t id) const {
    return m_sparse[slotOf(id)].row;
}

void IdTable::insertSparse(uint32_t id, uint32_t row) {
    if ((m_sparseCount + 1) * 2 > m_sparse.size()) {
        growSparse();
    }
    m_sparse[slotOf(id)] = {id, row};
    ++m_sparseCount;
}

void IdTable::growSparse() {
    std::vector<Slot> old(std::max<size_t>(16, m_sparse.size() * 2));
    old.swap(m_sparse);
    for (const Slot& slot : old) {
        if (slot.row != NoId) {
            m_sparse[slotOf(slot.id)] = slot;
        }
    }
}

} // namespace tileline
