// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/origins.h"

#include <algorithm>
#include <string_view>

namespace tileline {

namespace {

const std::string& nameOf(const DebugContext& context) {
    return context.operationName.empty() ? context.name : context.operationName;
}

std::string placeOf(const DebugContext& context) {
    return context.location.file.empty() ? std::string() : shortLocation(context.location);
}

/// The name of the function that created a nameless debug context: "build" for "void ns::build(int)".
std::string makerOf(const DebugContext& context) {
    std::string_view function = context.location.function;
    function = function.substr(0, function.find('('));
    const size_t last = function.find_last_of(" :");
    function.remove_prefix(last == std::string_view::npos ? 0 : last + 1);
    return function.empty() ? placeOf(context) : std::string(function);
}

/// The program's own debug context, followed by the ancestors of that context.
std::vector<const DebugContext*> contextsOf(const Profile& profile, ProgramIndex program) {
    std::vector<const DebugContext*> contexts;
    const auto& id = profile.programs[program.index()].debugContext;
    if (profile.debug && id) {
        for (const DebugContext* at = profile.debug->find(*id); at != nullptr;
             at = at->parent == 0 ? nullptr : profile.debug->find(at->parent)) {
            contexts.push_back(at);
        }
    }
    return contexts;
}

const DebugContext* namedIn(const std::vector<const DebugContext*>& contexts) {
    const auto named =
        std::ranges::find_if(contexts, [](const DebugContext* context) { return !nameOf(*context).empty(); });
    return named == contexts.end() ? nullptr : *named;
}

} // namespace

std::optional<SourceLocation> userLocation(const DebugContexts& debug, uint64_t context) {
    std::optional<SourceLocation> nearest;
    for (const DebugContext* at = debug.find(context); at;
         at = at->parent ? debug.find(at->parent) : nullptr) {
        if (at->location.file.empty()) {
            continue;
        }
        if (at->layer == ContextLayer::Poptorch) {
            return at->location;
        }
        if (!nearest) {
            nearest = at->location;
        }
    }
    return nearest;
}

std::optional<SourceLocation> locationOf(const Profile& profile, std::optional<uint64_t> context,
                                         std::optional<DetailIndex> operation) {
    const auto location = context && profile.debug ? userLocation(*profile.debug, *context) : std::nullopt;
    return location || !operation ? location : profile.operationDetails[operation->index()].location;
}

std::string shortLocation(const std::optional<SourceLocation>& location) {
    if (!location) {
        return {};
    }
    const size_t slash = location->file.find_last_of('/');
    const std::string name = slash == std::string::npos ? location->file : location->file.substr(slash + 1);
    return location->line ? name + ":" + std::to_string(location->line) : name;
}

std::string programName(const Profile& profile, ProgramIndex program) {
    const std::string& own = profile.programs[program.index()].name;
    if (!own.empty()) {
        return own;
    }
    const auto contexts = contextsOf(profile, program);
    const DebugContext* const named = namedIn(contexts);
    return named != nullptr ? nameOf(*named) : contexts.empty() ? std::string() : makerOf(*contexts.front());
}

std::string contextName(const Profile& profile, ProgramIndex program) {
    const DebugContext* const named = namedIn(contextsOf(profile, program));
    return named == nullptr ? std::string() : nameOf(*named);
}

std::string programLocation(const Profile& profile, ProgramIndex program) {
    const auto contexts = contextsOf(profile, program);
    const DebugContext* const named = namedIn(contexts);
    return contexts.empty() ? std::string() : placeOf(named != nullptr ? *named : *contexts.front());
}

std::string_view softwareLayer(const Profile& profile, DetailIndex operation) {
    for (const ProgramIndex program : profile.operationPrograms[operation.index()]) {
        const auto contexts = contextsOf(profile, program);
        if (!contexts.empty()) {
            const auto typed = std::ranges::find_if(
                contexts, [](const DebugContext* context) { return !context->operationType.empty(); });
            return namesOf((typed == contexts.end() ? contexts.front() : *typed)->layer).layer;
        }
    }
    return {};
}

std::vector<std::string> contextChain(const Profile& profile, ProgramIndex program) {
    std::vector<std::string> chain;
    const auto contexts = contextsOf(profile, program);
    for (auto context = contexts.rbegin(); context != contexts.rend(); ++context) {
        const std::string& name = nameOf(**context);
        const std::string place = placeOf(**context);
        if (!name.empty() || !place.empty()) {
            std::string shown = name.empty() ? makerOf(**context) : name;
            std::string details = (*context)->operationType;
            if (!place.empty() && shown != place) {
                details.append(details.empty() ? "" : ", ").append(place);
            }
            if (!details.empty()) {
                shown.append(" (").append(details).append(")");
            }
            const std::string_view layer = namesOf((*context)->layer).layer;
            chain.push_back(layer.empty() ? shown : std::string(layer) + ": " + shown);
        }
    }
    return chain;
}

namespace {

/// Makes `operation` the owner of each of its variables that has no owner yet.
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
    // Operations in layers come first, so a variable with uses both in and outside layers belongs to a layer.
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
