// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/ids.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tileline {

/// A variable before lowering, as the model's author knows it (table `variable`).
struct Variable {
    uint32_t id = 0;
    std::string name;
    std::optional<uint64_t> debugContext;
    bool alwaysLive = false;
    std::string elementType; ///< empty if unknown
    std::string shape;       ///< empty if unknown
};

/// The parts of variables that lie on tiles (table `lowered_variable`), as parallel columns ordered by tile;
/// within a tile in the file's order. Row i is LoweredIndex{i}.
struct LoweredVariables {
    std::vector<size_t> tileBegin{
        0};                      ///< numTiles + 1 entries: rows of tile t are [tileBegin[t], tileBegin[t+1])
    std::vector<uint32_t> id;    ///< the file's ids, unique over all tiles
    std::vector<uint32_t> bytes; ///< size in bytes
    std::vector<ClassIndex> liveClass;   ///< equivalence class
    std::vector<VariableIndex> variable; ///< NoId if there is none
    std::vector<uint32_t> address; ///< byte offset in the tile, NoId if unknown; empty if no tile has any

    size_t size() const { return id.size(); }
    /// Tile of a row, by binary search.
    TileId tileOf(LoweredIndex row) const;
};

} // namespace tileline
