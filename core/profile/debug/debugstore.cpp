// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/debug/debugstore.h"

#include "core/base/error.h"
#include "core/base/ids.h"

namespace tileline {

namespace {

/// Number of contexts between two checks of the stop token.
constexpr size_t LinksBetweenPolls = 100'000;

using Link = ContextLinks::Link;

bool byId(const Link& a, const Link& b) {
    return a.id < b.id;
}

uint32_t parentOf(const Link& link) {
    return static_cast<uint32_t>(link.parent);
}
uint32_t walkOf(const Link& link) {
    return static_cast<uint32_t>(link.parent >> 32U);
}

Location placeOf(uint64_t id, std::string_view field) {
    return {.table = "contexts", .key = "id", .row = id, .column = field};
}

} // namespace

/// Sorts the links by id. Returns false if a stop was requested. First sorts short runs and then merges the
/// runs, so that the stop token can be checked often.
bool ContextLinks::sort(const std::stop_token& stop) {
    if (std::is_sorted(m_links.rbegin(), m_links.rend(), byId)) {
        std::ranges::reverse(m_links);
    }
    if (std::ranges::is_sorted(m_links, byId)) {
        return true;
    }
    const auto end = static_cast<ptrdiff_t>(m_links.size());
    const auto at = [&](ptrdiff_t i) { return m_links.begin() + std::min(i, end); };
    constexpr ptrdiff_t Run = 1 << 16;
    for (ptrdiff_t i = 0; i < end && !stop.stop_requested(); i += Run) {
        std::sort(at(i), at(i + Run), byId);
    }
    for (ptrdiff_t run = Run; run < end; run *= 2) {
        for (ptrdiff_t i = 0; i < end && !stop.stop_requested(); i += 2 * run) {
            std::inplace_merge(at(i), at(i + run), at(i + 2 * run), byId);
        }
    }
    return !stop.stop_requested();
}

uint32_t ContextLinks::find(uint64_t id, uint64_t guess) const {
    if (guess < m_links.size() && m_links[guess].id == id) {
        return static_cast<uint32_t>(guess);
    }
    const auto found = std::ranges::lower_bound(m_links, Link{id, 0}, byId);
    return found == m_links.end() || found->id != id ? NoId : static_cast<uint32_t>(found - m_links.begin());
}

/// In each link, replaces the id of the parent by the parent's position. Returns false if a stop was
/// requested.
bool ContextLinks::findParents(const std::stop_token& stop) {
    for (size_t i = 0; i < m_links.size(); ++i) {
        if (i % LinksBetweenPolls == 0 && stop.stop_requested()) {
            return false;
        }
        Link& link = m_links[i];
        if (link.parent == 0) {
            link.parent = NoId;
            continue;
        }
        // The guessed position is usually right, because most ids are consecutive.
        link.parent = find(link.parent, i - (link.id - link.parent));
        m_unknownParents += link.parent == NoId ? 1 : 0;
    }
    return true;
}

/// Returns a context that is its own ancestor, or NoId if there is none. From each context, a walk leads
/// towards the root and stops at the first context that has been visited before. If the current walk itself
/// has visited that context, there is a cycle.
uint32_t ContextLinks::findCycle() {
    for (uint32_t start = 0; start < m_links.size(); ++start) {
        const uint32_t walk = start + 1;
        uint32_t at = start;
        while (at != NoId && walkOf(m_links[at]) == 0) {
            m_links[at].parent |= static_cast<uint64_t>(walk) << 32U;
            at = parentOf(m_links[at]);
        }
        if (at != NoId && walkOf(m_links[at]) == walk) {
            return at;
        }
    }
    return NoId;
}

Outcome<Done> ContextLinks::mark(const std::vector<uint64_t>& used, const std::stop_token& stop) {
    if (!sort(stop)) {
        return Cancelled{};
    }
    const auto equal = [](const Link& a, const Link& b) { return a.id == b.id; };
    const auto twice = std::ranges::adjacent_find(m_links, equal);
    if (twice != m_links.end()) {
        return errorAt(ErrorCode::DuplicateId, placeOf(twice->id, "id"), "an id that occurs once",
                       std::to_string(twice->id));
    }
    if (!findParents(stop)) {
        return Cancelled{};
    }
    if (const uint32_t position = findCycle(); position != NoId) {
        const uint64_t id = m_links[position].id;
        return errorAt(ErrorCode::CyclicContexts, placeOf(id, "parentId"),
                       "a chain of parents that ends at a root",
                       "context " + std::to_string(id) + " is its own ancestor");
    }
    m_used.assign(m_links.size(), false);
    for (const uint64_t id : used) {
        for (uint32_t at = find(id, NoId); at != NoId && !m_used[at]; at = parentOf(m_links[at])) {
            m_used[at] = true;
        }
    }
    return Done{};
}

bool ContextLinks::isUsed(uint64_t id) {
    const uint32_t position = find(id, m_next);
    m_next = size_t{position} + 1;
    return position != NoId && m_used[position];
}

Outcome<std::shared_ptr<const DebugContexts>> resolveContexts(DebugStore&& store, LoadMeter& meter) {
    constexpr size_t ContextsBetweenPolls = 10'000;
    DebugStore raw = std::move(store);
    const auto textAt = [&](uint64_t id, std::string_view field, uint32_t position) -> Result<std::string> {
        if (position < raw.strings.size()) {
            TRY(meter.spend(raw.strings[position].size(), placeOf(id, field)));
            return std::string(raw.strings[position]);
        }
        // If the string table is truncated, its missing entries count as empty.
        if (position == NoId || raw.truncatedAt) {
            return std::string();
        }
        return errorAt(ErrorCode::UnknownId, placeOf(id, field),
                       "a position in stringTable below " + std::to_string(raw.strings.size()),
                       std::to_string(position));
    };
    auto result = std::make_shared<DebugContexts>();
    result->positionOf.reserve(raw.contexts.size());
    for (size_t i = 0; i < raw.contexts.size(); ++i) {
        if (i % ContextsBetweenPolls == 0 && meter.stopRequested()) {
            return Cancelled{};
        }
        DebugContext& context = raw.contexts[i];
        const ContextTexts& texts = raw.texts[i];
        context.location.file = TRY(textAt(context.id, "location.fileName", texts.file));
        context.location.function = TRY(textAt(context.id, "location.functionName", texts.function));
        if (texts.name < raw.strings.size() && !raw.strings[texts.name].empty()) {
            context.name = TRY(textAt(context.id, "name", texts.name));
        }
        result->positionOf.emplace(context.id, static_cast<uint32_t>(i));
    }
    result->contexts = std::move(raw.contexts);
    return std::shared_ptr<const DebugContexts>(std::move(result));
}

} // namespace tileline
