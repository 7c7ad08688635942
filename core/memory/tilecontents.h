// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/profile/profile.h"

#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

namespace tileline {

/// A variable on a tile: the sum of its lowered variables there.
struct TileVariable {
    VariableIndex variable; ///< NoId: the sum of all lowered variables of a category without a variable
    uint64_t bytes = 0;
    bool alwaysLive = false;
    uint8_t category = NoCategory; ///< of those without a variable, as in LoweredVariables::category

    bool operator==(const TileVariable&) const = default;
};

/// The vertices with one name on a tile.
struct TileVertex {
    std::string name;
    uint64_t instances = 0;  ///< over all compute sets
    uint64_t stateBytes = 0; ///< instances × size
    uint64_t codeBytes = 0;  ///< in PopLiner's setting, once for each size of the vertices

    bool operator==(const TileVertex&) const = default;
};

/// Exchange code of a program on a tile.
struct TileExchange {
    ProgramIndex program;
    uint64_t codeBytes = 0;

    bool operator==(const TileExchange&) const = default;
};

/// What is on one tile; each list has the largest entry first.
struct TileContents {
    std::vector<TileVariable> variables;
    std::vector<TileVertex> vertices;
    std::vector<TileExchange> exchanges;

    bool operator==(const TileContents&) const = default;
};

/// Everything on the tile in the whole profile: all variables (DataVariables) no matter when they are live,
/// all compute sets, all programs.
Outcome<TileContents> tileContents(const Profile& profile, TileId tile, std::stop_token stop = {});

} // namespace tileline
