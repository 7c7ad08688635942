// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/layers/layers.h"
#include "core/profile/profile.h"

#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace tileline {

/// The position in the user's source for a debug context. The search goes from the context to its ancestors.
/// The first poptorch context that has a position determines the result. If no poptorch context has a
/// position, the first context that has one determines it. Empty if no context has a position.
std::optional<SourceLocation> userLocation(const DebugContexts& debug, uint64_t context);

/// The position in the user's source for a debug context, an operation, or both. The debug context takes
/// precedence.
std::optional<SourceLocation> locationOf(const Profile& profile, std::optional<uint64_t> context,
                                         std::optional<DetailIndex> operation);

/// The file name, without its directory, and the line: "model.py:42". Empty if there is no location.
std::string shortLocation(const std::optional<SourceLocation>& location);

/// A name for a program: the first of the following names that exists, or an empty text.
///
///   1. the program's own name, which can be the name of its compute set or exchange
///   2. contextName()
///   3. the function that created the program's debug context
///   4. the position in the source ("model.cpp:42")
std::string programName(const Profile& profile, ProgramIndex program);

/// The name of the program's debug context or of its nearest ancestor with a name; may be empty.
std::string contextName(const Profile& profile, ProgramIndex program);

/// The source position of the debug context that names the program: "model.cpp:42". If no context names the
/// program, the position is that of the program's own context. Empty if the position is unknown.
std::string programLocation(const Profile& profile, ProgramIndex program);

/// The software layer that made an operation, such as "popart". The search starts at the first debug context
/// of the operation's programs, and goes up to the nearest context that has an operation type. The software
/// layer is that of this context. If no context has an operation type, the software layer is that of the
/// context at which the search started. Empty if the software layer is unknown.
std::string_view softwareLayer(const Profile& profile, DetailIndex operation);

/// The program's debug context and the ancestors of that context, the outermost first. Contexts with neither
/// a name nor a position are left out. Each text states a context's software layer, name, operation type and
/// position, as in "poplibs: addInPlace (ops.cpp:42)".
std::vector<std::string> contextChain(const Profile& profile, ProgramIndex program);

/// Maps each variable to an operation that uses it and, through the operation, to a layer and a source
/// location. Immutable and shared between threads; built once for a profile and its layers.
class VariableOrigins {
public:
    /// Passes once over the lowered variables of all operations.
    static Outcome<std::shared_ptr<const VariableOrigins>> build(ProfilePtr profile, LayersPtr layers,
                                                                 std::stop_token stop = {});

    /// The first operation that uses the variable, as a position in Layers::operations. Operations in a layer
    /// take precedence over all others.
    std::optional<OperationIndex> operationOf(VariableIndex variable) const;
    /// The layer of operationOf(variable); *none* if no operation in a layer uses the variable.
    LayerIndex layerOf(VariableIndex variable) const;
    /// The position of the variable in the user's source: that of the variable's debug context. If the debug
    /// context has no position, the position of operationOf(variable).
    std::optional<SourceLocation> locationOf(VariableIndex variable) const;

    VariableOrigins(ProfilePtr profile, LayersPtr layers, std::vector<OperationIndex> operations);

private:
    ProfilePtr m_profile;
    LayersPtr m_layers;
    std::vector<OperationIndex> m_operations; ///< by variable: its operation, or NoId
};

using VariableOriginsPtr = std::shared_ptr<const VariableOrigins>;

} // namespace tileline
