// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/translatable.h"
#include "core/layers/layers.h"
#include "core/plan/planconstraints.h"
#include "core/solve/solve.h"

namespace tileline {

/// Says why no plan obeys the constraints, or which constraints the search ignores. `layers` is null if the
/// layers are unknown.
Phrase reasonPhrase(const Infeasible& why, const PlanConstraints& constraints, const Layers* layers);

/// At most two sentences about changes that would make the request feasible; may be empty.
Phrase relaxationPhrase(const Relaxation& relaxation);

} // namespace tileline
