// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/generate/modelgraph.h"

#include <span>
#include <string_view>

namespace tileline {

/// Which of an operation's variables a program reads or writes, as a set of bits.
enum VariableUse : uint8_t { UsesInputs = 1, UsesFirstTemp = 2, UsesSecondTemp = 4, UsesOutputs = 8 };

/// Vertices of a compute set, on each tile that takes part in it.
struct VertexTemplate {
    std::string_view name;
    uint32_t size = 0;      ///< state bytes of one instance, before the variation by shape
    uint32_t instances = 0; ///< approximate number on each tile
};

/// One program of an operation.
struct StepTemplate {
    std::string_view type; ///< libpva's program type
    std::string_view suffix;
    uint8_t uses = 0;                         ///< VariableUse
    uint32_t codeBytes = 0;                   ///< approximate exchange code on each tile; 0 for none
    std::span<const VertexTemplate> vertices; ///< OnTileExecute only
};

/// How a kind of operation becomes programs: the temporary variables that it needs, then its steps in order.
struct OpTemplate {
    std::span<const StepTemplate> steps;
    uint32_t firstTempPercent = 0; ///< size of the first temporary, in per cent of the first input; 0: none
    uint32_t secondTempPercent =
        0; ///< size of the second temporary, in per cent of the first output; 0: none
};

const OpTemplate& opTemplate(OpKind kind);

/// The vertex of an elementwise step, which depends on the operation.
std::string_view elementwiseVertex(std::string_view opType);

} // namespace tileline
