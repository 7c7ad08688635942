// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/ids.h"
#include "core/profile/profile.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tileline {

/// A run of consecutive tiles of an IPU. After the last tile, it continues with tile 0.
struct TileSpread {
    uint32_t first = 0; ///< counted from the first tile of the IPU
    uint32_t count = 0;
    uint32_t ipu = 0;
};

/// The content of a profile without by-tile data. It stays small even for a profile of hundreds of megabytes.
/// Ids of programs, compute sets, vertex types and variables are positions in these vectors.
struct ProfilePlan {
    struct Variable {
        std::string name;
        std::string shape;
        const char* elementType = "";
        uint64_t bytes = 0;
        bool alwaysLive = false;
        uint64_t context = 0; ///< 0: none
        TileSpread tiles;
        std::vector<StepInterval> live; ///< ascending, disjoint; empty if the variable is always live
        const char* category = "variable";
        bool nameless = false; ///< has only lowered variables; the model's author does not know it
    };
    struct Program {
        std::string type;
        std::string name;
        uint64_t context = 0;
        std::optional<uint32_t> computeSet;
        std::vector<uint32_t> children;
        std::vector<uint32_t> variables;
        TileSpread tiles;          ///< the tiles of its own code
        uint32_t codeBytes = 0;    ///< approximate exchange code on each tile
        uint32_t controlBytes = 0; ///< approximate control code on each tile, without its children's
        std::optional<uint64_t> repeatCount;
        std::optional<uint32_t> function; ///< the function that a Call runs
    };
    struct Vertices {
        uint32_t type = 0;
        uint32_t instances = 0; ///< approximate number on each tile
        TileSpread tiles;
    };
    struct ComputeSet {
        std::string name;
        std::vector<Vertices> vertices;
    };
    struct VertexType {
        std::string name;
        uint32_t size = 0;
    };
    struct Operation {
        uint32_t uid = 0;
        OperationDebug debug;
        SourceLocation location;
        std::vector<uint32_t> programs;
    };

    std::vector<Variable> variables;
    std::vector<Program> programs;
    std::vector<uint32_t> roots;
    std::vector<uint32_t> functions; ///< the program of each function
    std::vector<uint32_t> steps;     ///< the program of each liveness step
    std::vector<ComputeSet> computeSets;
    std::vector<VertexType> vertexTypes;
    std::vector<Operation> operations;
    std::vector<std::pair<uint32_t, std::string>> operationList; ///< uid and name, in the order of the list
};

} // namespace tileline
