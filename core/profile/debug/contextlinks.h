// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <stop_token>
#include <vector>

namespace tileline {

/// The ids of all debug contexts in a file and of their parents, and which of them are used. Takes 16 bytes
/// for each context, because there are millions.
class ContextLinks {
public:
    struct Link {
        uint64_t id = 0;
        uint64_t parent = 0; ///< 0: none. After mark(): its position, and the walk that has visited this link
    };

    /// Reserves addresses, which take no memory until they are used.
    void reserve(size_t contexts) { m_links.reserve(contexts); }
    void add(uint64_t id, uint64_t parent) { m_links.push_back({id, parent}); }
    /// Marks the contexts in `used` and all their ancestors, after all contexts have been added. DuplicateId,
    /// CyclicContexts.
    Outcome<Done> mark(const std::vector<uint64_t>& used, const std::stop_token& stop);
    /// Whether mark() has marked a context. Fastest if asked in the order of ids.
    bool isUsed(uint64_t id);

    bool empty() const { return m_links.empty(); }
    /// In the order of the file; after mark(), by id.
    const std::vector<Link>& links() const { return m_links; }
    /// The number of contexts whose parent is not in the file.
    uint64_t unknownParents() const { return m_unknownParents; }

private:
    bool sort(const std::stop_token& stop);
    bool findParents(const std::stop_token& stop);
    uint32_t findCycle();
    /// The position of an id. `guess` is a position where it may be.
    uint32_t find(uint64_t id, uint64_t guess) const;

    std::vector<Link> m_links;
    std::vector<bool> m_used; ///< by position in m_links
    size_t m_next = 0;        ///< the position after that of the last call of isUsed()
    uint64_t m_unknownParents = 0;
};

} // namespace tileline
