// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/layers.h"
#include "core/base/result.h"
#include "core/model/profile.h"

#include <cstdint>
#include <stop_token>
#include <string>
#include <vector>

namespace tileline {

/// A variable on a tile: its lowered variables there, added up.
struct TileVariable {
    VariableIndex variable; ///< NoId: those without a variable
    uint64_t bytes = 0;
    bool alwaysLive = false;

    bool operator==(const TileVariable&) const = default;
};

/// The vertices of one name on a tile.
struct TileVertex {
    std::string name;
    uint64_t instances = 0;  ///< over all compute sets
    uint64_t stateBytes = 0; ///< instances × size
    uint64_t codeBytes = 0;  ///< once for each size that the name has; never more often

    bool operator==(const TileVertex&) const = default;
};

/// Exchange code of a program on a tile.
struct TileExchange {
    ProgramIndex program;
    uint64_t codeBytes = 0;

    bool operator==(const TileExchange&) const = default;
};

/// What lies on one tile, each list with the largest first.
struct TileContents {
    std::vector<TileVariable> variables;
    std::vector<TileVertex> vertices;
    std::vector<TileExchange> exchanges;

    bool operator==(const TileContents&) const = default;
};

/// Everything on the tile, in the whole profile: variables whenever they are live, all compute sets, all
/// programs.
Outcome<TileContents> tileContents(const Profile& profile, TileId tile, std::stop_token stop = {});

/// What the layers `first`..`last` (inclusive) alone put on the tile, as the estimate of such a stage counts
/// it: the variables of their operations that are live in `step` (the tile's peak), the vertices and
/// exchanges of their programs. The sums equal the tile's column in StageTiles.
Outcome<TileContents> tileContents(const Profile& profile, const Layers& layers, LayerIndex first,
                                   LayerIndex last, TileId tile, StepIndex step, std::stop_token stop = {});

} // namespace tileline
