// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/translatable.h"
#include "core/estimate/pipelineuses.h"
#include "core/layers/layers.h"
#include "core/plan/settingoptions.h"
#include "core/profile/profile.h"

namespace tileline {

/// Where Output runs, and why.
struct HeadPlace {
    OutputOn outputOn = OutputOn::Last;
    Phrase why = {}; ///< "Output runs on the first IPU, because ...": a translatable ImportNote
};

/// Where Output runs in a model whose files do not say it: on the first IPU if Input and Output use the same
/// weight, because no framework splits a weight; otherwise on the last one. In a profile without gradients,
/// nothing tells weights from constants. Then a variable that both use counts only if it is the larger part
/// of what Output keeps. `uses`: null if the profile has no lowered variables.
HeadPlace defaultHeadPlace(const Profile& profile, const Layers& entries, const PipelineUses* uses);

} // namespace tileline
