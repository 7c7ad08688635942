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

/// The position in the user's source for a debug context. Of the context and its ancestors, the nearest
/// poptorch context with a location determines it or, if there is none, the nearest context with a location.
/// Empty if no context has one.
std::optional<SourceLocation> userLocation(const DebugContexts& debug, uint64_t context);

/// The position in the user's source for a debug context, an operation, or both. The debug context takes
/// precedence.
std::optional<SourceLocation> locationOf(const Profile& profile, std::optional<uint64_t> context,
                                         std::optional<DetailIndex> operation);

/// The file name, without its directory, and the line: "model.py:42". Empty if there is no location.
std::string shortLocation(const std::optional<SourceLocation>& location);

/// A name for a program. The first of the following names that exists is used: the program's own name, which
/// can be that of its compute set or exchange; the name of its debug context or, if that has none, of the
/// nearest named ancestor; the function that created its debug context; the position in the source
/// ("model.cpp:42"). Empty if the program has none of these names.
std::string programName(const Profile& profile, ProgramIndex program);

/// The name of the program's debug context or, if that has none, of the nearest named ancestor; may be empty.
std::string contextName(const Profile& profile, ProgramIndex program);

/// The source position of the debug context that names the program: "model.cpp:42". If no context names the
/// program, the position is that of the program's own context. Empty if the position is unknown.
std::string programLocation(const Profile& profile, ProgramIndex program);

/// The software layer that made an operation, such as "popart". The search starts at the debug context of the
/// operation's first program that has one. The layer is that of the nearest context upwards with an operation
/// type or, if there is none, of the first context. Empty if the layer is unknown.
std::string_view softwareLayer(const Profile& profile, DetailIndex operation);

/// The program's debug contexts that have a name or a position, from the outermost to its own. Each entry
/// states the software layer, name, operation type and position, as in "poplibs: addInPlace (ops.cpp:42)".
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
    /// The position of the variable in the user's source, taken from the variable's debug context or, if that
    /// has no position, from operationOf(variable).
    std::optional<SourceLocation> locationOf(VariableIndex variable) const;

    VariableOrigins(ProfilePtr profile, LayersPtr layers, std::vector<OperationIndex> operations);

private:
    ProfilePtr m_profile;
    LayersPtr m_layers;
    std::vector<OperationIndex> m_operations; ///< by variable: its operation, or NoId
};

using VariableOriginsPtr = std::shared_ptr<const VariableOrigins>;

} // namespace tileline
