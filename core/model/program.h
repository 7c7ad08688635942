// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/ids.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tileline {

/// Bytes or counts, entry i for tile i over all IPUs. May be shorter than the number of tiles; what is
/// missing is 0. Points into the profile's pool.
using ByTile = std::span<const uint32_t>;

/// Entry `tile` of a by-tile array; 0 after its end.
inline uint32_t at(ByTile array, size_t tile) {
    return tile < array.size() ? array[tile] : 0;
}

/// The program types that the estimate tells apart. The set of type names is open; `Program::type` has it.
enum class ProgramKind : uint8_t { Other, OnTileExecute, DoExchange, Call };

/// A node of the program tree (table `program`).
struct Program {
    uint32_t id = 0; ///< the id that the file uses; unique
    ProgramKind kind = ProgramKind::Other;
    std::string type; ///< libpva's program type name
    std::string name;
    std::optional<uint64_t> debugContext;
    std::optional<ComputeSetIndex> computeSet;
    ByTile controlCode; ///< bytes; includes the children's
    ByTile codeBytes;   ///< bytes of exchange code
};

/// Instances of one vertex type in a compute set.
struct VertexInstances {
    VertexTypeIndex type;
    ByTile count;
};

struct ComputeSet {
    uint32_t id = 0;
    std::string name;
    std::vector<VertexInstances> vertices;
};

/// One name may occur with several sizes.
struct VertexType {
    uint32_t id = 0;
    std::string name;
    uint32_t size = 0;                   ///< state bytes of one instance
    std::optional<VertexNameIndex> code; ///< the entry of Profile::vertexCode of that name, if there is one
};

/// Code bytes of the vertex on each tile (table `vertex_code`).
struct VertexCode {
    std::string name;
    ByTile bytes;
};

} // namespace tileline
