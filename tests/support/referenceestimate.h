// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/stageestimate.h"
#include "core/layers/layers.h"

namespace tileline {

/// The estimate of a stage, computed directly from the definition: sets of programs and variables, every
/// tile, every step. Shares no code with the product except the profile. Slow.
StageEstimate referenceEstimate(const Profile& profile, const Layers& layers, LayerRange stage);

/// The estimate of each tile.
StageTiles referenceTiles(const Profile& profile, const Layers& layers, LayerRange stage);

/// The bytes of distinct lowered variables on the IPU's tiles that are used by operations in layers on both
/// sides of the boundary before `begin`.
uint64_t referenceCrossing(const Profile& profile, const Layers& layers, LayerIndex begin);

} // namespace tileline
