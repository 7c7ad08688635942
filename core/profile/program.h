// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/ids.h"
#include "core/profile/bytile.h"

#include <optional>
#include <string>
#include <vector>

namespace tileline {

/// The program types that the estimate treats differently. Other type names can occur; `Program::type` has
/// the name.
enum class ProgramKind : uint8_t { Other, OnTileExecute, DoExchange, Call };

/// A node of the program tree (table `program`).
struct Program {
    uint32_t id = 0; ///< the id that the file uses; unique
    ProgramKind kind = ProgramKind::Other;
    std::string type; ///< libpva's program type name
    std::string name;
    std::optional<uint64_t> debugContext;
    std::optional<ComputeSetIndex> computeSet;
    std::optional<uint64_t> repeatCount; ///< of a Repeat with a constant count
    std::optional<uint32_t> function;    ///< id of the function that a Call calls, if the format names it
    ByTile controlCode;                  ///< bytes; includes the control code of the children
    ByTile codeBytes;                    ///< bytes of exchange code
};

/// One of the programs of a function. The Call programs that name it have these programs as their children.
struct FunctionProgram {
    uint32_t function = 0;
    ProgramIndex program;
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

/// Several types can have the same name but different sizes.
struct VertexType {
    uint32_t id = 0;
    std::string name;
    uint32_t size = 0;                   ///< state bytes of one instance
    std::optional<VertexNameIndex> code; ///< the entry of Profile::vertexCode with that name, if there is one
};

/// Code bytes of the vertices with one name on each tile (table `vertex_code`).
struct VertexCode {
    std::string name;
    ByTile bytes;
};

} // namespace tileline
