// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/session.h"

#include <QString>

namespace tileline {

/// Whose estimate a figure is: "estimate of the pipeline" or "PopLiner's estimate".
QString estimateName(Setting setting);

/// Whether the plan splits a weight over IPUs in a way that no framework compiles. It is then neither called
/// fitting nor optimal.
bool splitsWeights(const PlanEstimate& estimate, const Session& session);

} // namespace tileline
