// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/ids.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace tileline {

/// Maps the ids of a file to rows. Ids are nearly always 0, 1, 2, ...: these are stored in a plain array,
/// indexed by id. Ids far beyond the number of rows are stored in an open-addressed hash table, so that a
/// file with the ids 0 and 4,000,000,000 needs a few bytes and not 16 GB.
class IdTable {
public:
    /// Reserves memory for `count` rows.
    void reserve(size_t count);
    /// Returns false and changes nothing if the id is already present.
    bool insert(uint32_t id, uint32_t row);
    /// Inserts ids[i] for row firstRow + i. Stops at the first id that is already present and returns its
    /// position in `ids`.
    std::optional<size_t> insertRun(std::span<const uint32_t> ids, uint32_t firstRow);
    /// Row of an id, or NoId.
    uint32_t find(uint32_t id) const {
        if (id < m_dense.size() && m_dense[id] != NoId) {
            return m_dense[id];
        }
        return m_sparseCount == 0 ? NoId : findSparse(id);
    }
    size_t size() const { return m_count; }

private:
    struct Slot {
        uint32_t id = 0;
        uint32_t row = NoId; ///< NoId: a free slot
    };

    bool fitsDense(uint32_t id) const;
    void growDense(uint32_t id);
    uint32_t findSparse(uint32_t id) const;
    void insertSparse(uint32_t id, uint32_t row);
    void growSparse();
    size_t slotOf(uint32_t id) const;

    std::vector<uint32_t> m_dense; ///< row by id; NoId: the id is absent or in m_sparse
    std::vector<Slot> m_sparse;    ///< the number of slots is a power of two; at most half of them are used
    size_t m_sparseCount = 0;
    size_t m_count = 0;
    size_t m_expected = 0;
};

} // namespace tileline
