// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/location.h"
#include "core/profileio/debug/debugstore.h"

#include <algorithm>

namespace tileline {

namespace {

/// Number of contexts between two checks of the stop token.
constexpr size_t ContextsBetweenPolls = 100'000;

/// Finds contexts by id: a sorted list with one entry for each context.
class ContextIndex {
public:
    explicit ContextIndex(const std::vector<RawContext>& contexts) {
        m_entries.reserve(contexts.size());
        for (uint32_t position = 0; position < contexts.size(); ++position) {
            m_entries.push_back({contexts[position].id, position});
        }
    }
    /// Must be called before find() and duplicate(). Returns false if it was stopped. It sorts runs and then
    /// merges them, so that it can check the stop token often.
    bool sort(const std::stop_token& stop) {
        if (std::is_sorted(m_entries.rbegin(), m_entries.rend())) {
            std::reverse(m_entries.begin(), m_entries.end());
        }
        if (std::is_sorted(m_entries.begin(), m_entries.end())) {
            return true;
        }
        const auto end = static_cast<ptrdiff_t>(m_entries.size());
        const auto at = [&](ptrdiff_t i) { return m_entries.begin() + std::min(i, end); };
        constexpr ptrdiff_t Run = 1 << 16;
        for (ptrdiff_t i = 0; i < end && !stop.stop_requested(); i += Run) {
            std::sort(at(i), at(i + Run));
        }
        for (ptrdiff_t run = Run; run < end; run *= 2) {
            for (ptrdiff_t i = 0; i < end && !stop.stop_requested(); i += 2 * run) {
                std::inplace_merge(at(i), at(i + run), at(i + 2 * run));
            }
        }
        return !stop.stop_requested();
    }
    uint32_t find(uint64_t id) const {
        const auto found = std::lower_bound(m_entries.begin(), m_entries.end(), Entry{id, 0});
        return found == m_entries.end() || found->id != id ? NoId : found->position;
    }
    /// An id that occurs twice, if there is one.
    std::optional<uint64_t> duplicate() const {
        const auto found = std::adjacent_find(m_entries.begin(), m_entries.end(),
                                              [](const Entry& a, const Entry& b) { return a.id == b.id; });
        return found == m_entries.end() ? std::nullopt : std::optional(found->id);
    }

private:
    struct Entry {
        uint64_t id;
        uint32_t position;
        auto operator<=>(const Entry&) const = default;
    };
    std::vector<Entry> m_entries;
};

class Linker {
public:
    Linker(DebugStore&& store, const std::stop_token& stop)
        : m_store(std::move(store))
        , m_stop(stop)
        , m_index(m_store.contexts)
        , m_parents(m_store.contexts.size(), NoId)
        , m_used(m_store.contexts.size(), false) {}

    Outcome<LinkedContexts> link(const std::vector<uint64_t>& used) {
        if (!m_index.sort(m_stop)) {
            return Cancelled{};
        }
        if (const auto id = m_index.duplicate()) {
            return fail(ErrorCode::DuplicateId, *id, "id", "an id that occurs once", std::to_string(*id));
        }
        findParents();
        if (const uint32_t position = findCycle(); position != NoId) {
            const uint64_t id = m_store.contexts[position].id;
            return fail(ErrorCode::CyclicContexts, id, "parentId", "parents that end at a root",
                        "context " + std::to_string(id) + " is its own ancestor");
        }
        markUsed(used);
        return build();
    }

private:
    Error fail(ErrorCode code, uint64_t id, std::string_view field, std::string expected,
               std::string actual) const {
        const Location location{.table = "contexts", .key = "id", .row = id, .column = field};
        return {code, {}, location.text(), std::move(expected), std::move(actual)};
    }

    void findParents() {
        for (size_t i = 0; i < m_parents.size(); ++i) {
            const uint64_t parent = m_store.contexts[i].parent;
            if (parent != 0) {
                m_parents[i] = m_index.find(parent);
                m_result.unknownParents += m_parents[i] == NoId ? 1 : 0;
            }
        }
    }

    /// A context on a cycle of parents, or NoId. Visits every context once: a walk towards the root ends at a
    /// context that an earlier walk has visited. If it meets a context of its own walk, it has found a cycle.
    uint32_t findCycle() const {
        std::vector<uint32_t> walkOf(m_parents.size(), NoId);
        for (uint32_t start = 0; start < m_parents.size(); ++start) {
            uint32_t at = start;
            while (at != NoId && walkOf[at] == NoId) {
                walkOf[at] = start;
                at = m_parents[at];
            }
            if (at != NoId && walkOf[at] == start) {
                return at;
            }
        }
        return NoId;
    }

    void markUsed(const std::vector<uint64_t>& used) {
        for (const uint64_t id : used) {
            for (uint32_t at = m_index.find(id); at != NoId && !m_used[at]; at = m_parents[at]) {
                m_used[at] = true;
            }
        }
    }

    /// The entry of the string table at `position`; nothing if the table has no such entry. Of a truncated
    /// table, missing entries are empty.
    std::optional<std::string> stringAt(uint32_t position) const {
        if (position < m_store.strings.size()) {
            return std::string(m_store.strings[position]);
        }
        return position == NoId || m_store.truncatedAt ? std::optional<std::string>("") : std::nullopt;
    }

    Error unknownString(uint64_t id, std::string_view field, uint32_t position) const {
        return fail(ErrorCode::UnknownId, id, field,
                    "an entry of stringTable, which has " + std::to_string(m_store.strings.size()),
                    std::to_string(position));
    }

    Result<DebugContext> contextAt(size_t position) {
        const RawContext& raw = m_store.contexts[position];
        auto file = stringAt(raw.file);
        if (!file) {
            return unknownString(raw.id, "location.fileName", raw.file);
        }
        auto function = stringAt(raw.function);
        if (!function) {
            return unknownString(raw.id, "location.functionName", raw.function);
        }
        DebugContext context;
        context.id = raw.id;
        context.parent = raw.parent;
        context.layer = raw.layer;
        context.discard = raw.discard;
        context.location = {std::move(*file), std::move(*function), raw.line};
        if (raw.fields != NoId) {
            RawFields& fields = m_store.fields[raw.fields];
            context.operationName = std::move(fields.operationName);
            context.operationType = std::move(fields.operationType);
            context.debug = std::move(fields.debug);
        }
        return context;
    }

    Outcome<LinkedContexts> build() {
        auto contexts = std::make_shared<DebugContexts>();
        const auto count = static_cast<size_t>(std::count(m_used.begin(), m_used.end(), true));
        contexts->contexts.reserve(count);
        contexts->positionOf.reserve(count);
        for (size_t i = 0; i < m_used.size(); ++i) {
            if (i % ContextsBetweenPolls == 0 && m_stop.stop_requested()) {
                return Cancelled{};
            }
            if (!m_used[i]) {
                continue;
            }
            auto context = TRY(contextAt(i));
            contexts->positionOf.emplace(context.id, static_cast<uint32_t>(contexts->contexts.size()));
            contexts->contexts.push_back(std::move(context));
        }
        m_result.anyUsed = count > 0;
        m_result.contexts = std::move(contexts);
        return std::move(m_result);
    }

    DebugStore m_store;
    const std::stop_token& m_stop;
    ContextIndex m_index;
    std::vector<uint32_t> m_parents; ///< position of each context's parent; NoId: a root
    std::vector<bool> m_used;
    LinkedContexts m_result;
};

} // namespace

Outcome<LinkedContexts> linkContexts(DebugStore&& store, const std::vector<uint64_t>& used,
                                     const std::stop_token& stop) {
    return Linker(std::move(store), stop).link(used);
}

} // namespace tileline
