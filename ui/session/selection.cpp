// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/selection.h"

namespace tileline {

void Selection::choose(std::initializer_list<std::optional<Choice>> choices) {
    Chosen now = m_chosen;
    bool first = true;
    for (const std::optional<Choice>& choice : choices) {
        if (choice) {
            now.of[choice->index()] = choice;
            if (first && !std::holds_alternative<PageIndex>(*choice)) {
                now.latest = choice->index();
            }
            first = false;
        }
    }
    enter(now);
}

void Selection::clear() {
    m_past.clear();
    m_future.clear();
    set({});
}

void Selection::enter(const Chosen& chosen) {
    if (chosen == m_chosen) {
        return;
    }
    m_past.push_back(m_chosen);
    if (m_past.size() > MaxHistory) {
        m_past.pop_front();
    }
    m_future.clear();
    set(chosen);
}

void Selection::go(std::deque<Chosen>& from, std::deque<Chosen>& to) {
    if (!from.empty()) {
        to.push_back(m_chosen);
        const Chosen next = from.back();
        from.pop_back();
        set(next);
    }
}

void Selection::set(const Chosen& chosen) {
    const Chosen before = std::exchange(m_chosen, chosen);
    for (size_t kind = 0; kind < chosen.of.size(); ++kind) {
        if (before.of[kind] != chosen.of[kind] || (before.latest != chosen.latest && chosen.latest == kind)) {
            emit changed(kind);
        }
    }
}

} // namespace tileline
