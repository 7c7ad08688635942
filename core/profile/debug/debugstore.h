// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/lists.h"
#include "core/base/result.h"
#include "core/profile/profile.h"
#include "core/profile/reading/source.h"

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace tileline {

/// For every debug context in a file: its id, its parent's id, and whether the profile uses the context.
/// Files contain millions of contexts, so each context takes only 16 bytes.
class ContextLinks {
public:
    struct Link {
        uint64_t id = 0;
        /// The parent's id, or 0 for a root. mark() stores the parent's position in the lower 32 bits, and
        /// the number of the walk that visited the context in the upper 32 bits.
        uint64_t parent = 0;
    };

    /// Reserves space for `contexts` contexts. The space takes no memory until it is used.
    void reserve(size_t contexts) { m_links.reserve(contexts); }
    void add(uint64_t id, uint64_t parent) { m_links.push_back({id, parent}); }
    /// Marks the contexts in `used` and all their ancestors. All contexts must have been added before.
    /// Errors: DuplicateId, CyclicContexts.
    Outcome<Done> mark(const std::vector<uint64_t>& used, const std::stop_token& stop);
    /// Whether mark() has marked a context. Asking for ids in ascending order is fastest.
    bool isUsed(uint64_t id);

    /// The number of contexts that mark() has marked.
    size_t usedCount() const { return static_cast<size_t>(std::ranges::count(m_used, true)); }
    bool empty() const { return m_links.empty(); }
    /// All links, in the order of the file until mark() sorts them by id.
    const std::vector<Link>& links() const { return m_links; }
    /// The number of contexts whose parent is not in the file.
    uint64_t unknownParents() const { return m_unknownParents; }

private:
    bool sort(const std::stop_token& stop);
    bool findParents(const std::stop_token& stop);
    uint32_t findCycle();
    /// The position of the link with the given id; NoId if there is none. `guess` is the probable position.
    uint32_t find(uint64_t id, uint64_t guess) const;

    std::vector<Link> m_links;
    std::vector<bool> m_used; ///< by position in m_links
    size_t m_next = 0;        ///< the position after the context that isUsed() most recently found
    uint64_t m_unknownParents = 0;
};

/// A context's strings, as positions in the string table, which the file may store after the contexts.
struct ContextTexts {
    uint32_t name = NoId;
    uint32_t file = NoId;
    uint32_t function = NoId;
};

/// The contents of a debug information file. The file is read twice. The first pass reads the links between
/// all contexts, to find the contexts that the profile uses. The second pass reads only the contexts that the
/// profile uses.
struct DebugStore {
    bool wantsOperations = false; ///< whether to keep the fields from which operations are derived
    bool linksAreKnown = false;   ///< whether the file is being read again, to fill `contexts`
    ContextLinks links;
    /// The place at which the file ends, if it ends too early. Everything before that place was read. In such
    /// a file, contexts may refer to strings that the string table lacks.
    std::optional<std::string> truncatedAt;
    /// The size of the file in bytes. No list in the file can have more items than the file has bytes.
    uint64_t fileBytes = 0;
    std::vector<DebugContext> contexts; ///< the used contexts; resolveContexts() fills in their texts
    std::vector<ContextTexts> texts;    ///< by context
    StringPool strings;
    std::vector<bool> wantedStrings; ///< by string of the table: whether a used context refers to the string
};

/// Returns the contexts with their texts, and empties `store`. Errors: UnknownId for a position outside the
/// string table; TooLarge if contexts refer to long strings too often.
Outcome<std::shared_ptr<const DebugContexts>> resolveContexts(DebugStore&& store, LoadMeter& meter);

/// The properties that debug contexts inherit from their ancestors. The properties are computed once for all
/// contexts, and for each parent before its children. A chain of a million contexts therefore takes no longer
/// than a million contexts without parents.
class ContextChains {
public:
    explicit ContextChains(const DebugContexts& contexts);

    /// After this call, operationOf() returns a stand-in for the operation: the nearest context of layer
    /// poplibs or poplar that has a name. The search goes from the program's own context upwards.
    void useStandIns() { m_standIns = true; }

    /// For a program whose debug context is `id`: the position of the context that describes the program's
    /// operation. NoId if there is none. The search goes from `id` upwards and skips discarded contexts. It
    /// finds the nearest context of layer popart or hloinstruction or, if none exists, the nearest context of
    /// layer onnx, poptorch or xla_op.
    uint32_t operationOf(uint64_t id) const;
    /// The name of an operation: the name in the nearest named context of layer poptorch, from the operation
    /// upwards. If no poptorch context has a name, the contexts of layer onnx are searched the same way, and
    /// then those of layer xla_op. If no context of the three layers has a name, a call is named "Call", and
    /// any other operation gets an empty name.
    std::string nameOf(uint32_t position) const;
    /// The element type in the nearest context that has one, from `id` upwards; empty if no context has one.
    std::string elementTypeOf(uint64_t id) const;
    /// The operation's position in the user's source: the nearest location of a poptorch context, from the
    /// operation upwards; if no poptorch context has a location, the nearest location of any context.
    std::optional<SourceLocation> locationOf(uint32_t position) const;

private:
    /// The kinds of contexts. For each context, m_nearest contains the nearest context of each kind.
    enum Kind : uint8_t {
        StrongOperation, ///< popart, hloinstruction
        WeakOperation,   ///< onnx, poptorch, xla_op
        PoptorchName,
        OnnxName,
        XlaName,
        PoptorchLocation,
        AnyLocation,
        StandIn, ///< poplibs and poplar, if named
        Typed,   ///< contexts with an element type
        KindCount
    };
    /// The position of the nearest context of each kind, from one context upwards; NoId if there is none.
    using Nearest = std::array<uint32_t, KindCount>;

    void inherit(uint32_t position, const Nearest& above);

    const DebugContexts& m_contexts;
    std::vector<Nearest> m_nearest; ///< by position
    bool m_standIns = false;
};

} // namespace tileline
