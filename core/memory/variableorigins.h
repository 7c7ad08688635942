// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/layers/layers.h"

#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

namespace tileline {

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
