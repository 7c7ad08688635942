// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/translatable.h"
#include "core/layers/layers.h"
#include "core/plan/planconstraints.h"
#include "core/solve/solve.h"

namespace tileline {

/// Why no plan obeys the constraints, and which constraints the search ignores. `layers` is null if the
/// layers are unknown.
Phrase reasonPhrase(const Infeasible& why, const PlanConstraints& constraints, const Layers* layers);

/// Changes to the request that would help, in at most two sentences; may be empty.
Phrase relaxationPhrase(const Relaxation& relaxation);

} // namespace tileline
