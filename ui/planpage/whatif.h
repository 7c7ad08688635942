// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/session.h"

#include <optional>

namespace tileline {

/// What the plan would be with a split at a boundary: the nearest split point moved there, or a new one where
/// an IPU is left for it.
struct WhatIf {
    LayerIndex at;
    std::optional<size_t> moved; ///< the split point that would move; nothing: a new one
    SplitPlan plan;
    std::optional<PlanEstimate> estimate; ///< nothing while the interval table has not got that far
};

/// Nothing where there is a split already, where splits are forbidden, or where none can be moved to.
std::optional<WhatIf> whatIf(const Session& session, LayerIndex at);

/// "Split 2 here: peak 571.9 KiB (−12.0 KiB), fits".
QString whatIfText(const WhatIf& whatIf, const Session& session);

} // namespace tileline
