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

/// The position in the user's source for a debug context. It is the location of the nearest poptorch context
/// at or above it, otherwise the nearest location at or above it; empty if there is none.
std::optional<SourceLocation> userLocation(const DebugContexts& debug, uint64_t context);

/// The position in the user's source for something that has a debug context, an operation, or both. The
/// position of the context takes precedence.
std::optional<SourceLocation> locationOf(const Profile& profile, std::optional<uint64_t> context,
                                         std::optional<DetailIndex> operation);

/// The file name, without its directory, and the line: "model.py:42". Empty if there is no location.
std::string shortLocation(const std::optional<SourceLocation>& location);

/// A name for a program: the first one of these that exists. Its own name, which can be that of its compute
/// set or exchange; the name of the nearest named debug context, at the program's own or above it; the
/// function that made its debug context; the position in the source ("model.cpp:42"). Otherwise, the result
/// is empty.
std::string programName(const Profile& profile, ProgramIndex program);

/// The name of the program's nearest named debug context, at its own one or above. Empty if there is none.
std::string contextName(const Profile& profile, ProgramIndex program);

/// The position in the source of the debug context that names the program, otherwise of the program's own
/// context: "model.cpp:42". Empty if it is unknown.
std::string programLocation(const Profile& profile, ProgramIndex program);

/// The program's debug contexts that have a name or a position, from the outermost to its own, as "addInPlace
/// (ops.cpp:42)".
std::vector<std::string> contextChain(const Profile& profile, ProgramIndex program);

/// Maps each variable to the operation that uses it, and thereby to its layer and to the user's source.
/// Immutable, shared between threads; made once for a profile and its layers.
class VariableOrigins {
public:
    /// Makes one pass over the lowered variables of all operations.
    static Outcome<std::shared_ptr<const VariableOrigins>> build(ProfilePtr profile, LayersPtr layers,
                                                                 std::stop_token stop = {});

    /// The first operation that uses the variable, as a position in Layers::operations. Operations in a layer
    /// take precedence over all others.
    std::optional<OperationIndex> operationOf(VariableIndex variable) const;
    /// The layer of that operation; *none* if no operation in a layer uses the variable.
    LayerIndex layerOf(VariableIndex variable) const;
    /// The position of the variable in the user's source: from its own debug context, otherwise from its
    /// operation.
    std::optional<SourceLocation> locationOf(VariableIndex variable) const;

    VariableOrigins(ProfilePtr profile, LayersPtr layers, std::vector<OperationIndex> operations);

private:
    ProfilePtr m_profile;
    LayersPtr m_layers;
    std::vector<OperationIndex> m_operations; ///< by variable: its operation, or NoId
};

using VariableOriginsPtr = std::shared_ptr<const VariableOrigins>;

} // namespace tileline
