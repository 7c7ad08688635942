// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/layers.h"
#include "core/partition/stageestimate.h"

namespace tileline {

/// The estimate of a stage as its definition reads: sets of programs and variables, every tile, every step.
/// Shares nothing with the product but the profile. Slow.
StageEstimate referenceEstimate(const Profile& profile, const Layers& layers, LayerRange stage);

/// The same, tile by tile.
StageTiles referenceTiles(const Profile& profile, const Layers& layers, LayerRange stage);

/// Bytes of distinct lowered variables on the IPU's tiles that operations in layers on both sides of the
/// boundary before `begin` use.
uint64_t referenceCrossing(const Profile& profile, const Layers& layers, LayerIndex begin);

} // namespace tileline
