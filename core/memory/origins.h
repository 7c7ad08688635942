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

/// The place in the user's source of a debug context: the location of the nearest poptorch context at or
/// above it, otherwise the nearest location at or above it; nothing if no context has a location.
std::optional<SourceLocation> userLocation(const DebugContexts& debug, uint64_t context);

/// The place in the user's source of something that has a debug context, an operation, or both: that of the
/// context, otherwise that of the operation.
std::optional<SourceLocation> locationOf(const Profile& profile, std::optional<uint64_t> context,
                                         std::optional<DetailIndex> operation);

/// File name and line, without the directory: "model.py:42". Empty if there is no location.
std::string shortLocation(const std::optional<SourceLocation>& location);

/// What to call a program: its own name, which can be that of its compute set or exchange; otherwise the name
/// of the nearest named debug context, at the program's own one or above it; otherwise the function that made
/// its debug context, or the place in the source ("model.cpp:42"). Empty if nothing tells.
std::string programName(const Profile& profile, ProgramIndex program);

/// The place in the source of the debug context that names the program: "model.cpp:42". If no context does,
/// that of the program's own context. Empty if it is unknown.
std::string programLocation(const Profile& profile, ProgramIndex program);

/// The program's debug contexts that have a name or a place, from the outermost to its own: "addInPlace
/// (ops.cpp:42)".
std::vector<std::string> contextChain(const Profile& profile, ProgramIndex program);

/// Maps each variable to the operation that uses it, and so to its layer and to the user's source. Immutable,
/// shared between threads; made once for a profile and its layers.
class VariableOrigins {
public:
    /// One pass over the lowered variables of all operations.
    static Outcome<std::shared_ptr<const VariableOrigins>> build(ProfilePtr profile, LayersPtr layers,
                                                                 std::stop_token stop = {});

    /// The first operation that uses the variable, as a position in Layers::operations. Operations in a layer
    /// take precedence over all others.
    std::optional<OperationIndex> operationOf(VariableIndex variable) const;
    /// The layer of that operation; *none* if no operation in a layer uses the variable.
    LayerIndex layerOf(VariableIndex variable) const;
    /// The place of the variable in the user's source: from its own debug context, otherwise from its
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
