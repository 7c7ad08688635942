// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/planfile/planfile.h"

#include <string>
#include <vector>

namespace tileline {

/// One difference between two plans. Either side is empty where the plan does not have it.
struct PlanDifference {
    std::string what; ///< the key of the plan file: "split", "ipus", "export.mode", ...
    std::string left;
    std::string right;

    bool operator==(const PlanDifference&) const = default;
};

/// What differs between two plans: splits, pins, forbidden splits and module paths one by one, in the order
/// of the left plan, then the right one's; values; notes. Names do not count.
std::vector<PlanDifference> diffPlans(const PlanDescription& left, const PlanDescription& right);

} // namespace tileline
