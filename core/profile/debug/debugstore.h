// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/lists.h"
#include "core/base/result.h"
#include "core/profile/profile.h"

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <unordered_map>
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

    /// The number of contexts that mark() has marked.
    size_t usedCount() const { return static_cast<size_t>(std::count(m_used.begin(), m_used.end(), true)); }
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

/// Positions of a context's texts in the string table, which may come after the context in the file.
struct ContextTexts {
    uint32_t name = NoId;
    uint32_t file = NoId;
    uint32_t function = NoId;
};

/// The contents of a debug information file. The file is read twice: first the links between its contexts,
/// then, after the contexts that the profile uses are known, these contexts.
struct DebugStore {
    bool wantsOperations = false; ///< also keep the fields from which operations are derived
    bool linksAreKnown = false;   ///< this is the second time
    ContextLinks links;
    /// The place where the file ends too early, if it does. Everything before it was read; the positions of
    /// strings may lie beyond the string table.
    std::optional<std::string> truncatedAt;
    uint64_t fileBytes = 0;             ///< size of the file; no list in it can have more entries
    std::vector<DebugContext> contexts; ///< the used ones, without what is in the string table
    std::vector<ContextTexts> texts;    ///< by context
    StringPool strings;
    std::vector<bool> wantedStrings; ///< by position in the string table: whether a context refers to it
};

/// The contexts with their strings. Empties `store`. UnknownId (a position outside the string table).
Outcome<std::shared_ptr<const DebugContexts>> resolveContexts(DebugStore&& store,
                                                              const std::stop_token& stop);

/// What debug contexts inherit from their ancestors. Computed once for all contexts, parents first, so that a
/// chain of a million parents takes no longer than a million separate contexts.
class ContextChains {
public:
    explicit ContextChains(const DebugContexts& contexts);

    /// From now on, the nearest named context of layer poplibs or poplar, at a program's own one or above it,
    /// stands in for the program's operation.
    void useStandIns() { m_standIns = true; }

    /// Finds the context that is the operation of a program with debug context `id`, and returns its
    /// position. It is the nearest context of layer popart or hloinstruction, at `id` or above it; otherwise
    /// the nearest one of layer onnx, poptorch or xla_op. Discarded contexts are skipped. NoId if there is
    /// none.
    uint32_t operationOf(uint64_t id) const;
    /// The operation's name: that of the nearest named context of layer poptorch, at the operation or above
    /// it; otherwise of layer onnx; otherwise of layer xla_op; otherwise "Call" for a call, and empty for
    /// others.
    std::string nameOf(uint32_t position) const;
    /// The element type that the nearest context with one states, at `id` or above it; empty if there is
    /// none.
    std::string elementTypeOf(uint64_t id) const;
    /// The operation's place in the user's source: the nearest location of a poptorch context, at the
    /// operation or above it; otherwise the nearest location of any context.
    std::optional<SourceLocation> locationOf(uint32_t position) const;

private:
    /// Kinds of contexts. The nearest one of each kind is kept.
    enum Kind : uint8_t {
        StrongOperation, ///< popart, hloinstruction
        WeakOperation,   ///< onnx, poptorch, xla_op
        PoptorchName,
        OnnxName,
        XlaName,
        PoptorchLocation,
        AnyLocation,
        StandIn, ///< named poplibs, poplar
        Typed,   ///< with an element type
        KindCount
    };
    /// Position of the nearest context of each kind, at a context or above it. NoId if there is none.
    using Nearest = std::array<uint32_t, KindCount>;

    void inherit(uint32_t position, const Nearest& above);

    const DebugContexts& m_contexts;
    std::vector<Nearest> m_nearest; ///< by position
    bool m_standIns = false;
};

} // namespace tileline
