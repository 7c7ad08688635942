// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/planfile/planfile.h"

#include <string>
#include <vector>

namespace tileline {

/// One difference between two plans. `left` or `right` is empty if that plan lacks the item.
struct PlanDifference {
    std::string what; ///< the key in the plan file: "split", "ipus", "export.mode", ...
    std::string left;
    std::string right;

    bool operator==(const PlanDifference&) const = default;
};

/// The differences between two plans. Each split, pin and forbidden split that only one plan has is a
/// difference of its own; those of the left plan come first. Module paths are compared layer by layer. Other
/// values and the notes follow the order of the plan file. Plan names are ignored.
std::vector<PlanDifference> diffPlans(const PlanDescription& left, const PlanDescription& right);

} // namespace tileline
