// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/profile.h"

#include <cstdint>

namespace tileline::test {

struct RandomProfileOptions {
    uint32_t tiles = 4; ///< per IPU; the profile may have twice as many
    uint32_t layers = 5;
    uint32_t steps = 20;
    uint32_t variables = 40; ///< unlowered ones; each lies on several tiles
    uint32_t operations = 15;
    uint32_t computeSets = 8;
    uint32_t vertexNames = 4; ///< each with one to three sizes
    uint32_t classes = 12;
    bool replicas = true;       ///< may have more tiles than one IPU
    bool shuffledLayers = true; ///< layers may come in another order than their numbers
};

/// A profile that a seed fixes, made to trip whoever assumes too much: programs, variables and compute sets
/// shared between layers, variables with several live intervals, operations outside layers, tensors, calls,
/// operations without steps, without programs, or whose last step lies before another's first, one vertex
/// name with several sizes, by-tile arrays shorter than the tiles, ids with gaps, operations listed twice.
/// Operations of layer 3 are named "layer.3/...", which the default layer regex matches.
ProfilePtr randomProfile(uint64_t seed, const RandomProfileOptions& options = {});

} // namespace tileline::test
