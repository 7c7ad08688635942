// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/profile/profile.h"

#include <cstdint>

namespace tileline::test {

struct RandomProfileOptions {
    uint32_t tiles = 4; ///< per IPU; with replicas, the profile may have twice as many
    uint32_t layers = 5;
    uint32_t steps = 20;
    uint32_t variables = 40; ///< unlowered variables; each is spread over several tiles
    uint32_t operations = 15;
    uint32_t computeSets = 8;
    uint32_t vertexNames = 4; ///< each with one to three sizes
    uint32_t classes = 12;
    bool replicas = true;       ///< the profile may have more tiles than one IPU
    bool shuffledLayers = true; ///< the order of the layers may differ from the order of their numbers
    bool further = false;       ///< the profile may have data that only some formats have
    /// For the pipeline setting: operations have inputs and outputs that flow, and many of these have marks
    /// of the backward pass; some operations copy to the host; variables are named after the tensors; tiles
    /// have always-live bytes; some programs have measured cycles.
    bool pipeline = false;
    bool training = true;      ///< with `pipeline`: whether operations are marked
    bool computedAgain = true; ///< with `training`: some tensors have the suffix of a second computation
    /// With `pipeline`: nearly all programs have cycles, some of these by tile, and steps have a tile
    /// balance.
    bool manyCycles = false;
};

/// A profile that depends only on the seed and contains difficult cases: programs, variables and compute sets
/// that layers share; variables with several live intervals; operations outside layers; tensors; calls;
/// operations without steps or without programs; operations whose last step is before another's first step; a
/// vertex name with several sizes; by-tile arrays shorter than the number of tiles; ids with gaps; operations
/// that are listed twice. Operations of layer 3 have names such as "layer.3/...", which the default layer
/// regex matches.
ProfilePtr randomProfile(uint64_t seed, const RandomProfileOptions& options = {});

} // namespace tileline::test
