// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/session.h"

#include <optional>

namespace tileline {

/// The plan with a split at a given boundary: a new split if an IPU is left for it, otherwise the nearest
/// split that can be moved there.
struct WhatIf {
    LayerIndex at;
    std::optional<size_t> moved; ///< the split that would move; empty for a new split
    SplitPlan plan;
    std::optional<PlanEstimate> estimate; ///< empty until the interval table covers the plan
};

/// Empty if there already is a split at the boundary, splits are forbidden there, or no split can be moved
/// there.
std::optional<WhatIf> whatIf(const Session& session, LayerIndex at);

/// "Split 2 here: peak 571.9 KiB (−12.0 KiB), fits".
QString whatIfText(const WhatIf& whatIf, const Session& session);

} // namespace tileline
