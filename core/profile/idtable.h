// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/ids.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

namespace tileline {

/// Maps the ids of a file to rows. Ids are nearly always 0, 1, 2, ...: these are stored in a plain array,
/// indexed by id. Ids far beyond the number of rows are stored in a hash table, so that a file with the ids 0
/// and 4,000,000,000 needs a few bytes and not 16 GB.
class IdTable {
public:
    /// Reserves memory for `count` rows.
    void reserve(size_t count);
    /// Returns false and changes nothing if the id is already present.
    bool insert(uint32_t id, uint32_t row) {
        if (id < m_dense.size() && m_dense[id] == NoId && m_sparse.empty()) {
            m_dense[id] = row;
            ++m_count;
            return true;
        }
        return insertFurther(id, row);
    }
    /// Inserts ids[i] for row firstRow + i. Stops at the first id that is already present and returns its
    /// position in `ids`.
    std::optional<size_t> insertRun(std::span<const uint32_t> ids, uint32_t firstRow);
    /// Row of an id, or NoId.
    uint32_t find(uint32_t id) const {
        if (id < m_dense.size() && m_dense[id] != NoId) {
            return m_dense[id];
        }
        const auto found = m_sparse.empty() ? m_sparse.end() : m_sparse.find(id);
        return found == m_sparse.end() ? NoId : found->second;
    }
    size_t size() const { return m_count; }

private:
    bool insertFurther(uint32_t id, uint32_t row);
    /// Makes room for an id in the array, unless it is far beyond the others.
    bool growDense(uint32_t id);

    std::vector<uint32_t> m_dense; ///< row by id; NoId: the id is absent or in m_sparse
    std::unordered_map<uint32_t, uint32_t> m_sparse;
    size_t m_count = 0;
    size_t m_expected = 0;
};

} // namespace tileline
