// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/generate/poplarsteps.h"

namespace tileline {

namespace {

/// If functions call functions, the walk of a tree can be far longer than the list of steps.
constexpr size_t MaxVisitsPerStep = 64;

} // namespace

PoplarSteps::PoplarSteps(const Profile& profile, bool containers)
    : m_profile(profile)
    , m_containers(containers) {
    for (const ProgramIndex root : profile.rootPrograms) {
        visit(root, {});
    }
    if (m_movedTo.size() < profile.stepCount()) {
        m_steps.clear();
        m_movedTo.clear();
        for (const ProgramIndex program : profile.stepProgram) {
            m_movedTo.push_back(static_cast<uint32_t>(m_steps.size()));
            m_steps.push_back({program, {}});
        }
    }
}

void PoplarSteps::visit(ProgramIndex program, std::optional<uint32_t> parent) {
    if (++m_visits > MaxVisitsPerStep * (m_profile.stepCount() + 1)) {
        return;
    }
    const auto children = m_profile.programChildren[program.index()];
    const size_t next = m_movedTo.size();
    const bool isNext = next < m_profile.stepCount() && m_profile.stepProgram[next] == program;
    if (isNext || (m_containers && !children.empty())) {
        const auto step = static_cast<uint32_t>(m_steps.size());
        m_steps.push_back({program, parent});
        parent = step;
        if (isNext) {
            m_movedTo.push_back(step);
        }
    }
    for (const ProgramIndex child : children) {
        visit(child, parent);
    }
}

StepInterval PoplarSteps::moved(StepInterval interval) const {
    if (interval.start.value == 0 && interval.end.value == m_movedTo.size()) {
        return {{0}, {static_cast<uint32_t>(m_steps.size())}};
    }
    return {{m_movedTo[interval.start.index()]}, {m_movedTo[interval.end.index() - 1] + 1}};
}

} // namespace tileline
