// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/planfile/planfile.h"

#include <string>
#include <vector>

namespace tileline {

/// One difference between two plans. A side is empty if its plan lacks the item.
struct PlanDifference {
    std::string what; ///< the key in the plan file: "split", "ipus", "export.mode", ...
    std::string left;
    std::string right;

    bool operator==(const PlanDifference&) const = default;
};

/// The differences between two plans. Splits, pins and forbidden splits are listed one by one: first those
/// that only the left plan has, then those that only the right plan has. Module paths are listed by layer.
/// Other values and the notes follow the order of the plan file. Plan names are ignored.
std::vector<PlanDifference> diffPlans(const PlanDescription& left, const PlanDescription& right);

} // namespace tileline
