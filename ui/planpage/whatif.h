// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/session/session.h"

#include <QStringList>

#include <optional>

namespace tileline {

/// The plan that would result from adding a split at a boundary, or from moving a split there.
struct WhatIf {
    LayerIndex at;
    std::optional<size_t> moved; ///< the split that would move; empty for a new split
    SplitPlan plan;
    std::optional<PlanEstimate> estimate; ///< empty until the interval table covers the plan
};

/// The plan with a new split at the boundary `at`. The new plan may need one more IPU. Empty if the boundary
/// already has a split, if splits are forbidden there, or if the plan has no room for another split.
std::optional<WhatIf> ifAdded(const Session& session, LayerIndex at);
/// The plan with `split` moved to the boundary `at`. Empty if `split` is already there or cannot be moved.
std::optional<WhatIf> ifMoved(const Session& session, size_t split, LayerIndex at);

/// A line about the plan's peak, such as "Move split 2 here: peak 571.9 KiB (−12.0 KiB), fits".
QString whatIfText(const WhatIf& whatIf, const Session& session);
/// Further lines: the bytes that cross the boundary ("1.2 MiB cross here") and, if cycles are known, the
/// period ("Period 1.234 M cycles (−1.5 %)").
QStringList whatIfDetails(const WhatIf& whatIf, const Session& session);
/// The bytes that cross a boundary, such as "1.2 MiB cross here".
QString crossingText(LayerIndex boundary, const Session& session);

} // namespace tileline
