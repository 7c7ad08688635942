// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/ids.h"
#include "core/base/stringpool.h"

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
    std::string elementType;                 ///< empty if unknown
    std::string shape;                       ///< empty if unknown
    std::vector<uint64_t> furtherContexts{}; ///< if it has several debug contexts: those after the first
};

/// What Poplar uses a lowered variable for (profile.pop: table `var_categories`).
struct VariableCategory {
    uint32_t id = 0;
    std::string name; ///< variable, vertexCode, stack, ... (the set is open)
};

/// Bits of LoweredVariables::flags.
namespace LoweredFlag {
inline constexpr uint32_t Allocated = 1U << 0U; ///< if not, the variable has a size but no place in memory
inline constexpr uint32_t Constant = 1U << 1U;
inline constexpr uint32_t Executable = 1U << 3U;
inline constexpr uint32_t VertexCode = 1U << 4U;
inline constexpr uint32_t LowMemory = 1U << 5U;
inline constexpr uint32_t StartSection = 1U << 6U;
inline constexpr uint32_t Interleaved = 1U << 7U;
inline constexpr uint32_t UsedByVertices = 1U << 8U;
} // namespace LoweredFlag

/// LoweredVariables::category of a variable without one.
inline constexpr uint8_t NoCategory = 0xFF;

/// The parts of variables that lie on tiles (table `lowered_variable`), as parallel columns ordered by tile;
/// within a tile in the file's order. Row i is LoweredIndex{i}.
struct LoweredVariables {
    std::vector<size_t> tileBegin{
        0};                      ///< numTiles + 1 entries: rows of tile t are [tileBegin[t], tileBegin[t+1])
    std::vector<uint32_t> id;    ///< the file's ids, unique over all tiles
    std::vector<uint32_t> bytes; ///< size in bytes
    std::vector<ClassIndex> liveClass;   ///< equivalence class
    std::vector<VariableIndex> variable; ///< NoId if there is none

    // Columns that not every format has. They are empty if no tile has any value.
    std::vector<uint32_t> address;         ///< byte offset in the tile; NoId if unknown
    std::vector<uint8_t> category;         ///< position in Profile::variableCategories; NoCategory if unknown
    std::vector<uint32_t> flags;           ///< see LoweredFlag
    std::vector<uint32_t> nameBase;        ///< position in `strings`; NoId: no name
    std::vector<uint32_t> nameVertexField; ///< number of the vertex field that is part of the name, or NoId
    std::vector<uint32_t> nameSuffix;      ///< position in `strings`; NoId: no suffix
    StringPool strings;                    ///< the parts of names, which many variables share

    size_t size() const { return id.size(); }
    /// Tile of a row, by binary search.
    TileId tileOf(LoweredIndex row) const;
    /// The name of the variable itself, which is not that of the variable before lowering. Names are not
    /// unique. Empty if unknown.
    std::string nameOf(LoweredIndex row) const;
};

} // namespace tileline
