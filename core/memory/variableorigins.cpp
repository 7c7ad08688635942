// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/variableorigins.h"

#include "core/memory/programnames.h"

namespace tileline {

namespace {

/// Records `operation` for those of its variables that have no operation yet.
void claim(const Profile& profile, const LayeredOperation& operation, OperationIndex position,
           std::vector<OperationIndex>& owners) {
    for (const LoweredIndex row : profile.operationVariables[operation.detail.index()]) {
        const VariableIndex variable = profile.lowered.variable[row.index()];
        if (variable.value != NoId && owners[variable.index()].value == NoId) {
            owners[variable.index()] = position;
        }
    }
}

} // namespace

Outcome<VariableOriginsPtr> VariableOrigins::build(ProfilePtr profile, LayersPtr layers,
                                                   std::stop_token stop) {
    std::vector<OperationIndex> owners(profile->variables.size(), OperationIndex{NoId});
    // Operations in a layer come first: a variable that operations outside any layer share with a layer
    // belongs to that layer.
    for (const bool inLayer : {true, false}) {
        for (size_t i = 0; i < layers->operations.size(); ++i) {
            if (stop.stop_requested()) {
                return Cancelled{};
            }
            const LayeredOperation& operation = layers->operations[i];
            if (operation.inLayer() == inLayer) {
                claim(*profile, operation, {static_cast<uint32_t>(i)}, owners);
            }
        }
    }
    return VariableOriginsPtr(
        std::make_shared<VariableOrigins>(std::move(profile), std::move(layers), std::move(owners)));
}

VariableOrigins::VariableOrigins(ProfilePtr profile, LayersPtr layers, std::vector<OperationIndex> operations)
    : m_profile(std::move(profile))
    , m_layers(std::move(layers))
    , m_operations(std::move(operations)) {
}

std::optional<OperationIndex> VariableOrigins::operationOf(VariableIndex variable) const {
    if (variable.value == NoId || m_operations[variable.index()].value == NoId) {
        return std::nullopt;
    }
    return m_operations[variable.index()];
}

LayerIndex VariableOrigins::layerOf(VariableIndex variable) const {
    const auto operation = operationOf(variable);
    return operation ? m_layers->operations[operation->index()].layer : LayerIndex{};
}

std::optional<SourceLocation> VariableOrigins::locationOf(VariableIndex variable) const {
    if (variable.value == NoId) {
        return std::nullopt;
    }
    const auto operation = operationOf(variable);
    return tileline::locationOf(*m_profile, m_profile->variables[variable.index()].debugContext,
                                operation ? std::optional(m_layers->operations[operation->index()].detail)
                                          : std::nullopt);
}

} // namespace tileline
