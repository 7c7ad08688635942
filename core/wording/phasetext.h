// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/progress.h"
#include "core/base/translatable.h"

namespace tileline {

/// The name of a phase of a long job, without a full stop: "Reading liveness".
Phrase phasePhrase(Phase phase);

} // namespace tileline
