// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/stepinterval.h"
#include "core/model/operation.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tileline {

/// A run of tiles of an IPU, around its end to tile 0 if need be.
struct TileSpread {
    uint32_t first = 0;
    uint32_t count = 0;
};

/// What a profile will hold, without anything by tile: small also for a profile of hundreds of megabytes.
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
        std::vector<StepInterval> live; ///< ascending, disjoint; empty where it is always live
    };
    struct Program {
        std::string type;
        std::string name;
        uint64_t context = 0;
        std::optional<uint32_t> computeSet;
        std::vector<uint32_t> children;
        std::vector<uint32_t> variables;
        TileSpread tiles;          ///< where its own code lies
        uint32_t codeBytes = 0;    ///< exchange code on a tile, about
        uint32_t controlBytes = 0; ///< its own control code on a tile, about
    };
    struct Vertices {
        uint32_t type = 0;
        uint32_t instances = 0; ///< on a tile, about
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
    std::vector<uint32_t> steps; ///< by liveness step: its program
    std::vector<ComputeSet> computeSets;
    std::vector<VertexType> vertexTypes;
    std::vector<Operation> operations;
    std::vector<std::pair<uint32_t, std::string>> operationList; ///< uid and name, in order
};

} // namespace tileline
