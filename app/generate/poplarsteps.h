// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/profile/profile.h"

#include <optional>
#include <vector>

namespace tileline {

/// The liveness steps of a profile in the order in which its program tree is walked.
class PoplarSteps {
public:
    /// With `containers`, programs with children are steps too; the walk reaches them before their children.
    /// If the order of the profile's steps differs from the tree, steps have no parents, and none is added.
    PoplarSteps(const Profile& profile, bool containers);

    struct Step {
        ProgramIndex program;
        std::optional<uint32_t> parent; ///< the nearest step above
    };
    const std::vector<Step>& steps() const { return m_steps; }
    /// The same part of the walk. An interval of all steps still covers all steps.
    StepInterval moved(StepInterval interval) const;

private:
    void visit(ProgramIndex program, std::optional<uint32_t> parent);

    const Profile& m_profile;
    bool m_containers;
    size_t m_visits = 0;
    std::vector<Step> m_steps;
    std::vector<uint32_t> m_movedTo; ///< by step of the profile
};

} // namespace tileline
