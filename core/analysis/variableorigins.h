// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/layers.h"
#include "core/base/result.h"

#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

namespace tileline {

/// Which operations use each variable: the link from a variable to its layer and to the user's source.
/// Immutable, shared between threads; made once for a profile and its layers.
class VariableOrigins {
public:
    /// One pass over the lowered variables of all operations.
    static Outcome<std::shared_ptr<const VariableOrigins>> build(ProfilePtr profile, LayersPtr layers,
                                                                 std::stop_token stop = {});

    /// The first operation, in their order, that uses the variable: one in a layer if there is one. A
    /// position in Layers::operations.
    std::optional<OperationIndex> operationOf(VariableIndex variable) const;
    /// The layer of that operation; *none* where no operation in a layer uses it.
    LayerIndex layerOf(VariableIndex variable) const;
    /// Where in the user's source the variable comes from: by its own debug context, else its operation's.
    std::optional<SourceLocation> locationOf(VariableIndex variable) const;

    VariableOrigins(ProfilePtr profile, LayersPtr layers, std::vector<OperationIndex> operations);

private:
    ProfilePtr m_profile;
    LayersPtr m_layers;
    std::vector<OperationIndex> m_operations; ///< by variable; NoId for none
};

using VariableOriginsPtr = std::shared_ptr<const VariableOrigins>;

} // namespace tileline
