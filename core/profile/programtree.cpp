// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/programtree.h"

namespace tileline {

namespace {

/// Depth-first search. Marks the programs on the current path and those that are finished.
class CycleSearch {
public:
    explicit CycleSearch(const Lists<ProgramIndex>& children)
        : m_children(children)
        , m_marks(children.size(), Mark::New) {}

    std::optional<ProgramIndex> from(ProgramIndex start) {
        if (m_marks[start.index()] == Mark::New) {
            enter(start);
        }
        while (!m_path.empty()) {
            Position& top = m_path.back();
            const auto children = m_children[top.program.index()];
            if (top.next == children.size()) {
                m_marks[top.program.index()] = Mark::Done;
                m_path.pop_back();
                continue;
            }
            const ProgramIndex child = children[top.next++];
            if (m_marks[child.index()] == Mark::OnPath) {
                return child;
            }
            if (m_marks[child.index()] == Mark::New) {
                enter(child);
            }
        }
        return std::nullopt;
    }

private:
    enum class Mark : uint8_t { New, OnPath, Done };
    struct Position {
        ProgramIndex program;
        size_t next = 0; ///< position of the next child to visit
    };

    void enter(ProgramIndex program) {
        m_marks[program.index()] = Mark::OnPath;
        m_path.push_back({program});
    }

    const Lists<ProgramIndex>& m_children;
    std::vector<Mark> m_marks;
    std::vector<Position> m_path;
};

} // namespace

std::optional<ProgramIndex> findCycle(const Lists<ProgramIndex>& children) {
    CycleSearch search(children);
    for (uint32_t program = 0; program < children.size(); ++program) {
        if (const auto cycle = search.from({program})) {
            return cycle;
        }
    }
    return std::nullopt;
}

} // namespace tileline
